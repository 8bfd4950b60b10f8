import { advances, CAROUSEL_START, nextCarousel, type CarouselEvent } from './carousel-state.ts';

const ADVANCE_MS = 4000;

/** What a click on one of the carousel's buttons does; null where it does nothing. */
function eventOf(button: Element, jumps: readonly Element[]): CarouselEvent | null {
  const does = button.getAttribute('data-does');
  if (does === 'jump') return { type: 'jump', index: jumps.indexOf(button) };
  return does === 'previous' || does === 'next' || does === 'toggle-pause' ? { type: does } : null;
}

/**
 * Moves a rendered carousel: every 4 seconds, stopped while pointed at or focused, and under reduced motion, and
 * by its buttons at any time. It is read out only while it is stopped.
 */
export function runCarousel(frame: HTMLElement): void {
  const entries = [...frame.querySelectorAll('[aria-roledescription="slide"]')];
  const jumps = [...frame.querySelectorAll('[data-does="jump"]')];
  const pause = frame.querySelector<HTMLElement>('[data-does="toggle-pause"]');
  const lessMotion = window.matchMedia('(prefers-reduced-motion: reduce)');
  let state = CAROUSEL_START;
  let timer: number | undefined;

  const happen = (event: CarouselEvent): void => {
    state = nextCarousel(state, event, entries.length);
    draw();
  };

  function draw(): void {
    const isMoving = advances(state, lessMotion.matches);
    for (const [index, entry] of entries.entries()) entry.toggleAttribute('data-shown', index === state.index);
    for (const [index, jump] of jumps.entries()) jump.setAttribute('aria-current', String(index === state.index));
    frame.querySelector('[aria-live]')?.setAttribute('aria-live', isMoving ? 'off' : 'polite');
    pause?.toggleAttribute('data-paused', state.isPaused);
    pause?.setAttribute('aria-label', pause.dataset[state.isPaused ? 'playLabel' : 'pauseLabel'] ?? '');
    if (isMoving) timer ??= window.setInterval(() => happen({ type: 'next' }), ADVANCE_MS);
    else {
      window.clearInterval(timer);
      timer = undefined;
    }
  }

  const attend = (name: string, kind: 'hover' | 'focus', isHere: boolean): void =>
    frame.addEventListener(name, () => happen({ type: 'attention', kind, isHere }));
  attend('mouseenter', 'hover', true);
  attend('mouseleave', 'hover', false);
  attend('focusin', 'focus', true);
  attend('focusout', 'focus', false);
  frame.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('button') : null;
    const event = button === null ? null : eventOf(button, jumps);
    if (event !== null) happen(event);
  });
  lessMotion.addEventListener('change', draw);
  draw();
}
