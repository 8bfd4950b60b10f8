import type { ReactNode } from 'react';
import { Status, type Tone } from '../../ui/status.tsx';

/** A state in a list in which good states are the rule: only others stand out. */
export function QuietStatus({ tone, children }: { tone: Tone; children: ReactNode }) {
  return tone === 'success' ? (
    <span className="text-sm whitespace-nowrap text-ink-soft">{children}</span>
  ) : (
    <Status tone={tone}>{children}</Status>
  );
}
