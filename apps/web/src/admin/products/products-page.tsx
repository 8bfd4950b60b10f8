import { endpoints } from '@kobogate/contract';
import { useState } from 'react';
import { messageFor } from '../../lib/client.ts';
import { nairaOfKobo } from '../../lib/formats.ts';
import { useCall } from '../../lib/queries.ts';
import { Card, PageHeading } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { productColumns } from './product-columns.tsx';
import { TermsDialog } from './terms-dialog.tsx';
import { percentText } from '../settings/number-input.ts';

/** The coins and networks on offer, and their terms. */
export function Component() {
  const answer = useCall(endpoints.products.list);
  const [edited, setEdited] = useState<string | null>(null);
  const data = answer.data?.data;
  const product = data?.products.find(({ currency, network }) => `${currency}@${network}` === edited);
  return (
    <>
      <PageTitle>Products</PageTitle>
      <PageHeading
        title="Products"
        detail="A coin is offered on a network that this deployment watches, while it is switched on here."
      />
      {answer.isError && data === undefined && (
        <ErrorState
          message={messageFor(answer.error, 'The products could not be loaded.')}
          onRetry={() => void answer.refetch()}
          isRetrying={answer.isFetching}
        >
          The offer has not changed.
        </ErrorState>
      )}
      {answer.isPending && <SkeletonRows label="Loading the products" rows={6} className="h-20" />}
      {data !== undefined && (
        <Card className="max-md:border-0 max-md:bg-transparent max-md:p-0 max-md:shadow-none">
          <p className="mb-4 text-[15px] text-ink-soft">
            The default spread is {percentText(data.defaultSpreadBasisPoints)}. Every conversion is worth from{' '}
            {nairaOfKobo(data.limits.minimumKobo)} to {nairaOfKobo(data.limits.maximumKobo)}.
          </p>
          <DataTable
            caption="Coins and networks"
            columns={productColumns(data.defaultSpreadBasisPoints, ({ currency, network }) =>
              setEdited(`${currency}@${network}`),
            )}
            rows={data.products}
            rowKey={({ currency, network }) => `${currency}@${network}`}
          />
        </Card>
      )}
      {data !== undefined && product !== undefined && (
        <TermsDialog
          key={edited}
          product={product}
          defaultSpread={data.defaultSpreadBasisPoints}
          limits={data.limits}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  );
}
