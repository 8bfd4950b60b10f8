import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import { Check, CircleAlert } from './icons.ts';

export interface TimelineStep {
  id: string;
  text: ReactNode;
  /** When it happened, or an estimate, in words. */
  time?: ReactNode;
  /** `done`, happening `now`, still to come `next`, or `failed`. */
  state: 'done' | 'now' | 'next' | 'failed';
}

const STATE_NAMES: Readonly<Record<TimelineStep['state'], string>> = {
  done: 'Done',
  now: 'Now',
  next: 'To come',
  failed: 'Failed',
};

const DOT_STYLE = {
  done: 'bg-primary text-on-primary',
  now: 'border-2 border-copper bg-surface',
  next: 'border-2 border-hairline bg-surface',
  failed: 'bg-danger-fill text-on-danger',
} as const;

function Dot({ state }: { state: TimelineStep['state'] }) {
  return (
    <span className={classes('relative z-10 grid size-6 shrink-0 place-items-center rounded-full', DOT_STYLE[state])}>
      {state === 'done' && <Check className="size-3.5" strokeWidth={3} aria-hidden="true" />}
      {state === 'failed' && <CircleAlert className="size-3.5" aria-hidden="true" />}
      {state === 'now' && <span className="size-2 rounded-full bg-copper" aria-hidden="true" />}
    </span>
  );
}

/**
 * What happened and what comes next, in order; each step gives its state to screen readers too, in `words` where the
 * page is not in English.
 */
export function Timeline({
  label,
  steps,
  words = STATE_NAMES,
}: {
  label: string;
  steps: readonly TimelineStep[];
  words?: typeof STATE_NAMES;
}) {
  return (
    <ol aria-label={label} className="grid">
      {steps.map((step, index) => (
        <li key={step.id} className="relative flex gap-3.5 pb-5 last:pb-0">
          {index < steps.length - 1 && (
            <span
              aria-hidden="true"
              className={classes(
                'absolute top-6 bottom-0 left-[11px] w-0.5',
                step.state === 'done' ? 'bg-primary' : 'bg-hairline',
              )}
            />
          )}
          <Dot state={step.state} />
          <div className="min-w-0 pt-0.5 text-[15px] leading-snug wrap-anywhere">
            <span className="sr-only">{words[step.state]}: </span>
            <span
              className={classes(step.state === 'next' && 'text-ink-soft', step.state === 'now' && 'font-semibold')}
            >
              {step.text}
            </span>
            {step.time !== undefined && <span className="figures mt-1 block text-sm text-ink-soft">{step.time}</span>}
          </div>
        </li>
      ))}
    </ol>
  );
}
