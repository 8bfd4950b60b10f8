import type { Payment } from '@kobogate/contract';
import { loadPage } from './load-page.ts';
import { rateSecondsLeft } from './describe-status.ts';
import { startCountdown } from './run-countdown.ts';
import { takeParts } from './take-parts.ts';

const LOOK_MS = 5000;
/** While the stream is open, an occasional read makes sure that it misses nothing. */
const SELDOM_MS = 60_000;

/** The payment on the page, for the other scripts of the page. */
export interface FollowedPayment {
  readonly id: string;
  /** Where the payment API is, without a slash at its end. */
  readonly apiBase: string;
  /** The path of this payment below `apiBase`. */
  readonly address: string;
  /** The payment as it is now. Rejects where there is no answer. */
  read(): Promise<Payment>;
  /** Draws the page again from the server. */
  draw(): Promise<void>;
}

const statusOf = (): HTMLElement | null => document.querySelector('[data-payment]');

/**
 * Follows the payment on the page: by the stream, by polling where there is none, and by the clock. `onState` gets
 * each state that is shown, `onPayment` each answer of the API. Null where the page shows no payment.
 */
export function runPayment(
  onState: (state: string, id: string) => void,
  onPayment: (payment: Payment) => void,
): FollowedPayment | null {
  const { payment: id = '', api: apiBase = '' } = statusOf()?.dataset ?? {};
  if (id === '') return null;
  const address = `${apiBase}/payments/${encodeURIComponent(id)}`;
  const navigation = performance.getEntriesByType('navigation')[0];
  let stopCountdown = countDown(navigation instanceof PerformanceNavigationTiming ? navigation.responseStart : 0);
  let stream: EventSource | null = null;
  let lookedAt = performance.now();
  let timer = 0;
  let drawing: Promise<void> | null = null;

  function countDown(arrivedAt: number, told?: number): () => void {
    const drawn = Number(statusOf()?.dataset['seconds'] ?? '');
    return drawn > 0 ? startCountdown(told ?? drawn, arrivedAt, () => void draw()) : () => undefined;
  }

  function draw(): Promise<void> {
    drawing ??= takeFresh().finally(() => {
      drawing = null;
    });
    return drawing;
  }

  /** Hides the notice of a lost connection once it is back. */
  async function takeFresh(): Promise<void> {
    try {
      takeParts(await loadPage(location.href));
      stopCountdown();
      stopCountdown = countDown(performance.now());
      onState(statusOf()?.dataset['state'] ?? '', id);
      if (isOver()) stop();
    } catch {
      showLost(true);
    }
  }

  async function read(): Promise<Payment> {
    lookedAt = performance.now();
    const answer = await fetch(`${address}/public`, { cache: 'no-store' });
    if (!answer.ok) throw new Error(`the payment API answered ${answer.status}`);
    // The server that drew this page has checked the same answer against the contract.
    const { data } = (await answer.json()) as { data: Payment };
    onPayment(data);
    // The page's clock stands still while a phone sleeps.
    stopCountdown();
    stopCountdown = countDown(performance.now(), rateSecondsLeft(data) ?? 0);
    return data;
  }

  async function look(): Promise<void> {
    try {
      const { version } = await read();
      showLost(false);
      if (String(version) !== statusOf()?.dataset['version']) await draw();
    } catch {
      showLost(true);
    }
  }

  function showLost(isLost: boolean): void {
    const notice = document.querySelector<HTMLElement>('[data-notice=lost]');
    if (notice !== null) notice.hidden = !isLost;
  }

  const isOver = (): boolean => statusOf()?.dataset['over'] !== undefined;

  function stop(): void {
    clearInterval(timer);
    stream?.close();
  }

  function follow(): void {
    stream = new EventSource(`${address}/events`);
    stream.addEventListener('payment', () => void look());
    // Changes before it was open, or open again.
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

  onState(statusOf()?.dataset['state'] ?? '', id);
  if (!isOver()) follow();
  return { id, apiBase, address, read, draw };
}
