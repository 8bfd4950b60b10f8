import { useRef, useState } from 'react';
import { useStillWaiting } from './use-slow.ts';

/**
 * Runs one task at a time: while one is running, another `run` does nothing, so that a double click sends nothing
 * twice. The task handles its own failures; the flag falls however it ends. After 10 seconds without an end it says
 * that the answer is still awaited.
 */
export function usePending(): { isPending: boolean; run: (task: () => Promise<void>) => Promise<void> } {
  const [isPending, setIsPending] = useState(false);
  // A second click may happen before React has rendered the first one's state.
  const isRunning = useRef(false);
  useStillWaiting(isPending);

  async function run(task: () => Promise<void>): Promise<void> {
    if (isRunning.current) return;
    isRunning.current = true;
    setIsPending(true);
    try {
      await task();
    } finally {
      isRunning.current = false;
      setIsPending(false);
    }
  }

  return { isPending, run };
}
