// Guarantee: the carousel cycles through its entries and stops while a visitor points at it, is in it or has paused it.
import { describe, expect, it } from 'vitest';
import { advances, CAROUSEL_START, nextCarousel } from './carousel-state.ts';

describe('the testimonial carousel', () => {
  it('wraps around at both ends and jumps', () => {
    expect(nextCarousel(CAROUSEL_START, { type: 'previous' }, 5).index).toBe(4);
    expect(nextCarousel({ ...CAROUSEL_START, index: 4 }, { type: 'next' }, 5).index).toBe(0);
    expect(nextCarousel(CAROUSEL_START, { type: 'jump', index: 3 }, 5).index).toBe(3);
  });

  it('moves only while no visitor points at it, is in it, has paused it or wants less motion', () => {
    expect(advances(CAROUSEL_START, false)).toBe(true);
    expect(advances(CAROUSEL_START, true)).toBe(false);
    expect(advances(nextCarousel(CAROUSEL_START, { type: 'toggle-pause' }, 5), false)).toBe(false);
    const pointedAt = nextCarousel(CAROUSEL_START, { type: 'attention', kind: 'hover', isHere: true }, 5);
    const focusedToo = nextCarousel(pointedAt, { type: 'attention', kind: 'focus', isHere: true }, 5);
    const pointerLeft = nextCarousel(focusedToo, { type: 'attention', kind: 'hover', isHere: false }, 5);
    expect(advances(pointedAt, false)).toBe(false);
    expect(advances(pointerLeft, false)).toBe(false);
    expect(advances(nextCarousel(pointerLeft, { type: 'attention', kind: 'focus', isHere: false }, 5), false)).toBe(
      true,
    );
  });
});
