import { CLOSE, HELLO, kindOf, READY, REPORT, type PaymentReport } from './messages.ts';

/**
 * The framed page's half of the embedding: reports its payment's state to the page around it. It sends nothing
 * until the window directly around it has greeted it, and from then on only to the origin that the browser named in
 * that greeting; a page without an origin of its own (sandboxed, or a file) gets nothing. Escape asks it to close.
 */
export function reportToEmbedder(view: Window = window): (report: PaymentReport) => void {
  const embedder = view.parent;
  if (embedder === view) return () => undefined;
  let origin: string | null = null;
  let latest: PaymentReport | null = null;

  function tell(message: object): void {
    if (origin !== null) embedder.postMessage(message, origin);
  }
  function report(next: PaymentReport): void {
    latest = next;
    tell({ type: REPORT, state: next.state, paymentId: next.paymentId });
  }

  view.addEventListener('message', ({ source, origin: sender, data }) => {
    if (source !== embedder || kindOf(data) !== HELLO || !/^https?:/.test(sender)) return;
    origin ??= sender;
    if (latest === null) tell({ type: READY });
    else report(latest);
  });
  view.addEventListener('keydown', ({ key, defaultPrevented }) => {
    if (key === 'Escape' && !defaultPrevented) tell({ type: CLOSE });
  });
  return report;
}
