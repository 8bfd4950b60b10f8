import { useCallback, useEffect, useReducer, useRef } from 'react';
import { classes } from '../../ui/classes.ts';
import { Badge } from '../../ui/status.tsx';
import { CarouselControls } from './carousel-controls.tsx';
import { advances, CAROUSEL_START, nextCarousel, type CarouselEvent, type CarouselState } from './carousel-state.ts';
import { TESTIMONIALS, type Testimonial } from './testimonial-samples.ts';
import { useAttention } from './use-attention.ts';
import { useReducedMotion } from './use-reduced-motion.ts';

const ADVANCE_MS = 4000;

const reduce = (state: CarouselState, event: CarouselEvent): CarouselState =>
  nextCarousel(state, event, TESTIMONIALS.length);

/** Five sample voices, one at a time, every 4 seconds; held while pointed at or focused, still under reduced motion. */
export function Testimonials() {
  const [state, dispatch] = useReducer(reduce, CAROUSEL_START);
  const prefersReducedMotion = useReducedMotion();
  const frame = useRef<HTMLElement>(null);
  const noteAttention = useCallback(
    (kind: 'hover' | 'focus', isHere: boolean) => dispatch({ type: 'attention', kind, isHere }),
    [],
  );
  useAttention(frame, noteAttention);
  const isMoving = advances(state, prefersReducedMotion);

  useEffect(() => {
    if (!isMoving) return undefined;
    const timer = setInterval(() => dispatch({ type: 'next' }), ADVANCE_MS);
    return () => clearInterval(timer);
  }, [isMoving]);

  return (
    <section aria-labelledby="voices-title" className="border-y border-hairline bg-surface">
      <div className="mx-auto grid max-w-6xl gap-8 px-4 py-20 sm:px-6 lg:grid-cols-[1fr_2fr] lg:py-28">
        <div>
          <h2 id="voices-title" className="headline text-4xl">
            What it is like
          </h2>
          <p className="mt-4 text-ink-soft">
            These five are samples that we wrote ourselves. Real customers take their place when there are some.
          </p>
        </div>
        <section ref={frame} aria-roledescription="carousel" aria-label="Testimonials">
          <div aria-live={isMoving ? 'off' : 'polite'} className="grid">
            {TESTIMONIALS.map((entry, index) => (
              <Voice key={entry.id} entry={entry} isShown={index === state.index} />
            ))}
          </div>
          <CarouselControls
            count={TESTIMONIALS.length}
            index={state.index}
            isPaused={state.isPaused || prefersReducedMotion}
            canPlay={!prefersReducedMotion}
            dispatch={dispatch}
          />
        </section>
      </div>
    </section>
  );
}

// All lie in one grid cell, so that the tallest gives the height and nothing jumps.
function Voice({ entry, isShown }: { entry: Testimonial; isShown: boolean }) {
  return (
    <figure
      aria-roledescription="slide"
      aria-label={`${entry.id} of ${TESTIMONIALS.length}`}
      aria-hidden={!isShown}
      className={classes(
        'col-start-1 row-start-1 flex flex-col transition-opacity duration-150',
        isShown ? 'opacity-100' : 'invisible opacity-0',
      )}
    >
      <blockquote className="headline text-2xl leading-snug font-medium sm:text-[2rem] sm:leading-[1.25]">
        <p>{entry.quote}</p>
      </blockquote>
      <figcaption className="mt-8 flex items-center gap-4">
        <span
          aria-hidden="true"
          className="figures grid size-12 shrink-0 place-items-center rounded-full bg-copper-soft font-semibold text-copper-text"
        >
          {entry.avatar}
        </span>
        <span>
          <span className="flex flex-wrap items-center gap-2 font-semibold">
            {entry.name} <Badge tone="neutral">Sample</Badge>
          </span>
          <span className="block text-ink-soft">{entry.company}</span>
        </span>
      </figcaption>
    </figure>
  );
}
