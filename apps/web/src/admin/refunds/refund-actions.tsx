import { type AdminRefund, isolated } from '@kobogate/contract';
import { coinText } from '../../lib/formats.ts';
import { useSession } from '../../lib/session-context.ts';
import { Button } from '../../ui/button.tsx';
import type { RefundDecision } from './decision-dialog.tsx';

const isInPlan = ({ status }: AdminRefund): boolean => status === 'planned' || status === 'sent';

/** Whether there is anything to decide on. Pure. */
export const canDecide = (refund: AdminRefund): boolean =>
  refund.status === 'requested' || refund.status === 'approved' || (isInPlan(refund) && refund.listed.isNew);

/**
 * What an administrator can decide on a refund, by `canDecide`: approve or decline a waiting one (also as the second approval);
 * decline one that is in no plan yet; accept one in a plan that the sanctions list has named since.
 */
export function RefundActions({ refund, decide }: { refund: AdminRefund; decide: (decision: RefundDecision) => void }) {
  const { user: self } = useSession();
  const { status, firstApproval } = refund;
  if (isInPlan(refund)) return <Decide label="Accept" refund={refund} status="approved" decide={decide} />;
  const isFirst = status === 'requested' && firstApproval !== null;
  const isOwn = isFirst && firstApproval.adminId === self?.id;
  return (
    <div className="grid justify-items-start gap-1.5">
      {isFirst && (
        <p className="max-w-60 text-sm text-ink-soft">
          {isOwn
            ? 'You have approved it. Another reviewer or administrator has to approve it too.'
            : `${isolated(firstApproval.by)} has approved it. You are the second.`}
        </p>
      )}
      <div className="flex flex-wrap gap-1">
        {status === 'requested' && !isOwn && (
          <Decide label="Approve" refund={refund} status="approved" decide={decide} />
        )}
        <Decide label="Decline" refund={refund} status="declined" decide={decide} />
      </div>
    </div>
  );
}

function Decide({
  label,
  decide,
  ...decision
}: RefundDecision & { label: string; decide: (decision: RefundDecision) => void }) {
  const { customerName, amount, currency } = decision.refund;
  return (
    <Button
      variant={decision.status === 'declined' ? 'quiet' : 'secondary'}
      aria-haspopup="dialog"
      aria-label={`${label} the refund of ${customerName}, ${coinText(amount, currency)}`}
      onClick={() => decide(decision)}
    >
      {label}
    </Button>
  );
}
