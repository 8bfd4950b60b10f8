import { PAYMENT_STATES, type PaymentTotals } from '@kobogate/contract';
import { useState } from 'react';
import { messageFor } from '../../lib/client.ts';
import { nairaOfKobo } from '../../lib/formats.ts';
import { Card, CardHeading, LIST_CARD } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { ReceiptText } from '../../ui/icons.ts';
import { MoreButton } from '../../ui/more-button.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { StateField } from '../../ui/state-field.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { ExportPayments } from './export-payments.tsx';
import { PAYMENT_STATE_WORDS } from './link-words.ts';
import { ALL_PAYMENT_COLUMNS, PAYMENT_COLUMNS } from './payment-columns.tsx';
import { type PaymentFilter, usePayments } from './use-payments.ts';

const LONGEST_SEARCH = 200;
const UNCOUNTED = 'The total number could not be loaded just now.';

/** The payments of a link, or of all links, newest first, a page at a time; kept fresh, searchable and exportable. */
export function LinkPayments({ linkId }: { linkId?: string }) {
  const [filter, setFilter] = useState<PaymentFilter>({ search: '', state: null });
  const { pages, payments, totals, isUncounted } = usePayments(linkId, filter);
  const isNarrowed = filter.search !== '' || filter.state !== null;
  const isAny = isNarrowed || (payments?.length ?? 0) > 0;
  return (
    <Card className={LIST_CARD}>
      <CardHeading
        title={linkId === undefined ? 'Payments by all links' : 'Payments'}
        {...(isAny && totals !== undefined ? { detail: totalsText(totals) } : {})}
        {...(isAny && isUncounted ? { detail: UNCOUNTED } : {})}
        action={
          isAny ? <ExportPayments {...(linkId === undefined ? {} : { linkId })} state={filter.state} /> : undefined
        }
      />
      {isAny && <Narrow filter={filter} totals={totals} onChange={setFilter} />}
      {pages.isPending && <SkeletonRows label="Loading its payments" rows={3} />}
      {payments === undefined && pages.isError && (
        <ErrorState
          message={messageFor(pages.error, 'The payments could not be loaded.')}
          onRetry={() => void pages.refetch()}
          isRetrying={pages.isFetching}
        >
          Your money is safe where it is.
        </ErrorState>
      )}
      {payments?.length === 0 && (
        <EmptyState icon={ReceiptText} title={isNarrowed ? 'No payments found' : 'No payments yet'}>
          {isNarrowed
            ? 'No match. Try a part of the reference, of the e-mail or of the transaction, the whole payment number, or another state.'
            : 'Share the link; each payment appears here at once.'}
        </EmptyState>
      )}
      {payments !== undefined && payments.length > 0 && (
        <div aria-busy={pages.isPlaceholderData || undefined} className="aria-busy:opacity-60">
          <DataTable
            caption={linkId === undefined ? 'Payments by all links' : 'Payments of this link'}
            columns={linkId === undefined ? ALL_PAYMENT_COLUMNS : PAYMENT_COLUMNS}
            rows={payments}
            rowKey={({ id }) => id}
          />
        </div>
      )}
      <MoreButton pages={pages} label="Show older" failure="Older payments could not be loaded. Please try again." />
    </Card>
  );
}

function totalsText({ byState: { paid }, nairaKobo }: PaymentTotals): string {
  return `${paid} paid, ${nairaOfKobo(nairaKobo)} in all`;
}

function Narrow({
  filter,
  totals,
  onChange,
}: {
  filter: PaymentFilter;
  totals: PaymentTotals | undefined;
  onChange: (filter: PaymentFilter) => void;
}) {
  return (
    <div className="mb-6 grid gap-3 sm:grid-cols-[minmax(0,1fr)_14rem] md:max-w-2xl">
      <SearchField
        initial={filter.search}
        placeholder="Number, reference, e-mail, transaction"
        maxLength={LONGEST_SEARCH}
        onSettled={(search) => onChange({ ...filter, search })}
      />
      <StateField
        states={PAYMENT_STATES}
        words={PAYMENT_STATE_WORDS}
        counts={totals?.byState}
        value={filter.state}
        onChange={(state) => onChange({ ...filter, state })}
      />
    </div>
  );
}
