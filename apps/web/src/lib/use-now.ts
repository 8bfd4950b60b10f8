import { useEffect, useState } from 'react';
import { serverNow } from './server-clock.ts';

const USUAL_PAUSE_MS = 20_000;

/** The server's clock in milliseconds, read again every 20 s by default: for texts such as `3 minutes ago`. */
export function useNow(everyMs = USUAL_PAUSE_MS): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
