import { endpoints, type AdminOrder, isolated } from '@kobogate/contract';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { call, isUnreachable, messageFor } from '../../lib/client.ts';
import { useSession } from '../../lib/session-context.ts';
import { usePending } from '../../lib/use-pending.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { RetryPayout } from './retry-payout.tsx';

/** Opened seldom: not a part of what the desk loads. */
const NotMadeDialog = lazy(() => import('./not-made-dialog.tsx'));
const TakeAsPaidDialog = lazy(() => import('./take-as-paid-dialog.tsx'));

const ASKING_FAILED = 'The bank could not be asked. Nothing was sent; please try again.';

/** What is in doubt about a payout, by its state. */
const DOUBTS: Partial<Record<AdminOrder['payout'], string>> = {
  sent: 'The bank has had this payout for a day, and it has not ended.',
  unknown: 'The bank’s answers do not settle this payout.',
  failed: 'The bank called this payout failed, and now says otherwise.',
  reversed: 'The bank sent this payout back, and now says otherwise.',
};

/**
 * What can be done about a payout that the bank's answers do not settle: ask it again, mark the payout as not sent, send
 * another one, or take it as paid with a second administrator.
 */
export function UnknownPayout({ order }: { order: AdminOrder }) {
  const queryClient = useQueryClient();
  const { isPending, run } = usePending();
  const [problem, setProblem] = useState<string | null>(null);
  const [isDeciding, setIsDeciding] = useState<'not-made' | 'paid' | null>(null);
  const { user: self } = useSession();
  const { payout, payoutClaim: claim, customerName } = order;
  const hasEnded = payout === 'failed' || payout === 'reversed';

  async function ask(): Promise<void> {
    setProblem(null);
    try {
      const answer = await call(endpoints.adminOrders.askPayout, { params: { id: order.id } });
      if (isUnreachable(answer)) return setProblem(answer);
      toast(answer.message);
    } catch (failure) {
      setProblem(messageFor(failure, ASKING_FAILED));
    }
    await queryClient.invalidateQueries();
  }

  function start(what: 'not-made' | 'paid'): void {
    setProblem(null);
    setIsDeciding(what);
  }

  return (
    <div className="grid gap-2">
      <p className="text-sm text-ink-soft">{DOUBTS[payout]} It is not sent a second time.</p>
      {claim !== null && (
        <Notice
          tone="brand"
          title={`${claim.adminId === self?.id ? 'You' : isolated(claim.by)} stated that it was paid`}
        >
          {claim.adminId === self?.id
            ? 'Another reviewer or administrator has to confirm it with the bank.'
            : 'Confirm it with the bank yourself, then take it as paid.'}
        </Notice>
      )}
      <div className="flex flex-wrap gap-2">
        {!hasEnded && (
          <Button
            variant="secondary"
            aria-label={`Ask the bank again about the payout to ${customerName}`}
            pending={isPending}
            pendingLabel="Asking..."
            onClick={() => void run(ask)}
          >
            Ask the bank again
          </Button>
        )}
        {hasEnded && <RetryPayout order={order} />}
        <Button
          variant={claim !== null && claim.adminId !== self?.id ? 'secondary' : 'quiet'}
          disabled={isPending}
          aria-haspopup="dialog"
          aria-label={`Take as paid: the payout to ${customerName}`}
          onClick={() => start('paid')}
        >
          Take as paid
        </Button>
        {payout === 'unknown' && (
          <Button
            variant="quiet"
            disabled={isPending}
            aria-haspopup="dialog"
            aria-label={`Mark as not sent: the payout to ${customerName}`}
            onClick={() => start('not-made')}
          >
            Mark as not sent
          </Button>
        )}
      </div>
      {problem !== null && isDeciding === null && (
        <p role="alert" className="text-sm text-danger">
          {problem}
        </p>
      )}
      <Suspense>
        {isDeciding === 'not-made' && <NotMadeDialog order={order} onClose={() => setIsDeciding(null)} />}
        {isDeciding === 'paid' && <TakeAsPaidDialog order={order} onClose={() => setIsDeciding(null)} />}
      </Suspense>
    </div>
  );
}
