// Guarantee: arrows go from tab to tab and around the ends, Home and End to the ends, and every other key keeps the
// browser's behaviour.
import { expect, it } from 'vitest';
import { tabAfter } from './tab-after.ts';

const alone = { altKey: false, ctrlKey: false, metaKey: false, shiftKey: false };

it.each([
  ['ArrowRight', 0, 1],
  ['ArrowRight', 2, 0],
  ['ArrowLeft', 2, 1],
  ['ArrowLeft', 0, 2],
  ['Home', 2, 0],
  ['End', 0, 2],
  ['ArrowDown', 0, null],
  ['Enter', 0, null],
])('%s on tab %i of three leads to %s', (key, index, next) => {
  expect(tabAfter({ ...alone, key }, index, 3)).toBe(next);
});

it('ignores keys pressed with a modifier', () => {
  for (const held of ['altKey', 'ctrlKey', 'metaKey', 'shiftKey']) {
    expect(tabAfter({ ...alone, key: 'ArrowLeft', [held]: true }, 1, 3)).toBeNull();
  }
});
