export * from 'preact/compat';
export { default } from 'preact/compat';

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
