import { useEffect, useEffectEvent, useState } from 'react';
import { clockText } from '../lib/clock-text.ts';
import { serverNow } from '../lib/server-clock.ts';

/**
 * Counts down to an ISO instant by the server's clock and calls `onEnd` once when it is reached.
 * For display: the server decides whether the time is over. Not announced every second.
 */
export function Countdown({
  until,
  onEnd,
  endedText = 'ended',
}: {
  until: string;
  onEnd?: () => void;
  endedText?: string;
}) {
  const end = Date.parse(until);
  const [now, setNow] = useState(serverNow);
  const isOver = now >= end;
  const tellEnd = useEffectEvent(() => onEnd?.());

  useEffect(() => {
    const timer = setInterval(() => {
      setNow(serverNow());
      if (serverNow() < end) return;
      clearInterval(timer);
      tellEnd();
    }, 1000);
    return () => clearInterval(timer);
  }, [end]);

  return (
    <time dateTime={until} role="timer" className="figures">
      {isOver ? endedText : clockText((end - now) / 1000)}
    </time>
  );
}
