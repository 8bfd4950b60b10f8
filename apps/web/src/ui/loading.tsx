import { useEffect, type ReactNode } from 'react';
import { announce } from '../lib/announce.ts';

/** A faster load is not announced: it would only interrupt the reading of the page. */
const SAID_AFTER_MS = 1000;

/**
 * Takes the place of content that loads, in its final layout. Screen readers hear of it where it takes more than a
 * moment, and then also of its end; a failure is announced by its alert.
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
      // The content is rendered by then.
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
