import { endpoints, type FoundPaymentKind, type FoundPaymentView } from '@kobogate/contract';
import { useState } from 'react';
import { messageFor } from '../../lib/client.ts';
import { useCall } from '../../lib/queries.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardHeading, LIST_CARD } from '../../ui/card.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { GroupedAddress } from '../../ui/grouped-address.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Coin } from '../../ui/money.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { Status } from '../../ui/status.tsx';
import { TransactionLink } from '../../ui/transaction-link.tsx';
import { ExplainPaymentDialog } from './explain-payment-dialog.tsx';

const SAID: Readonly<Record<FoundPaymentKind, string>> = {
  refund: 'A refund',
  customer: 'A customer’s coins',
  operator: 'Your own coins',
};

const columns = (explain: (payment: FoundPaymentView) => void): Column<FoundPaymentView>[] => [
  {
    id: 'amount',
    title: 'Coins',
    place: 'title',
    cell: ({ amount, currency, networkName }) => (
      <>
        <Coin amount={amount} currency={currency} className="block font-medium whitespace-nowrap" />
        <span className="block text-sm text-ink-soft">{networkName}</span>
      </>
    ),
  },
  { id: 'date', title: 'Found', place: 'aside', cell: ({ foundAt }) => <Moment at={foundAt} /> },
  {
    id: 'address',
    title: 'Paid to',
    place: 'note',
    cell: ({ address, network, transaction }) => (
      <>
        <span className="block max-w-80">
          <GroupedAddress address={address} />
        </span>
        <TransactionLink network={network} transaction={transaction} />
      </>
    ),
  },
  {
    id: 'action',
    title: 'What it was',
    place: 'action',
    cell: (payment) =>
      payment.explained === null ? (
        <Button
          variant="secondary"
          aria-label={`Say what ${payment.amount} ${payment.currency} were`}
          onClick={() => explain(payment)}
        >
          Say what it was
        </Button>
      ) : (
        <>
          <Status tone="success">{SAID[payment.explained.kind]}</Status>
          <span className="mt-1.5 block max-w-64 text-sm wrap-anywhere text-ink-soft">
            {payment.explained.customerEmail !== null && `${payment.explained.customerEmail}. `}
            <bdi>{payment.explained.by}</bdi>: {payment.explained.reason}
          </span>
        </>
      ),
  },
];

/** What our own addresses paid and the books did not know, as after a restore; there only where something was found. */
export function FoundPaymentsCard() {
  const answer = useCall(endpoints.foundPayments.list);
  const [explained, setExplained] = useState<FoundPaymentView | null>(null);
  const payments = answer.data?.data ?? [];
  if (payments.length === 0 && !answer.isError) return null;
  return (
    <Card className={LIST_CARD}>
      <CardHeading
        title="Payments that the books did not know"
        detail="Your keys signed them before the books were restored. No refund to the same address leaves until you say what they were."
      />
      {answer.isError && payments.length === 0 && (
        <ErrorState
          message={messageFor(answer.error, 'The payments that the books did not know could not be loaded.')}
          onRetry={() => void answer.refetch()}
          isRetrying={answer.isFetching}
        >
          No refund that one of them may have paid leaves meanwhile.
        </ErrorState>
      )}
      {payments.length > 0 && (
        <DataTable
          caption="Payments that the books did not know"
          columns={columns(setExplained)}
          rows={payments}
          rowKey={({ id }) => id}
        />
      )}
      {explained !== null && <ExplainPaymentDialog payment={explained} onClose={() => setExplained(null)} />}
    </Card>
  );
}
