import { options } from 'preact';

export * from 'preact/compat';
export { default } from 'preact/compat';

// Effects run in the task that drew, not a frame later: on a busy phone a key could come between a dialog and its
// listening to Escape, and be lost.
options.requestAnimationFrame = (flush) => queueMicrotask(flush);

/**
 * The router asks for it where a navigation is under way, and Preact lacks it: here every change is drawn in one step,
 * so what is shown is always what is.
 * @template Value
 * @param {Value} value
 * @returns {[Value, () => void]}
 */
export function useOptimistic(value) {
  return [value, () => undefined];
}
