import type { ReactNode } from 'react';
import { classes } from '../ui/classes.ts';
import { ChevronLeft, ChevronRight, Pause, Play } from '../ui/icons.ts';

const BUTTON = 'grid size-11 place-items-center rounded-card border border-edge hover:bg-sunk [&>svg]:size-5';

function Control({ does, label, children }: { does: 'previous' | 'next'; label: string; children: ReactNode }) {
  return (
    <button type="button" data-does={does} aria-label={label} className={BUTTON}>
      {children}
    </button>
  );
}

/** Previous, next, a numbered jump to each entry, and pause or play (absent where motion is unwanted). */
export function CarouselControls({ count }: { count: number }) {
  const entries = Array.from({ length: count }, (_, entry) => entry);
  return (
    <div className="mt-10 flex flex-wrap items-center gap-2 noscript:hidden">
      <Control does="previous" label="Previous testimonial">
        <ChevronLeft aria-hidden="true" />
      </Control>
      <Control does="next" label="Next testimonial">
        <ChevronRight aria-hidden="true" />
      </Control>
      <button
        type="button"
        data-does="toggle-pause"
        data-pause-label="Pause testimonials"
        data-play-label="Play testimonials"
        aria-label="Pause testimonials"
        className={classes(BUTTON, 'group motion-reduce:hidden')}
      >
        <Pause aria-hidden="true" className="group-data-paused:hidden" />
        <Play aria-hidden="true" className="hidden group-data-paused:block" />
      </button>
      <div className="flex sm:ml-auto">
        {entries.map((entry) => (
          <button
            key={entry}
            type="button"
            data-does="jump"
            aria-label={`Show testimonial ${entry + 1}`}
            aria-current={entry === 0}
            className={classes(
              'figures grid size-11 place-items-center rounded-card text-sm text-ink-soft hover:text-ink',
              'aria-[current=true]:font-bold aria-[current=true]:text-copper-text aria-[current=true]:underline',
              'decoration-2 underline-offset-8',
            )}
          >
            {entry + 1}
          </button>
        ))}
      </div>
    </div>
  );
}
