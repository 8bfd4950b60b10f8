/** A carousel's state. `isPaused` is the visitor's choice, `hover` and `focus` last while they point at
 * it or are in it. */
export interface CarouselState {
  readonly index: number;
  readonly isPaused: boolean;
  readonly hover: boolean;
  readonly focus: boolean;
}

export type CarouselEvent =
  | { type: 'next' }
  | { type: 'previous' }
  | { type: 'jump'; index: number }
  | { type: 'toggle-pause' }
  | { type: 'attention'; kind: 'hover' | 'focus'; isHere: boolean };

export const CAROUSEL_START: CarouselState = { index: 0, isPaused: false, hover: false, focus: false };

/** The next state among `count` entries; it wraps around at both ends. */
export function nextCarousel(state: CarouselState, event: CarouselEvent, count: number): CarouselState {
  switch (event.type) {
    case 'next':
      return { ...state, index: (state.index + 1) % count };
    case 'previous':
      return { ...state, index: (state.index - 1 + count) % count };
    case 'jump':
      return { ...state, index: event.index };
    case 'toggle-pause':
      return { ...state, isPaused: !state.isPaused };
    case 'attention':
      return { ...state, [event.kind]: event.isHere };
  }
}

/** Whether it advances automatically: never while paused, pointed at, focused, or under reduced motion. */
export function advances(state: CarouselState, prefersReducedMotion: boolean): boolean {
  return !state.isPaused && !state.hover && !state.focus && !prefersReducedMotion;
}
