import { useEffect, useState } from 'react';

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
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(true)}
        className="-mb-2 min-h-11 font-semibold underline underline-offset-4"
      >
        Learn more
      </button>
    </section>
  );
}
