import { useEffect, useState } from 'react';

const USUAL_PAUSE_MS = 20_000;

/** This device's clock in milliseconds, read again every 20 s by default: for texts such as `3 minutes ago`. */
export function useNow(everyMs = USUAL_PAUSE_MS): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
