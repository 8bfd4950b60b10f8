import type { WorkItem, WorkKind } from '@kobogate/contract';
import { type ComponentType, lazy, Suspense } from 'react';
import { Button } from '../../ui/button.tsx';
import { SkeletonRows } from '../../ui/states.tsx';
import type { RecordProps } from '../loaded-record.tsx';
import { SidePanel } from '../side-panel.tsx';
import { DecidedInContext } from '../use-decision-form.ts';
import type { Queue } from './use-queue.ts';
import { aboutText, WORK_WORDS } from './work-words.ts';

const inRefunds = () => import('../refunds/refunds-page.tsx');
const inNetworks = () => import('../networks/networks-page.tsx');
const transfer = lazy(async () => ({ default: (await import('../recovery/recovery-page.tsx')).TransferRecord }));
const refund = lazy(async () => ({ default: (await inRefunds()).RefundRecord }));

/** What the page of a kind has of one record, with the same decisions and dialogs: of the page's own file. */
const RECORDS: Partial<Record<WorkKind, ComponentType<RecordProps>>> = {
  refunds: refund,
  'refunds-due': refund,
  vouching: lazy(async () => ({ default: (await inNetworks()).WaitingDepositRecord })),
  networks: lazy(async () => ({ default: (await inNetworks()).NetworkRecord })),
  late: lazy(async () => ({ default: (await inRefunds()).LateRecord })),
  unclaimed: lazy(async () => ({ default: (await inRefunds()).UnclaimedRecord })),
  suspense: lazy(async () => ({ default: (await inRefunds()).SuspenseRecord })),
  found: lazy(async () => ({ default: (await inRefunds()).FoundPaymentsRecord })),
  'factor-resets': lazy(async () => ({ default: (await import('../users/user-page.tsx')).FactorResetRecord })),
  debts: lazy(async () => ({ default: (await import('../users/user-page.tsx')).DebtRecord })),
  recovery: transfer,
  owed: transfer,
  proposals: lazy(async () => ({ default: (await import('../settings/settings-page.tsx')).ProposalRecord })),
};

/** A record of the queue that is no order, with what can be decided on it, and the way to its page. */
export default function QueueRecord({
  opened: { row, kind, id },
  item,
  queue,
}: {
  opened: NonNullable<Queue['opened']>;
  /** As the list has it; undefined: it has left the list. */
  item: WorkItem | undefined;
  queue: Queue;
}) {
  const { short } = WORK_WORDS[kind];
  const Record = RECORDS[kind];
  return (
    <DecidedInContext value={queue}>
      <SidePanel
        id={row}
        title={item === undefined ? short : aboutText(item)}
        summary={item === undefined ? undefined : short}
        isBeside={queue.isBeside}
        actions={undefined}
        returnTo={queue.panelReturnsTo}
        onClose={queue.close}
      >
        <div data-queue-record="" className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <Suspense fallback={<SkeletonRows label="Loading the record" rows={2} className="h-20" />}>
            {Record !== undefined && <Record key={row} id={id} onReady={queue.isReady} />}
          </Suspense>
          <Button variant="quiet" className="justify-self-start" onClick={() => queue.leaveFor(kind, id, row)}>
            Open its page
          </Button>
        </div>
      </SidePanel>
    </DecidedInContext>
  );
}
