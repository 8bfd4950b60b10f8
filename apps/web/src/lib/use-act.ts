import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { isUnreachable, messageFor, type NetworkErrorText } from './client.ts';
import { usePending } from './use-pending.ts';

type Send = () => Promise<{ message: string } | NetworkErrorText>;

/**
 * What a dialog does, one call at a time. A success is said and `onDone` called; otherwise `problem` says why, or `unknown`
 * where the answer does not. What is shown is read anew unless nothing was reached.
 */
export function useAct(unknown: string, onDone: () => void) {
  const queryClient = useQueryClient();
  const { isPending, run } = usePending();
  const [problem, setProblem] = useState<string | null>(null);

  async function send(call: Send): Promise<void> {
    setProblem(null);
    try {
      const answer = await call();
      if (isUnreachable(answer)) return setProblem(answer);
      toast.success(answer.message);
      onDone();
    } catch (failure) {
      setProblem(messageFor(failure, unknown));
    }
    void queryClient.invalidateQueries();
  }

  return { isPending, problem, setProblem, act: (call: Send): void => void run(() => send(call)) };
}
