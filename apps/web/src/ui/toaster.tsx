import { CircleCheck, LoaderCircle, OctagonX } from 'lucide-react';
import type { ReactNode } from 'react';
// The headless half: the other one writes its styles into the page, which the content security policy forbids.
import { resolveValue, useToaster, type DefaultToastOptions, type Toast } from 'react-hot-toast/headless';
import { classes } from './classes.ts';

// `removeDelay` is the time to fade, on top of each duration.
const OPTIONS: DefaultToastOptions = {
  duration: 4000,
  removeDelay: 150,
  error: { duration: 4000 },
  success: { duration: 2000 },
  loading: { duration: Infinity },
};

const ICONS: Readonly<Partial<Record<Toast['type'], ReactNode>>> = {
  error: <OctagonX className="size-5 shrink-0 text-danger" aria-hidden="true" />,
  success: <CircleCheck className="size-5 shrink-0 text-success" aria-hidden="true" />,
  loading: <LoaderCircle className="size-5 shrink-0 animate-spin text-ink-soft" aria-hidden="true" />,
};

/**
 * Where toasts appear: errors 4 s, successes 2 s, others 4 s, loading until dismissed; the newest 20 are kept, newest
 * on top. Time stands still for all of them while one is pointed at. Each is read out as it comes: the place is there
 * before them, as screen readers want it.
 */
export function Toaster() {
  const { toasts, handlers } = useToaster(OPTIONS);
  return (
    <div
      aria-live="polite"
      className="pointer-events-none fixed inset-4 z-60 flex flex-col items-center gap-2"
      onMouseEnter={handlers.startPause}
      onMouseLeave={handlers.endPause}
    >
      {toasts.map((toast) => (
        <div
          key={toast.id}
          className={classes(
            'flex max-w-md items-center gap-3 rounded-card border border-hairline bg-surface px-4 py-3 leading-snug text-ink',
            'transition duration-150 starting:-translate-y-3 starting:opacity-0',
            toast.visible ? 'pointer-events-auto' : '-translate-y-3 opacity-0',
          )}
        >
          {ICONS[toast.type]}
          <div className="min-w-0 wrap-anywhere whitespace-pre-line">{resolveValue(toast.message, toast)}</div>
        </div>
      ))}
    </div>
  );
}
