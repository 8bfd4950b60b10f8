import { classes } from '../ui/classes.ts';
import { Badge } from '../ui/status.tsx';
import { CarouselControls } from './carousel-controls.tsx';
import { TESTIMONIALS, type Testimonial } from './testimonial-samples.ts';

/**
 * Five sample voices, one at a time; without script all of them below each other. Rendered in its first state;
 * `run-carousel.ts` moves it.
 */
export function Testimonials() {
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
        <section data-carousel aria-roledescription="carousel" aria-label="Testimonials">
          <div aria-live="polite" className="grid noscript:gap-12">
            {TESTIMONIALS.map((entry, index) => (
              <Voice key={entry.id} entry={entry} isShown={index === 0} />
            ))}
          </div>
          <CarouselControls count={TESTIMONIALS.length} />
        </section>
      </div>
    </section>
  );
}

// All are in one grid cell, so that the tallest gives the height and nothing jumps.
function Voice({ entry, isShown }: { entry: Testimonial; isShown: boolean }) {
  return (
    <figure
      aria-roledescription="slide"
      aria-label={`${entry.id} of ${TESTIMONIALS.length}`}
      data-shown={isShown ? '' : undefined}
      className={classes(
        'invisible col-start-1 row-start-1 flex flex-col opacity-0 transition-opacity duration-150',
        'data-shown:visible data-shown:opacity-100',
        'noscript:visible noscript:col-auto noscript:row-auto noscript:opacity-100',
      )}
    >
      <blockquote className="headline text-2xl leading-snug sm:text-[2rem] sm:leading-[1.25]">
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
