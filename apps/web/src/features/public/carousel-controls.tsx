import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react';
import type { ReactNode } from 'react';
import { classes } from '../../ui/classes.ts';
import type { CarouselEvent } from './carousel-state.ts';

function Control({ label, onClick, children }: { label: string; onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className="grid size-11 place-items-center rounded-card border border-edge hover:bg-sunk [&>svg]:size-5"
    >
      {children}
    </button>
  );
}

/** Previous, next, a numbered jump to each entry, and pause or play (absent where motion is unwanted). */
export function CarouselControls({
  count,
  index,
  isPaused,
  canPlay,
  dispatch,
}: {
  count: number;
  index: number;
  isPaused: boolean;
  canPlay: boolean;
  dispatch: (event: CarouselEvent) => void;
}) {
  const entries = Array.from({ length: count }, (_, entry) => entry);
  return (
    <div className="mt-10 flex flex-wrap items-center gap-2">
      <Control label="Previous testimonial" onClick={() => dispatch({ type: 'previous' })}>
        <ChevronLeft aria-hidden="true" />
      </Control>
      <Control label="Next testimonial" onClick={() => dispatch({ type: 'next' })}>
        <ChevronRight aria-hidden="true" />
      </Control>
      {canPlay && (
        <Control
          label={isPaused ? 'Play testimonials' : 'Pause testimonials'}
          onClick={() => dispatch({ type: 'toggle-pause' })}
        >
          {isPaused ? <Play aria-hidden="true" /> : <Pause aria-hidden="true" />}
        </Control>
      )}
      <div className="flex sm:ml-auto">
        {entries.map((entry) => (
          <button
            key={entry}
            type="button"
            aria-label={`Show testimonial ${entry + 1}`}
            aria-current={entry === index}
            onClick={() => dispatch({ type: 'jump', index: entry })}
            className={classes(
              'figures grid size-11 place-items-center rounded-card text-sm',
              entry === index
                ? 'font-bold text-copper-text underline decoration-2 underline-offset-8'
                : 'text-ink-soft hover:text-ink',
            )}
          >
            {entry + 1}
          </button>
        ))}
      </div>
    </div>
  );
}
