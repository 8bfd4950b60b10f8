import { classes } from './classes.ts';

/**
 * The mark: a gate whose opening holds a kobo coin. One colour (`currentColor`), readable from 16 px up. Decorative.
 */
export function Mark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" className={className} aria-hidden="true" focusable="false">
      <path
        fill="currentColor"
        fillRule="evenodd"
        d="M4 30V14.5a12 12 0 0 1 24 0V30h-6V14.5a6 6 0 0 0-12 0V30Zm12-19.5a4 4 0 1 1 0 8 4 4 0 0 1 0-8Z"
      />
    </svg>
  );
}

/** Mark and name side by side. Takes the text colour of its surroundings; the mark has the brand's. */
export function Wordmark({ className, markClassName }: { className?: string; markClassName?: string }) {
  return (
    <span className={classes('flex items-center gap-2.5', className)}>
      {/* The drawing begins 3 px inside its box: without them it touches the line below. */}
      <Mark className={classes('-ml-[3px] size-7', markClassName ?? 'text-primary')} />
      <span className="headline text-[22px] tracking-tight">Kobogate</span>
    </span>
  );
}
