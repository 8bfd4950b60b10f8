import { useEffect, useState } from 'react';
import { Button } from '../ui/button.tsx';

const RESET_MS = 3000;

/** The Learn P2P Trading card: Learn more opens a short note, which folds itself away after 3 seconds. */
export function LearnCard() {
  const [isOpen, setIsOpen] = useState(false);

  useEffect(() => {
    if (!isOpen) return undefined;
    const timer = setTimeout(() => setIsOpen(false), RESET_MS);
    return () => clearTimeout(timer);
  }, [isOpen]);

  return (
    <section aria-labelledby="learn-title" className="rounded-card bg-copper-soft p-4 text-sm text-copper-text">
      <h2 id="learn-title" className="font-semibold">
        Learn P2P Trading
      </h2>
      <p aria-live="polite" className="mt-1 min-h-10 leading-snug">
        {isOpen
          ? 'The guide is being written. It will open from here.'
          : 'How people trade coins with one another, and how to stay safe.'}
      </p>
      <Button
        variant="quiet"
        className="-mb-2 -ml-4 text-copper-text hover:bg-transparent hover:underline"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(true)}
      >
        Learn more
      </Button>
    </section>
  );
}
