import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import { CircleAlert, CircleCheck, CircleDashed, Clock3, Info, OctagonX, type LucideIcon } from './icons.ts';

export type Tone = 'neutral' | 'waiting' | 'success' | 'warning' | 'danger' | 'brand';

/** The words of a state, with the tone it is shown in. */
export interface StateWords {
  readonly tone: Tone;
  readonly text: string;
}

export const TONE_STYLE: Readonly<Record<Tone, string>> = {
  neutral: 'bg-sunk text-ink-soft',
  waiting: 'bg-copper-soft text-copper-text',
  success: 'bg-success-soft text-success',
  warning: 'bg-warning-soft text-warning',
  danger: 'bg-danger-soft text-danger',
  brand: 'bg-primary-soft text-primary-text',
};

export const TONE_ICON: Readonly<Record<Tone, LucideIcon>> = {
  neutral: CircleDashed,
  waiting: Clock3,
  success: CircleCheck,
  warning: CircleAlert,
  danger: OctagonX,
  brand: Info,
};

/** A state in words with an icon of its own: never shown by colour alone. */
export function Status({ tone, icon, children }: { tone: Tone; icon?: LucideIcon; children: ReactNode }) {
  const Icon = icon ?? TONE_ICON[tone];
  return (
    <span
      className={classes(
        'inline-flex items-center gap-1.5 rounded-full py-1 pr-3 pl-2 text-sm font-medium whitespace-nowrap',
        TONE_STYLE[tone],
      )}
    >
      <Icon className="size-4 shrink-0" aria-hidden="true" />
      {children}
    </span>
  );
}

/** A short label without a state, such as `New` or `Sample`. */
export function Badge({ tone = 'brand', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span className={classes('inline-block rounded-full px-2 py-0.5 text-xs font-semibold', TONE_STYLE[tone])}>
      {children}
    </span>
  );
}
