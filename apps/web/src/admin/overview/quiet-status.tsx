import type { ReactNode } from 'react';
import { Status, type Tone } from '../../ui/status.tsx';

/** A state where a good state is the rule, as in a list of what works: only what is not good stands out. */
export function QuietStatus({ tone, children }: { tone: Tone; children: ReactNode }) {
  return tone === 'success' ? (
    <span className="text-sm whitespace-nowrap text-ink-soft">{children}</span>
  ) : (
    <Status tone={tone}>{children}</Status>
  );
}
