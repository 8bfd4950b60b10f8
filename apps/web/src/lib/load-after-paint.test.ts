// @vitest-environment happy-dom
// Guarantee: the page's script is loaded once, after its text is painted, or some seconds after the load where
// nothing is painted; the last button that was pressed before that is pressed again for it.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { holdForms } from './hold-forms.ts';
import { loadAfterPaint } from './load-after-paint.ts';

let paint: (...names: string[]) => void = () => undefined;

class Paints {
  constructor(told: (list: { getEntriesByName: (name: string) => string[] }) => void) {
    paint = (...names) => told({ getEntriesByName: (name) => names.filter((one) => one === name) });
  }
  observe(): void {}
}

/** How long a module may take to load on a busy machine. */
const LONGEST_MS = 60_000;
const MODULE = 'data:text/javascript,document.dispatchEvent(new Event("moved"))';
const moved = vi.fn<() => void>();
let count = 0;
/** Another address each time: what is imported once does not run again. */
const freshModule = (): string => `${MODULE}//${(count += 1)}`;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('PerformanceObserver', Paints);
  moved.mockReset();
  document.addEventListener('moved', moved);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the page’s script', () => {
  it('loads once, after the first text and not after the background', async () => {
    loadAfterPaint(freshModule());
    paint('first-paint');
    await vi.advanceTimersByTimeAsync(0);
    expect(moved).not.toHaveBeenCalled();
    paint('first-paint', 'first-contentful-paint');
    dispatchEvent(new Event('load'));
    await vi.advanceTimersByTimeAsync(60_000);
    await vi.waitFor(() => expect(moved).toHaveBeenCalledOnce(), LONGEST_MS);
  });

  it('loads without a paint too', async () => {
    loadAfterPaint(freshModule());
    dispatchEvent(new Event('load'));
    await vi.advanceTimersByTimeAsync(60_000);
    await vi.waitFor(() => expect(moved).toHaveBeenCalledOnce(), LONGEST_MS);
  });

  it.each([
    ['button', 2],
    ['submit', 1],
  ])('gets a press on a %s in between as often as needed', async (type, times) => {
    const button = Object.assign(document.createElement('button'), { type });
    const pressed = vi.fn<() => void>();
    button.addEventListener('click', pressed);
    document.body.append(button);
    loadAfterPaint(freshModule());
    button.click();
    paint('first-contentful-paint');
    await vi.waitFor(() => expect(moved).toHaveBeenCalledOnce(), LONGEST_MS);
    await vi.waitFor(() => expect(pressed).toHaveBeenCalledTimes(times), LONGEST_MS);
    dispatchEvent(new Event('load'));
    await vi.advanceTimersByTimeAsync(60_000);
    button.click();
    expect(pressed).toHaveBeenCalledTimes(times + 1);
  });

  it.each([
    ['comes', freshModule(), true],
    ['can’t be loaded', 'data:text/javascript,throw new Error("lost")', false],
  ])('a form that is sent in between waits for the module, which %s', async (_how, module, isHad) => {
    const form = document.createElement('form');
    form.append(Object.assign(document.createElement('button'), { type: 'submit' }));
    document.body.append(form);
    const sent: boolean[] = [];
    const note = (event: Event): void => {
      sent.push(event.defaultPrevented);
      event.preventDefault();
    };
    loadAfterPaint(module, { onEnd: holdForms() });
    addEventListener('submit', note);
    form.querySelector('button')?.click();
    expect(sent).toEqual([true]);
    paint('first-contentful-paint');
    // Not held this time: the module's own handler answers, or the browser where there is none.
    await vi.waitFor(() => expect(sent).toEqual([true, false]), LONGEST_MS);
    expect(moved).toHaveBeenCalledTimes(isHad ? 1 : 0);
    removeEventListener('submit', note);
    form.remove();
  });
});
