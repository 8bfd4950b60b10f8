// A search narrows its list by what was typed, once and without what can't be seen; where the list is narrowed otherwise, by
// Back or a link, the field shows that and narrows nothing by what stood there before.
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SearchField } from './search-field.tsx';

let root: Root;
let place: HTMLElement;
let settled: string[];
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  place = document.createElement('div');
  document.body.append(place);
  root = createRoot(place);
  settled = [];
});
afterEach(() => {
  act(() => root.unmount());
  place.remove();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** The field over a list that is narrowed by `initial`. */
const show = (initial: string): void =>
  act(() =>
    root.render(
      <SearchField initial={initial} placeholder="" maxLength={100} onSettled={(text) => void settled.push(text)} />,
    ),
  );
const field = (): HTMLInputElement => place.querySelector('input') as HTMLInputElement;
function type(text: string): void {
  act(() => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field(), text);
    field().dispatchEvent(new Event('input', { bubbles: true }));
  });
}
const rest = (): void => act(() => void vi.advanceTimersByTime(1000));

test('what was typed narrows the list once the typing has paused, and comes back without a change', () => {
  show('');
  type('sa');
  type(' sample ');
  expect(settled).toEqual([]);
  rest();
  expect(settled).toEqual(['sample']);
  show('sample');
  expect(field().value).toBe(' sample ');
  rest();
  expect(settled).toEqual(['sample']);
});

test('a list that is narrowed by a link or by Back keeps that, and the field shows it', () => {
  show('');
  show('from a link');
  expect(field().value).toBe('from a link');
  rest();
  type('sample');
  rest();
  show('sample');
  type('sample of');
  show('from a link');
  expect(field().value).toBe('from a link');
  rest();
  expect(settled).toEqual(['sample']);
});

test('characters that can’t be seen are not searched for', () => {
  show('');
  type('\u200Bsam\u00ADple\uFEFF');
  rest();
  expect(settled).toEqual(['sample']);
  type('\u200B');
  rest();
  expect(settled).toEqual(['sample', '']);
});
