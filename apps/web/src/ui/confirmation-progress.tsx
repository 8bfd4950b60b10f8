import type { ReactNode } from 'react';

/** What arrived, with its confirmations out of those it needs, in words and as a bar; further ones are not counted. */
export function ConfirmationProgress({
  confirmations,
  needed,
  children,
}: {
  confirmations: number;
  needed: number;
  children: ReactNode;
}) {
  const shown = Math.min(confirmations, needed);
  const text = `${shown} of ${needed} confirmations`;
  return (
    <>
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        {children}
        <span className="figures text-sm text-ink-soft">{text}</span>
      </p>
      <progress
        value={shown}
        max={needed}
        aria-label={text}
        className="mt-2 block h-2 w-full appearance-none overflow-hidden rounded-full bg-sunk [&::-moz-progress-bar]:bg-primary [&::-webkit-progress-bar]:bg-sunk [&::-webkit-progress-value]:bg-primary"
      />
    </>
  );
}
