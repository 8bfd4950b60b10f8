import { endpoints, type SuspenseItem } from '@kobogate/contract';
import { useState } from 'react';
import { messageFor } from '../../lib/client.ts';
import { useCall } from '../../lib/queries.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardHeading, LIST_CARD } from '../../ui/card.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { EmailText } from '../../ui/email-text.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { PackageCheck } from '../../ui/icons.ts';
import { Coin } from '../../ui/money.tsx';
import { Moment } from '../../ui/moment.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { ForRole } from '../for-role.tsx';
import { LoadedRecord, type RecordProps } from '../loaded-record.tsx';
import { useDecisionForm } from '../use-decision-form.ts';
import { AddressCell, CoinsCell, Worth } from './restored-coins.tsx';
import { namedRow } from '../named-row.ts';
import { PersonLink } from '../users/user-words.tsx';

/** With the coin that it can be credited as. */
type Credited = SuspenseItem & { readonly currencyAs: string };

const columns = (credit: (item: Credited) => void): readonly Column<SuspenseItem>[] => [
  {
    id: 'customer',
    title: 'Customer',
    place: 'title',
    cell: ({ userId, customerName, customerEmail }) => (
      <>
        <PersonLink id={userId} name={customerName} />
        <span className="block text-sm text-ink-soft">
          <EmailText address={customerEmail} />
        </span>
      </>
    ),
  },
  {
    id: 'amount',
    title: 'Coins',
    place: 'aside',
    cell: CoinsCell,
  },
  {
    id: 'payments',
    title: 'Came by',
    place: 'note',
    cell: ({ payments, currency }) =>
      payments.length === 0 ? 'No payment is known' : <Payments payments={payments} currency={currency} />,
  },
  {
    id: 'action',
    title: 'Options',
    place: 'action',
    cell: (item) => (
      <ForRole call={endpoints.suspense.credit}>
        <WayOut item={item} onCredit={credit} />
      </ForRole>
    ),
  },
];

/** The newest payments that brought such coins: when, how much, at which address of ours, by which transaction. */
function Payments({ payments, currency }: Pick<SuspenseItem, 'payments' | 'currency'>) {
  return (
    <ul className="divide-y divide-hairline">
      {payments.map(({ network, address, transaction, amount, arrivedAt }) => (
        <li key={`${transaction} ${address} ${amount}`} className="py-2 first:pt-0 last:pb-0">
          <span className="block text-sm text-ink-soft">
            <Coin amount={amount} currency={currency} />, <Moment at={arrivedAt} />
          </span>
          <AddressCell address={address} network={network} transaction={transaction} />
        </li>
      ))}
    </ul>
  );
}

const rowName = ({ userId, asset }: SuspenseItem): string => `${userId} ${asset}`;

/** Coins that are not on offer: a bridged dollar can be credited as the real one, everything can be refunded. */
export function SuspenseCard() {
  const answer = useCall(endpoints.suspense.list);
  const items = answer.data?.data;
  return (
    <Card className={LIST_CARD}>
      <CardHeading
        title="Coins in suspense"
        detail="They arrived at a customer’s address and are not on offer. They stay the customer’s."
      />
      {answer.isPending && <SkeletonRows label="Loading the coins in suspense" rows={2} className="h-20" />}
      {answer.isError && items === undefined && (
        <ErrorState
          message={messageFor(answer.error, 'The coins in suspense could not be loaded.')}
          onRetry={() => void answer.refetch()}
          isRetrying={answer.isFetching}
        >
          They stay where they are.
        </ErrorState>
      )}
      {items?.length === 0 && (
        <EmptyState icon={PackageCheck} title="Nothing is in suspense">
          Coins that we know but don’t offer appear here when they arrive.
        </EmptyState>
      )}
      {items !== undefined && items.length > 0 && <SuspenseTable items={items} />}
    </Card>
  );
}

/** One of them, for the queue. */
export function SuspenseRecord({ id, onReady }: RecordProps) {
  const answer = useCall(endpoints.suspense.list);
  return (
    <LoadedRecord
      answer={answer}
      found={answer.data?.data.find((item) => rowName(item) === id)}
      failed="The coins in suspense could not be loaded."
      onReady={onReady}
    >
      {(item) => <SuspenseTable items={[item]} />}
    </LoadedRecord>
  );
}

function SuspenseTable({ items }: { items: readonly SuspenseItem[] }) {
  const [credited, setCredited] = useState<Credited | null>(null);
  return (
    <>
      <DataTable
        caption="Coins in suspense"
        columns={columns(setCredited)}
        rows={items}
        rowKey={rowName}
        rowProps={(item) => namedRow(rowName(item))}
      />
      {credited !== null && <CreditDialog item={credited} onClose={() => setCredited(null)} />}
    </>
  );
}

function WayOut({ item, onCredit }: { item: SuspenseItem; onCredit: (item: Credited) => void }) {
  const [currencyAs] = item.creditedAs?.split('@') ?? [];
  if (currencyAs === undefined) {
    return <span className="text-sm text-ink-soft">The customer can ask for a refund</span>;
  }
  return (
    <Button
      variant="secondary"
      aria-haspopup="dialog"
      aria-label={`Credit ${item.customerName} as ${currencyAs}`}
      onClick={() => onCredit({ ...item, currencyAs })}
    >
      Credit as {currencyAs}
    </Button>
  );
}

/** Asks once more before a customer gets the offered coin for theirs, unit for unit. */
function CreditDialog({
  item: { userId, asset, amount, currency, currencyAs, networkName, nairaKobo, customerName, customerEmail },
  onClose,
}: {
  item: Credited;
  onClose: () => void;
}) {
  const form = useDecisionForm(endpoints.suspense.credit, {
    initial: {},
    body: () => ({ userId, asset, amount }),
    onDone: onClose,
    failed: 'We do not know whether this was credited. Press again: it is credited only once.',
  });
  return (
    <FormDialog
      form={form}
      returnTo={form.returnTo}
      title={`Credit these coins as ${currencyAs}?`}
      description={`The customer gets ${amount} ${currencyAs} for them, to convert. This can’t be undone here.`}
      cancel="Leave them"
      confirm={`Credit as ${currencyAs}`}
      pendingLabel="Crediting..."
      startsAtConfirm
      onClose={onClose}
    >
      <div className="rounded-card bg-sunk p-4 text-[15px]">
        <p>
          <Coin amount={amount} currency={currency} className="font-semibold" /> on {networkName}, of{' '}
          <PersonLink id={userId} name={customerName} inSentence inNewTab />
        </p>
        <p className="text-sm text-ink-soft">
          <EmailText address={customerEmail} />
        </p>
        <Worth kobo={nairaKobo} className="text-[15px] font-medium" />
      </div>
    </FormDialog>
  );
}
