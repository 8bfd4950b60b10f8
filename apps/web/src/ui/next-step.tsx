import { useEffect, useState, type ReactNode } from 'react';

/**
 * Renders its content in a step of its own, right after its surroundings: a phone can react to a touch in between. For
 * heavy content that shifts nothing. The build, which draws a page once and without a phone, gets all of it. `fallback` is shown until then; with `isBelow`, for content below
 * the first screen, until the page has been laid out and the content is scrolled to.
 */
export function NextStep({
  children,
  fallback = null,
  isBelow = false,
}: {
  children: ReactNode;
  fallback?: ReactNode;
  isBelow?: boolean;
}) {
  const [isDue, setIsDue] = useState(typeof window === 'undefined');
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
  return isDue ? children : fallback;
}
