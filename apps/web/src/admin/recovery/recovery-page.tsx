import { endpoints, type Recovery } from '@kobogate/contract';
import { Link } from 'react-router';
import { messageFor } from '../../lib/client.ts';
import { useCall } from '../../lib/queries.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardHeading, LIST_CARD, PageHeading } from '../../ui/card.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { CircleCheckBig, Landmark } from '../../ui/icons.ts';
import { Moment } from '../../ui/moment.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { QuietStatus } from '../overview/quiet-status.tsx';
import { LoadedRecord, type RecordProps } from '../loaded-record.tsx';
import { FenceCard } from './fence-card.tsx';
import { CHECK_WORDS } from './recovery-words.ts';
import { TransferItem } from './transfer-item.tsx';

/** After a restore: what is stopped, what was compared, and each bank transfer that the books don’t have. */
export function Component() {
  return (
    <>
      <PageTitle>Recovery</PageTitle>
      <PageHeading
        title="Recovery"
        detail="After a restore, payouts are stopped until the books have been compared with every bank and chain."
      />
      <Content />
    </>
  );
}

/** A transfer that the books did not know, for the queue. */
export function TransferRecord({ id, onReady }: RecordProps) {
  const answer = useCall(endpoints.recovery.read);
  return (
    <LoadedRecord
      answer={answer}
      found={answer.data?.data.transfers.find((transfer) => transfer.id === id)}
      failed="The transfer could not be loaded."
      onReady={onReady}
    >
      {(transfer) => (
        <ul>
          <TransferItem transfer={transfer} />
        </ul>
      )}
    </LoadedRecord>
  );
}

function Content() {
  const found = useCall(endpoints.recovery.read);
  if (found.isPending) return <SkeletonRows label="Loading the recovery" rows={4} />;
  if (found.data === undefined) {
    return (
      <Card>
        <ErrorState
          message={messageFor(found.error, 'The recovery could not be loaded.')}
          onRetry={() => void found.refetch()}
          isRetrying={found.isFetching}
        >
          If payouts are stopped, they stay stopped.
        </ErrorState>
      </Card>
    );
  }
  return <Loaded recovery={found.data.data} isLooking={found.isFetching} onLook={() => void found.refetch()} />;
}

function Loaded({ recovery, isLooking, onLook }: { recovery: Recovery; isLooking: boolean; onLook: () => void }) {
  const { fence, checks, left, transfers } = recovery;
  return (
    <div className="grid gap-4">
      {fence === null ? (
        <Card aria-label="State">
          <EmptyState icon={CircleCheckBig} title="Payouts are sent as usual">
            Every payout is in the books. If a bank’s list has a transfer that they lack, payouts stop, and this page
            says what to do.
          </EmptyState>
        </Card>
      ) : (
        <FenceCard fence={fence} left={left} />
      )}
      {(fence !== null || transfers.length > 0) && (
        <Card aria-label="Transfers">
          <CardHeading
            title="Transfers that the books did not know"
            detail="Made by the bank with one of our references. No action here sends naira."
          />
          {transfers.length === 0 ? (
            <EmptyState icon={Landmark} title="None so far">
              Every transfer on the banks’ lists is in the books, as far as they have been read.
            </EmptyState>
          ) : (
            <ul className="divide-y divide-hairline">
              {transfers.map((transfer) => (
                <TransferItem key={transfer.id} transfer={transfer} />
              ))}
            </ul>
          )}
        </Card>
      )}
      {fence !== null && (
        <Card aria-label="What is compared" className={LIST_CARD}>
          <CardHeading
            title="What is compared"
            detail={
              <>
                This continues on its own; a bank or node that does not answer is asked again. What the chains found and
                you have to explain is on the{' '}
                <Link className="underline" to="/admin/refunds">
                  Refunds
                </Link>{' '}
                page.
              </>
            }
            action={
              <Button variant="secondary" pending={isLooking} pendingLabel="Loading..." onClick={onLook}>
                Refresh
              </Button>
            }
          />
          <DataTable
            caption="What is compared"
            columns={CHECK_COLUMNS}
            rows={checks}
            rowKey={({ part, title }) => `${part} ${title}`}
          />
        </Card>
      )}
    </div>
  );
}

const CHECK_COLUMNS: readonly Column<Recovery['checks'][number]>[] = [
  { id: 'title', title: 'What', place: 'title', cell: ({ title }) => <span className="font-semibold">{title}</span> },
  {
    id: 'state',
    title: 'State',
    place: 'aside',
    cell: ({ state }) => <QuietStatus tone={CHECK_WORDS[state].tone}>{CHECK_WORDS[state].text}</QuietStatus>,
  },
  {
    id: 'readTo',
    title: 'Read up to',
    cell: ({ readTo }) => (readTo === null ? '—' : <Moment at={readTo} />),
  },
  {
    id: 'detail',
    title: 'Detail',
    place: 'note',
    cell: ({ detail }) => <span className="wrap-anywhere">{detail === '' ? 'Begins soon.' : detail}</span>,
  },
];
