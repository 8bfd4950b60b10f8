import { endpoints, type FoundPaymentKind, type FoundPaymentView } from '@kobogate/contract';
import { useState } from 'react';
import { useCall } from '../../lib/queries.ts';
import { Button } from '../../ui/button.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Status } from '../../ui/status.tsx';
import { ForRole } from '../for-role.tsx';
import { LoadedRecord, type RecordProps } from '../loaded-record.tsx';
import { ExplainPaymentDialog } from './explain-payment-dialog.tsx';
import { AddressCell, CoinsCell, RestoredCard, RestoredTable } from './restored-coins.tsx';

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
    cell: CoinsCell,
  },
  { id: 'date', title: 'Found', cell: ({ foundAt }) => <Moment at={foundAt} /> },
  {
    id: 'address',
    title: 'Paid to',
    place: 'note',
    cell: AddressCell,
  },
  {
    id: 'action',
    title: 'What it was',
    place: 'action',
    cell: (payment) =>
      payment.explained === null ? (
        <ForRole call={endpoints.foundPayments.explain}>
          <Button
            variant="secondary"
            aria-haspopup="dialog"
            aria-label={`Say what ${payment.amount} ${payment.currency} were`}
            onClick={() => explain(payment)}
          >
            Say what it was
          </Button>
        </ForRole>
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

const TITLE = 'Payments that the books did not know';

/** Payments from our own addresses that the books did not know, as after a restore; shown only where there are some. */
export function FoundPaymentsCard() {
  const answer = useCall(endpoints.foundPayments.list);
  return (
    <RestoredCard
      title={TITLE}
      detail="Your keys sent them after the backup. No refund to the same address is sent until you say what they were."
      answer={answer}
      failed="The payments that the books did not know could not be loaded."
      calm="Until then, no refund that they may have paid is sent."
    >
      {(rows) => <FoundPaymentsTable rows={rows} />}
    </RestoredCard>
  );
}

/** One of them, for the queue. */
export function FoundPaymentsRecord({ id, onReady }: RecordProps) {
  const answer = useCall(endpoints.foundPayments.list);
  return (
    <LoadedRecord
      answer={answer}
      found={answer.data?.data.find((row) => row.id === id)}
      failed="The payments that the books did not know could not be loaded."
      onReady={onReady}
    >
      {(row) => <FoundPaymentsTable rows={[row]} />}
    </LoadedRecord>
  );
}

function FoundPaymentsTable({ rows }: { rows: readonly FoundPaymentView[] }) {
  const [explained, setExplained] = useState<FoundPaymentView | null>(null);
  return (
    <RestoredTable
      caption={TITLE}
      rows={rows}
      columns={columns(setExplained)}
      dialog={explained !== null && <ExplainPaymentDialog payment={explained} onClose={() => setExplained(null)} />}
    />
  );
}
