import { endpoints } from '@kobogate/contract';
import { useSession } from '../../lib/session-context.ts';
import { Button } from '../../ui/button.tsx';
import { Badge } from '../../ui/status.tsx';
import { useMay, WhoCan } from '../for-role.tsx';
import { isApprovedBy, isOwn, isToDecide } from './desk-words.ts';
import type { AdminRow } from './local-decisions.ts';
import { RetryPayout } from './retry-payout.tsx';
import { whichOrder } from './seen-order.tsx';
import { TwoApprovals } from './two-approvals.tsx';
import { UnknownPayout } from './unknown-payout.tsx';
import type { Desk } from './use-desk.ts';

/** No payout is under way: it may be sent again, or by another rail. */
const CAN_GO_AGAIN: ReadonlySet<string> = new Set(['queued', 'failed', 'reversed']);

/**
 * Approve and decline, for a pending order. A press decides nothing yet: it opens a dialog that names the order, and the press
 * there is about what the dialog shows.
 */
function DecideButtons({ row, onDecide }: { row: AdminRow; onDecide: Desk['startDeciding'] }) {
  const { user: self } = useSession();
  const who = whichOrder(row);
  if (isOwn(row, self?.id)) return <span className="text-sm text-ink-soft">Your own order: a colleague decides</span>;
  return (
    <div className="flex gap-1">
      {!isApprovedBy(row, self?.id) && (
        <Button
          variant="secondary"
          aria-haspopup="dialog"
          aria-label={`Approve ${who}`}
          onClick={() => onDecide(row, 'approved')}
        >
          Approve
        </Button>
      )}
      <Button
        variant="quiet"
        aria-haspopup="dialog"
        aria-label={`Decline ${who}`}
        onClick={() => onDecide(row, 'declined')}
      >
        Decline
      </Button>
    </div>
  );
}

/** What can be done in a row of the list: everything else is in the panel. */
export function RowActions({ row, onDecide }: { row: AdminRow; onDecide: Desk['startDeciding'] }) {
  const mayDecide = useMay(endpoints.adminOrders.decide);
  if (row.decision?.state === 'sample') return <Badge tone="neutral">Sample, not sent</Badge>;
  if (row.decision?.state === 'saving') return <span className="text-ink-soft">Saving...</span>;
  if (row.decision !== null) return <span className="font-medium text-danger">Not saved, see below</span>;
  return mayDecide && isToDecide(row) ? <DecideButtons row={row} onDecide={onDecide} /> : null;
}

/**
 * Everything that can be done to an order: approve and decline while it is pending, send a failed or returned payout
 * again, decide on one that the bank does not know.
 */
export function PanelActions({
  row,
  onDecide,
  isSample,
}: {
  row: AdminRow;
  onDecide: Desk['startDeciding'];
  isSample: boolean;
}) {
  const mayDecide = useMay(endpoints.adminOrders.decide);
  if (row.decision !== null) return <RowActions row={row} onDecide={onDecide} />;
  if (!mayDecide) return <WhoCan call={endpoints.adminOrders.decide} />;
  if (!isSample && row.payout !== 'paid' && row.payoutNeedsPerson) return <UnknownPayout order={row} />;
  if (!isSample && CAN_GO_AGAIN.has(row.payout)) {
    return (
      <div className="grid justify-items-start gap-2">
        {row.payout !== 'queued' && (row.listedSenders.length > 0 || row.formerPayee !== null) && (
          <TwoApprovals row={row} isSample={isSample} />
        )}
        <RetryPayout order={row} />
      </div>
    );
  }
  if (!isToDecide(row)) return <span className="text-sm text-ink-soft">Nothing to do</span>;
  return (
    <div className="grid justify-items-start gap-2">
      <TwoApprovals row={row} isSample={isSample} />
      <DecideButtons row={row} onDecide={onDecide} />
    </div>
  );
}
