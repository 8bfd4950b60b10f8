import { useEffect, useState } from 'react';
import { Button } from './button.tsx';
import type { ButtonVariant } from './button-style.ts';
import { Check, Copy } from './icons.ts';

const CONFIRMATION_MS = 2000;

/** Copies `text`, and says so for 2 seconds on the button and to screen readers, also where copying fails. */
export function CopyButton({
  text,
  label = 'Copy',
  what,
  copiedLabel = 'Copied',
  variant = 'secondary',
  className,
}: {
  text: string;
  label?: string;
  /** Names what it copies where there are several, for screen readers. */
  what?: string;
  copiedLabel?: string;
  variant?: ButtonVariant;
  className?: string;
}) {
  const [outcome, setOutcome] = useState<'none' | 'copied' | 'failed'>('none');

  useEffect(() => {
    if (outcome === 'none') return undefined;
    const timer = setTimeout(() => setOutcome('none'), CONFIRMATION_MS);
    return () => clearTimeout(timer);
  }, [outcome]);

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome('copied');
    } catch {
      setOutcome('failed');
    }
  }

  const shown = { none: label, copied: copiedLabel, failed: 'Select and copy by hand' }[outcome];
  const Icon = outcome === 'copied' ? Check : Copy;
  return (
    <>
      <Button variant={variant} onClick={() => void copy()} {...(className === undefined ? {} : { className })}>
        <Icon className="size-4" aria-hidden="true" />
        {shown}
        {what !== undefined && outcome === 'none' && <span className="sr-only">: {what}</span>}
      </Button>
      <span aria-live="polite" className="sr-only">
        {outcome === 'none' ? '' : shown}
      </span>
    </>
  );
}
