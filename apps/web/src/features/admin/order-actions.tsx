import { isolated } from '@kobogate/contract';
import { useState } from 'react';
import { coinText } from '../../lib/formats.ts';
import { useSession } from '../../lib/session-context.ts';
import { Button } from '../../ui/button.tsx';
import { Badge } from '../../ui/status.tsx';
import { DeclineDialog } from './decline-dialog.tsx';
import { needsReason } from './listed-senders.tsx';
import type { AdminRow } from './local-decisions.ts';
import { RetryPayout } from './retry-payout.tsx';
import { UnknownPayout } from './unknown-payout.tsx';
import type { AdminOrders } from './use-admin-orders.ts';

/** A customer may have several: the coins tell them apart. */
const whichOrder = ({ customerName, fromAmount, fromCurrency }: AdminRow): string =>
  `the order of ${customerName}, ${coinText(fromAmount, fromCurrency)}`;

/** Nothing of it is under way: it may be sent again, or by another rail. */
const CAN_GO_AGAIN: ReadonlySet<string> = new Set(['queued', 'failed', 'reversed']);

/**
 * What can be done with an order: approve and decline while it is pending, and nothing of that otherwise; save again
 * what was not saved; send a payout again that failed or came back; decide on one that the bank does not know. One with
 * a listed sender is approved where it was opened, with a reason.
 */
export function OrderActions({
  row,
  orders,
  onApproveListed,
}: {
  row: AdminRow;
  orders: AdminOrders;
  /** Opens such an order, or takes the reason where it is open. */
  onApproveListed: () => void;
}) {
  const { user: self } = useSession();
  const [isDeclining, setIsDeclining] = useState(false);
  const { decision } = row;
  const who = whichOrder(row);
  if (decision !== null) return <DecisionState row={row} orders={orders} />;
  if (!orders.isSample && CAN_GO_AGAIN.has(row.payout)) return <RetryPayout order={row} />;
  if (!orders.isSample && row.payout === 'unknown' && row.payoutNeedsPerson) return <UnknownPayout order={row} />;
  if (row.status !== 'pending') return <span className="text-sm text-ink-soft">Nothing to do</span>;
  const { firstApproval } = row;
  const isOwn = firstApproval !== null && firstApproval.adminId === self?.id;
  const isListed = needsReason(row);
  return (
    <div className="grid justify-items-start gap-1.5">
      {firstApproval !== null && (
        <p className="max-w-60 text-sm text-ink-soft">
          {isOwn
            ? 'You have approved it. Another administrator has to approve it too.'
            : `${isolated(firstApproval.by)} has approved it. You are the second.`}
        </p>
      )}
      <div className="flex gap-1">
        {!isOwn && (
          <Button
            variant="secondary"
            aria-label={`Approve ${who}`}
            onClick={() =>
              isListed ? onApproveListed() : orders.decide(row, { verdict: 'approved', reason: null, code: 'other' })
            }
          >
            Approve
          </Button>
        )}
        <Button variant="quiet" aria-label={`Decline ${who}`} onClick={() => setIsDeclining(true)}>
          Decline
        </Button>
      </div>
      {isDeclining && (
        <DeclineDialog
          orderId={row.id}
          declines={orders.declines}
          onClose={() => {
            setIsDeclining(false);
            orders.declines.forget(row.id);
          }}
          onDecline={(choice) => {
            setIsDeclining(false);
            orders.decide(row, { verdict: 'declined', ...choice });
          }}
        />
      )}
    </div>
  );
}

function DecisionState({ row, orders }: { row: AdminRow; orders: AdminOrders }) {
  const { decision } = row;
  if (decision === null) return null;
  if (decision.state === 'sample') return <Badge tone="neutral">Sample, not sent</Badge>;
  if (decision.state === 'saving') return <output className="text-sm text-ink-soft">Saving...</output>;
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
