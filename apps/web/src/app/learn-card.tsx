import { useEffect, useState } from 'react';

const RESET_MS = 3000;

/** The Learn P2P Trading card: Learn more opens the guide in another tab, and the card says so for 3 seconds. */
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
          ? 'The guide is open in another tab.'
          : 'How people trade coins with one another, and how to stay safe.'}
      </p>
      <a
        href="/learn"
        target="_blank"
        rel="noopener"
        onClick={() => setIsOpen(true)}
        className="-mb-2 inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
      >
        Learn more<span className="sr-only">, in another tab</span>
      </a>
    </section>
  );
}
