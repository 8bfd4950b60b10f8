import type { PaymentReport } from '../embed/messages.ts';
import { loadPage } from './load-page.ts';
import { startCountdown } from './run-countdown.ts';
import { takeParts } from './take-parts.ts';

const LOOK_MS = 5000;
/** Where the stream is open, a look now and then shows that it still tells everything. */
const SELDOM_MS = 60_000;

const statusOf = (): HTMLElement | null => document.querySelector('[data-payment]');
const lostNotice = (): HTMLElement | null => document.querySelector('[data-notice=lost]');

/**
 * Follows the payment that is shown: by the stream, by looking where there is none, and by the clock. `report` hears each
 * state that is shown.
 */
export function runPayment(report: (report: PaymentReport) => void): void {
  const first = statusOf();
  if (first === null) return;
  const { payment = '', api = '' } = first.dataset;
  const base = `${api}/payments/${encodeURIComponent(payment)}`;
  const navigation = performance.getEntriesByType('navigation')[0];
  let stopCountdown = countDown(navigation instanceof PerformanceNavigationTiming ? navigation.responseStart : 0);
  let stream: EventSource | null = null;
  let lookedAt = performance.now();
  let timer = 0;
  let isDrawing = false;

  function countDown(arrivedAt: number): () => void {
    const seconds = Number(statusOf()?.dataset['seconds'] ?? '');
    return seconds > 0 ? startCountdown(seconds, arrivedAt, () => void draw()) : () => undefined;
  }

  /** Draws the page anew from the server; what was lost and is back is no longer said. */
  async function draw(): Promise<void> {
    if (isDrawing) return;
    isDrawing = true;
    try {
      const page = await loadPage(location.href);
      takeParts(page);
      stopCountdown();
      stopCountdown = countDown(performance.now());
      tell();
      if (isOver()) stop();
    } catch {
      showLost(true);
    } finally {
      isDrawing = false;
    }
  }

  async function look(): Promise<void> {
    lookedAt = performance.now();
    try {
      const answer = await fetch(`${base}/public`, { cache: 'no-store' });
      const { data }: { data?: { version?: number } } = await answer.json();
      showLost(!answer.ok);
      if (data?.version !== undefined && String(data.version) !== statusOf()?.dataset['version']) await draw();
    } catch {
      showLost(true);
    }
  }

  function showLost(isLost: boolean): void {
    const notice = lostNotice();
    if (notice !== null) notice.hidden = !isLost;
  }

  const tell = (): void => report({ state: statusOf()?.dataset['state'] ?? '', paymentId: payment });
  const isOver = (): boolean => statusOf()?.dataset['over'] !== undefined;

  function stop(): void {
    clearInterval(timer);
    stream?.close();
  }

  tell();
  if (isOver()) return;
  stream = new EventSource(`${base}/events`);
  stream.addEventListener('payment', () => void draw());
  // Whatever happened before it was open, or open again.
  stream.addEventListener('open', () => void look());
  timer = window.setInterval(() => {
    const isTold = stream?.readyState === EventSource.OPEN && navigator.onLine;
    if (!isTold || performance.now() - lookedAt > SELDOM_MS) void look();
  }, LOOK_MS);
  for (const event of ['online', 'offline']) addEventListener(event, () => void look());
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void look();
  });
}
