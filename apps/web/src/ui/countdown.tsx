import { useEffect, useEffectEvent, useState } from 'react';
import { clockText } from '../lib/clock-text.ts';

/**
 * Counts down to an ISO instant by this device's clock and calls `onEnd` once when it is reached.
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
  const [now, setNow] = useState(() => Date.now());
  const isOver = now >= end;
  const tellEnd = useEffectEvent(() => onEnd?.());

  useEffect(() => {
    const timer = setInterval(() => {
      setNow(Date.now());
      if (Date.now() < end) return;
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
