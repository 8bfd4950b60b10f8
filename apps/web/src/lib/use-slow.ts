import { useEffect, useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { SLOW_MS, STILL_WAITING } from './still-waiting.ts';

/** Whether something has been running for 10 seconds: calls have no time-out. */
export function useSlow(isPending: boolean): boolean {
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    if (!isPending) return undefined;
    const timer = setTimeout(() => setIsSlow(true), SLOW_MS);
    return () => {
      clearTimeout(timer);
      setIsSlow(false);
    };
  }, [isPending]);
  return isSlow;
}

/** Says after 10 seconds without an answer that it is still awaited. */
export function useStillWaiting(isPending: boolean): void {
  const isSlow = useSlow(isPending);
  useEffect(() => {
    if (!isSlow) return undefined;
    const id = toast.loading(STILL_WAITING);
    return () => toast.dismiss(id);
  }, [isSlow]);
}
