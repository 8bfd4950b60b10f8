import type { AdminOrder } from '@kobogate/contract';
import { createContext, type ReactNode, use, useCallback, useEffect, useState } from 'react';
import { sampleOrders } from './sample-orders.ts';
import { useDecisions, type Decisions } from './use-decisions.ts';

/** What the pages share while the area is open: the administrator's decisions, and the samples to fall back on. */
export interface Review extends Decisions {
  /** Drawn when first needed, and once a visit, so that a failing retry does not shuffle the rows. */
  samples: () => readonly AdminOrder[];
  /**
   * Why each part could not be loaded the last time, by its path: kept until the part is loaded, through all retries.
   */
  failures: Failures;
  noteFailure: (path: string, failure: Error | null) => void;
}

type Failures = Readonly<Record<string, Error>>;

function useNewReview(): Review {
  const [samples] = useState(drawOnce);
  const [failures, setFailures] = useState<Failures>({});
  const noteFailure = useCallback((path: string, failure: Error | null): void => {
    setFailures((known) => {
      if ((known[path] ?? null) === failure) return known;
      const others = Object.fromEntries(Object.entries(known).filter(([other]) => other !== path));
      return failure === null ? others : { ...others, [path]: failure };
    });
  }, []);
  return { ...useDecisions(), samples, failures, noteFailure };
}

function drawOnce(): Review['samples'] {
  let drawn: readonly AdminOrder[] | null = null;
  return () => (drawn ??= sampleOrders(Math.random, Date.now()));
}

const ReviewContext = createContext<Review | null>(null);

/**
 * Holds the decisions for as long as the person is in the area: another page neither loses one that was not saved nor
 * takes the way back away. While one is on its way or was not saved, the browser asks before it closes the page.
 */
export function ReviewProvider({ children }: { children: ReactNode }) {
  const review = useNewReview();
  const isOpen = Object.values(review.decisions).some(({ state }) => state === 'saving' || state === 'unsaved');
  useEffect(() => {
    if (!isOpen) return undefined;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isOpen]);
  return <ReviewContext value={review}>{children}</ReviewContext>;
}

/** The shared state of the review of orders, below `ReviewProvider`. */
export function useReview(): Review {
  const review = use(ReviewContext);
  if (review === null) throw new Error('there is no review here');
  return review;
}
