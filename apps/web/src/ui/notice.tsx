import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import { TONE_ICON, TONE_STYLE, type Tone } from './status.tsx';

/**
 * A message inside the page. `isUrgent` makes it an alert that is read out at once; otherwise it waits its turn.
 * `action` is the next step.
 */
export function Notice({
  tone = 'brand',
  title,
  isUrgent = false,
  action,
  children,
}: {
  tone?: Tone;
  title?: string;
  isUrgent?: boolean;
  action?: ReactNode;
  children?: ReactNode;
}) {
  const Icon = TONE_ICON[tone];
  return (
    <div
      role={isUrgent ? 'alert' : 'status'}
      className={classes('flex flex-wrap items-start gap-3 rounded-card p-4 text-sm', TONE_STYLE[tone])}
    >
      <Icon className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
      <div className="min-w-0 flex-1 basis-52 pt-0.5 leading-relaxed text-pretty">
        {title !== undefined && <p className="font-semibold">{title}</p>}
        {children}
      </div>
      {action}
    </div>
  );
}
