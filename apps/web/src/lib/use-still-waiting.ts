import { useEffect } from 'react';
import { toast } from 'react-hot-toast/headless';
import { useSlow } from './use-slow.ts';

const STILL_WAITING =
  'Still waiting for an answer. What you typed stays here. If none comes, reload the page and look whether it was done before you send it again.';

/** Says after 10 seconds without an answer that it is still awaited, for as long as it is. */
export function useStillWaiting(isPending: boolean): void {
  const isSlow = useSlow(isPending);
  useEffect(() => {
    if (!isSlow) return undefined;
    const id = toast.loading(STILL_WAITING);
    return () => toast.dismiss(id);
  }, [isSlow]);
}
