import { useEffect } from 'react';
import { toast } from 'react-hot-toast/headless';
import { STILL_WAITING } from './still-waiting.ts';
import { useSlow } from './use-slow.ts';

/** Says after 10 seconds without an answer that it is still awaited. */
export function useStillWaiting(isPending: boolean): void {
  const isSlow = useSlow(isPending);
  useEffect(() => {
    if (!isSlow) return undefined;
    const id = toast.loading(STILL_WAITING);
    return () => toast.dismiss(id);
  }, [isSlow]);
}
