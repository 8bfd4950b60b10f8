import { useCallback, useLayoutEffect, useRef } from 'react';

/**
 * The same function with every render, which calls the newest `work`: for parts of a page that are drawn again only if what
 * they show has changed. Not to be called while rendering.
 */
export function useStable<Given extends unknown[], Answer>(
  work: (...given: Given) => Answer,
): (...given: Given) => Answer {
  const newest = useRef(work);
  useLayoutEffect(() => {
    newest.current = work;
  });
  return useCallback((...given: Given) => newest.current(...given), []);
}
