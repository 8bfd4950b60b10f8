import { useEffect, type ReactNode } from 'react';
import { announce } from '../lib/announce.ts';

/** What is there sooner needs no words: they would only be in the way of the page. */
const SAID_AFTER_MS = 1000;

/**
 * Stands where something will be, in its final layout. Screen readers hear of it where it takes more than a moment, and
 * then also that it has come; that it has not is said by an alert.
 */
export function Loading({ label, className, children }: { label: string; className?: string; children: ReactNode }) {
  useEffect(() => {
    let isSaid = false;
    const timer = setTimeout(() => {
      isSaid = true;
      announce(label);
    }, SAID_AFTER_MS);
    return () => {
      clearTimeout(timer);
      if (!isSaid) return;
      // What comes instead is drawn by then.
      requestAnimationFrame(() => {
        if (document.querySelector('main [role=alert]') === null) announce('Loaded');
      });
    };
  }, [label]);
  return (
    <output aria-label={label} className={className}>
      {children}
    </output>
  );
}
