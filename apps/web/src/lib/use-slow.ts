import { useEffect, useState } from 'react';
import { SLOW_MS } from './still-waiting.ts';

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
