import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { isUnreachable } from '../../lib/client.ts';
import { usePending } from '../../lib/use-pending.ts';
import { passkeyProblem } from '../../sign-in/two-factor/passkey-words.ts';

const FAILED = 'Nothing was changed, and the coins stay where they are. Please try again.';

/**
 * Does something with a payment from a dialog: `shown` is what the dialog says of it. Where nothing went wrong `done` is said,
 * the dialog closes and everything is read anew.
 */
export function usePaymentAction(done: string, onClose: () => void) {
  const queryClient = useQueryClient();
  const { isPending, run } = usePending();
  const [problem, setProblem] = useState<string | null>(null);
  const act = (ask: () => Promise<unknown>) =>
    run(async () => {
      setProblem(null);
      try {
        const answer = await ask();
        if (isUnreachable(answer)) return setProblem(answer);
        toast.success(done);
        onClose();
        await queryClient.invalidateQueries();
      } catch (failure) {
        setProblem(passkeyProblem(failure, FAILED));
      }
    });
  return { shown: { isPending, problem }, setProblem, act };
}
