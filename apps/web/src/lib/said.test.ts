// Guarantee: a message that one document leaves is shown by the next one, once; a text that is not ours is not shown,
// and a browser that stores nothing breaks no page.
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

it('is nothing where the browser stores nothing', () => {
  vi.spyOn(window, 'sessionStorage', 'get').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  expect(() => sayNext({ kind: 'error', text: 'x' })).not.toThrow();
  expect(takeSaid()).toBeNull();
  expect(isSomethingSaid()).toBe(false);
});
