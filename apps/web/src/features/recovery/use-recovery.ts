import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { isUnreachable, messageFor, type NetworkErrorText } from '../../lib/client.ts';
import { usePending } from '../../lib/use-pending.ts';

/** One act on the recovery page at a time; what is shown is read anew after it, however it ended. */
export function useRecoveryAct(onDone: () => void) {
  const queryClient = useQueryClient();
  const { isPending, run } = usePending();
  const [problem, setProblem] = useState<string | null>(null);

  async function act(send: () => Promise<{ message: string } | NetworkErrorText>): Promise<void> {
    setProblem(null);
    try {
      const answer = await send();
      if (isUnreachable(answer)) setProblem(answer);
      else {
        toast.success(answer.message);
        onDone();
      }
    } catch (failure) {
      setProblem(messageFor(failure, 'We do not know whether this was booked. Look at the list: it is booked once.'));
    }
    await queryClient.invalidateQueries();
  }

  return {
    isPending,
    problem,
    act: (send: () => Promise<{ message: string } | NetworkErrorText>) => void run(() => act(send)),
  };
}
