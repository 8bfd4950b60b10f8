import { clockText } from '../lib/clock-text.ts';

/**
 * Counts down to the end of the held rate by the server's clock: the time left in its answer, less the time since
 * then. `arrivedAt` is when the answer came, by `performance.now()`; at the end `onEnd` is called once.
 */
export function startCountdown(seconds: number, arrivedAt: number, onEnd: () => void): () => void {
  const tick = (): void => {
    const left = Math.max(0, Math.ceil(seconds - (performance.now() - arrivedAt) / 1000));
    const shown = document.querySelector('[data-left]');
    if (shown !== null) shown.textContent = clockText(left);
    if (left > 0) return;
    clearInterval(timer);
    onEnd();
  };
  const timer = setInterval(tick, 1000);
  return () => clearInterval(timer);
}
