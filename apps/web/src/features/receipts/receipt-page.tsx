import { endpoints } from '@kobogate/contract';
import { useParams } from 'react-router';
import { CallError, messageFor } from '../../lib/client.ts';
import { useCall } from '../../lib/queries.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import { ReceiptSheet } from './receipt-sheet.tsx';
import { ReceiptTools } from './receipt-tools.tsx';

/** The receipt of one conversion, to read, to print and to keep. */
export function Component() {
  const { orderId = '' } = useParams();
  const answer = useCall(endpoints.receipts.read, { params: { id: orderId } });
  const receipt = answer.data?.data;
  return (
    <>
      <PageTitle>Receipt</PageTitle>
      <div className="mx-auto max-w-3xl">
        <div className="mb-4 flex flex-wrap items-center justify-between gap-3 print:hidden">
          <BackLink to={`/account/convert-to-naira/${orderId}`}>Conversion</BackLink>
          {receipt !== undefined && <ReceiptTools orderId={orderId} />}
        </div>
        {answer.isPending && (
          <output aria-label="Loading the receipt">
            <h1 className="sr-only">Receipt</h1>
            <Skeleton className="h-192" />
          </output>
        )}
        {receipt === undefined && answer.isError && (
          <ReceiptFailed failure={answer.error} onRetry={() => void answer.refetch()} />
        )}
        {receipt !== undefined && <ReceiptSheet receipt={receipt} />}
      </div>
    </>
  );
}

function ReceiptFailed({ failure, onRetry }: { failure: Error; onRetry: () => void }) {
  const isMissing = failure instanceof CallError && failure.status === 404;
  return (
    <Card>
      <h1 className="sr-only">Receipt</h1>
      <ErrorState message={messageFor(failure, 'The receipt could not be loaded.')} {...(isMissing ? {} : { onRetry })}>
        {isMissing ? (
          <ButtonLink variant="secondary" to="/account/convert-to-naira/history">
            Open the history
          </ButtonLink>
        ) : (
          'Your money is safe where it is.'
        )}
      </ErrorState>
    </Card>
  );
}
