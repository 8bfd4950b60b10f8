// Guarantee: what one document leaves to be said is said by the next one, once; what is no text of ours is not said, and a
// browser that keeps nothing breaks no page.
import { afterEach, expect, it, vi } from 'vitest';
import { isSomethingSaid, sayNext, takeSaid } from './said.ts';

afterEach(() => {
  vi.restoreAllMocks();
  sessionStorage.clear();
});

it('is taken once', () => {
  expect(isSomethingSaid()).toBe(false);
  sayNext({ kind: 'success', text: 'Login successful' });
  expect(isSomethingSaid()).toBe(true);
  expect(takeSaid()).toEqual({ kind: 'success', text: 'Login successful' });
  expect(takeSaid()).toBeNull();
  expect(isSomethingSaid()).toBe(false);
});

it.each(['', '{', '7', 'null', '{"kind":"other","text":"x"}', '{"kind":"error","text":7}'])('is not %j', (stored) => {
  sessionStorage.setItem('kobogate_said', stored);
  expect(takeSaid()).toBeNull();
});

it('is nothing where the browser keeps nothing', () => {
  vi.spyOn(window, 'sessionStorage', 'get').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  expect(() => sayNext({ kind: 'error', text: 'x' })).not.toThrow();
  expect(takeSaid()).toBeNull();
  expect(isSomethingSaid()).toBe(false);
});
