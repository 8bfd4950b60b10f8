import { useEffect, useState, type ReactNode } from 'react';

/**
 * Draws its content in a step of its own, right after what is around it: a phone can answer a touch in between. For what
 * is heavy and shifts nothing where it comes. `meanwhile` is what stays there until then; with `isBelow`, for what lies
 * below the first screen, until that has been laid out and is seen.
 */
export function NextStep({
  children,
  meanwhile = null,
  isBelow = false,
}: {
  children: ReactNode;
  meanwhile?: ReactNode;
  isBelow?: boolean;
}) {
  const [isDue, setIsDue] = useState(false);
  useEffect(() => {
    let timer = 0;
    const start = (): void => {
      timer = window.setTimeout(() => setIsDue(true));
    };
    const frame = isBelow ? requestAnimationFrame(start) : 0;
    if (!isBelow) start();
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [isBelow]);
  return isDue ? children : meanwhile;
}
