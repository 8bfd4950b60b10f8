import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Badge } from '../../ui/status.tsx';
import { DeclineDialog } from './decline-dialog.tsx';
import type { AdminRow } from './local-decisions.ts';
import { RetryPayout } from './retry-payout.tsx';
import { UnknownPayout } from './unknown-payout.tsx';
import type { AdminOrders } from './use-admin-orders.ts';

/**
 * What can be done with an order: approve and decline while it is pending, and nothing of that otherwise; save again
 * what was not saved; send a payout again that failed or came back; decide on one that the bank does not know.
 */
export function OrderActions({ row, orders }: { row: AdminRow; orders: AdminOrders }) {
  const [isDeclining, setIsDeclining] = useState(false);
  const { decision } = row;
  if (decision !== null) return <DecisionState row={row} orders={orders} />;
  if (!orders.isSample && (row.payout === 'failed' || row.payout === 'reversed')) return <RetryPayout order={row} />;
  if (!orders.isSample && row.payout === 'unknown' && row.payoutNeedsPerson) return <UnknownPayout order={row} />;
  if (row.status !== 'pending') return <span className="text-sm text-ink-soft">Nothing to do</span>;
  const who = `the order of ${row.customerName}`;
  return (
    <div className="flex gap-1 @max-3xl:justify-end">
      <Button variant="secondary" aria-label={`Approve ${who}`} onClick={() => orders.decide(row, 'approved', null)}>
        Approve
      </Button>
      <Button variant="quiet" aria-label={`Decline ${who}`} onClick={() => setIsDeclining(true)}>
        Decline
      </Button>
      {isDeclining && (
        <DeclineDialog
          onClose={() => setIsDeclining(false)}
          onDecline={(reason) => {
            setIsDeclining(false);
            orders.decide(row, 'declined', reason);
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
    <div role="alert" className="grid gap-1.5 text-left text-sm @max-3xl:text-right">
      <p className="font-semibold text-danger">Not saved on the server</p>
      <p className="text-ink-soft">{decision.problem}</p>
      <div className="flex flex-wrap gap-2 @max-3xl:justify-end">
        <Button variant="secondary" onClick={() => orders.decide(row, decision.verdict, decision.reason)}>
          Try again
        </Button>
        <Button variant="quiet" onClick={() => orders.takeBack(row.id)}>
          Take back
        </Button>
      </div>
    </div>
  );
}
