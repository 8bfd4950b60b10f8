import { TEXTS } from '@kobogate/contract';
import { Mark } from './mark.tsx';

/** Covers the page while the session is loaded. Reads `Please wait...` by default. */
export function WaitOverlay({ label = TEXTS.pleaseWait }: { label?: string }) {
  return (
    <output className="fixed inset-0 z-40 grid place-content-center justify-items-center gap-4 bg-paper">
      <Mark className="size-12 animate-pulse text-primary" />
      <p className="text-ink-soft">{label}</p>
    </output>
  );
}
