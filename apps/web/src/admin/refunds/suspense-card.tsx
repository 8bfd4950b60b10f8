import { endpoints, type SuspenseItem } from '@kobogate/contract';
import { useQueryClient } from '@tanstack/react-query';
import { PackageCheck } from 'lucide-react';
import { useContext } from 'react';
import { toast } from 'react-hot-toast/headless';
import { call, isUnreachable, messageFor } from '../../lib/client.ts';
import { useCall } from '../../lib/queries.ts';
import { useIdempotencyKey } from '../../lib/idempotency-key.ts';
import { usePending } from '../../lib/use-pending.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardHeading, LIST_CARD } from '../../ui/card.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { EmailText } from '../../ui/email-text.tsx';
import { Moment } from '../../ui/moment.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { ForRole } from '../for-role.tsx';
import { LoadedRecord, type RecordProps } from '../loaded-record.tsx';
import { DecidedInContext } from '../use-decision-form.ts';
import { CoinsCell } from './restored-coins.tsx';
import { namedRow } from '../named-row.ts';

const COLUMNS: readonly Column<SuspenseItem>[] = [
  {
    id: 'customer',
    title: 'Customer',
    cell: ({ customerName, customerEmail }) => (
      <>
        <bdi className="block font-medium">{customerName}</bdi>
        <span className="block text-sm text-ink-soft">
          <EmailText address={customerEmail} />
        </span>
      </>
    ),
  },
  {
    id: 'amount',
    title: 'Coins',
    cell: CoinsCell,
  },
  {
    id: 'date',
    title: 'Arrived',
    cell: ({ arrivedAt }) => (arrivedAt === null ? 'Unknown' : <Moment at={arrivedAt} />),
  },
  {
    id: 'action',
    title: 'Options',
    cell: (item) => (
      <ForRole call={endpoints.suspense.credit}>
        <WayOut item={item} />
      </ForRole>
    ),
  },
];

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
      {answer.isPending && <SkeletonRows label="Loading the coins kept apart" rows={2} className="h-20" />}
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
  return (
    <DataTable
      caption="Coins in suspense"
      columns={COLUMNS}
      rows={items}
      rowKey={rowName}
      rowProps={(item) => namedRow(rowName(item))}
    />
  );
}

function WayOut({ item: { userId, asset, amount, creditedAs, customerName } }: { item: SuspenseItem }) {
  const queryClient = useQueryClient();
  const { tell } = useContext(DecidedInContext);
  const { isPending, run } = usePending();
  const { idempotencyKey, renew, renewIfRefused } = useIdempotencyKey();
  if (creditedAs === null) return <span className="text-sm text-ink-soft">The customer asks for a refund</span>;
  const [currency] = creditedAs.split('@');

  async function credit(): Promise<void> {
    try {
      const answer = await call(endpoints.suspense.credit, { body: { userId, asset, amount }, idempotencyKey });
      if (isUnreachable(answer)) toast.error(answer);
      else {
        toast.success(answer.message);
        renew();
        tell(answer.message);
      }
    } catch (failure) {
      renewIfRefused(failure);
      toast.error(
        messageFor(failure, 'We do not know whether this was credited. Press again: it is credited only once.'),
      );
    }
    await queryClient.invalidateQueries();
  }

  return (
    <Button
      variant="secondary"
      pending={isPending}
      pendingLabel="Crediting..."
      aria-label={`Credit ${customerName} as ${currency}`}
      onClick={() => void run(credit)}
    >
      Credit as {currency}
    </Button>
  );
}
