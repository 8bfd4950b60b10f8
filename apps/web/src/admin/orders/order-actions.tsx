import type { AdminOrder } from '@kobogate/contract';
import { useState } from 'react';
import { useSession } from '../../lib/session-context.ts';
import { Button } from '../../ui/button.tsx';
import { Badge } from '../../ui/status.tsx';
import { ApproveDialog } from './approve-dialog.tsx';
import { DeclineDialog } from './decline-dialog.tsx';
import type { AdminRow, LocalDecision, Verdict } from './local-decisions.ts';
import { RetryPayout } from './retry-payout.tsx';
import { whichOrder } from './seen-order.tsx';
import { TwoApprovals } from './two-approvals.tsx';
import { UnknownPayout } from './unknown-payout.tsx';
import type { AdminOrders } from './use-admin-orders.ts';

/** No payout is under way: it may be sent again, or by another rail. */
const CAN_GO_AGAIN: ReadonlySet<string> = new Set(['queued', 'failed', 'reversed']);

/**
 * The actions of an order: approve and decline while it is pending; save again what was not
 * saved; send a failed or returned payout again; decide on one that the bank does not know. A press
 * decides nothing: it opens a dialog that names the order, and the press there is about what it shows.
 */
export function OrderActions({ row, orders }: { row: AdminRow; orders: AdminOrders }) {
  const { user: self } = useSession();
  const [open, setOpen] = useState<OpenDialog | null>(null);
  const { decision } = row;
  const who = whichOrder(row);
  const show = (verdict: Verdict, before?: AdminOrder): void => setOpen({ verdict, before });
  if (decision !== null) {
    const lookAgain = (): void => {
      orders.takeBack(row.id);
      if (row.status === 'pending') show(decision.verdict, decision.seen);
    };
    return <DecisionState row={row} decision={decision} orders={orders} onLookAgain={lookAgain} />;
  }
  if (!orders.isSample && CAN_GO_AGAIN.has(row.payout)) return <RetryPayout order={row} />;
  if (!orders.isSample && row.payout === 'unknown' && row.payoutNeedsPerson) return <UnknownPayout order={row} />;
  if (row.status !== 'pending') return <span className="text-sm text-ink-soft">Nothing to do</span>;
  const { firstApproval } = row;
  const isOwn = firstApproval !== null && firstApproval.adminId === self?.id;
  return (
    <div className="grid justify-items-start gap-1.5">
      <TwoApprovals row={row} isSample={orders.isSample} />
      <div className="flex gap-1">
        {!isOwn && (
          <Button
            variant="secondary"
            aria-haspopup="dialog"
            aria-label={`Approve ${who}`}
            onClick={() => show('approved')}
          >
            Approve
          </Button>
        )}
        <Button variant="quiet" aria-haspopup="dialog" aria-label={`Decline ${who}`} onClick={() => show('declined')}>
          Decline
        </Button>
      </div>
      {open?.verdict === 'approved' && (
        <ApproveDialog
          row={row}
          before={open.before}
          onClose={() => setOpen(null)}
          onApprove={(choice) => {
            setOpen(null);
            orders.decide(row, choice);
          }}
        />
      )}
      {open?.verdict === 'declined' && (
        <DeclineDialog
          row={row}
          before={open.before}
          declines={orders.declines}
          onClose={() => {
            setOpen(null);
            orders.declines.forget(row.id);
          }}
          onDecline={(choice) => {
            setOpen(null);
            orders.decide(row, choice);
          }}
        />
      )}
    </div>
  );
}

interface OpenDialog {
  readonly verdict: Verdict;
  /** The order as it was when a decision on it was refused. */
  readonly before: AdminOrder | undefined;
}

function DecisionState({
  row,
  decision,
  orders,
  onLookAgain,
}: {
  row: AdminRow;
  decision: LocalDecision;
  orders: AdminOrders;
  onLookAgain: () => void;
}) {
  if (decision.state === 'sample') return <Badge tone="neutral">Sample, not sent</Badge>;
  if (decision.state === 'saving') return <output className="text-sm text-ink-soft">Saving...</output>;
  if (decision.state === 'refused') {
    return (
      <div role="alert" className="grid gap-1.5 text-left text-sm">
        <p className="font-semibold text-danger">Not decided</p>
        <p className="text-ink-soft @3xl:max-w-52">{decision.problem}</p>
        <Button variant="secondary" className="justify-self-start" onClick={onLookAgain}>
          Look again<span className="sr-only"> at {whichOrder(row)}</span>
        </Button>
      </div>
    );
  }
  return (
    <div role="alert" className="grid gap-1.5 text-left text-sm">
      <p className="font-semibold text-danger">Not saved on the server</p>
      <p className="text-ink-soft @3xl:max-w-52">{decision.problem}</p>
      <div className="flex gap-1 whitespace-nowrap">
        <Button variant="secondary" onClick={() => orders.decide(row, decision)}>
          Try again<span className="sr-only">: {whichOrder(row)}</span>
        </Button>
        <Button variant="quiet" onClick={() => orders.takeBack(row.id)}>
          Take back<span className="sr-only"> the decision on {whichOrder(row)}</span>
        </Button>
      </div>
    </div>
  );
}
