import { DIALOG_STYLE, sheetsOf } from './embed-style.ts';
import { CLOSE, HELLO, kindOf, readReport, type PaymentReport } from './messages.ts';

/** What a merchant's page can be told of a payment. */
export interface Listeners {
  /** Called at each change. A hint for the payer's screen: hand goods over only on your server's own information. */
  readonly onState?: (report: PaymentReport) => void;
  readonly onClose?: () => void;
}

export interface PaymentDialog {
  open(listeners: Listeners): void;
  close(): void;
}

const ENDED = new Set(['paid', 'declined']);

/**
 * Where a browser or an extension blocks the frame, its page never answers: known at its load event, or after this
 * time.
 */
const PATIENCE_MS = 2_000;
const PATIENCE_WITHOUT_LOAD_MS = 10_000;

/**
 * A modal dialog that shows a payment page of `service`, our own origin, in a frame. It accepts only messages from that
 * frame at that origin. When closed it stays in the document, so that an open payment is still followed and
 * is there when it is opened again; one that has ended makes room for the next.
 */
export function createPaymentDialog(address: string, service: string): PaymentDialog {
  const host = document.createElement('div');
  const root = host.attachShadow({ mode: 'open' });
  root.adoptedStyleSheets = sheetsOf(DIALOG_STYLE);
  const { dialog, frame, closer, blocked } = buildDialog(address);
  root.append(dialog);
  document.body.append(host);
  let listeners: Listeners = {};
  let latest: PaymentReport | null = null;
  let scroll = '';
  let isThere = false;
  const lookLater = (milliseconds: number) => setTimeout(() => (blocked.hidden = isThere), milliseconds);

  frame.addEventListener('load', () => {
    frame.contentWindow?.postMessage({ type: HELLO }, service);
    lookLater(PATIENCE_MS);
  });
  window.addEventListener('message', ({ source, origin, data }) => {
    if (source !== frame.contentWindow || origin !== service) return;
    isThere = blocked.hidden = true;
    if (kindOf(data) === CLOSE) dialog.close();
    const report = readReport(data);
    if (report === null || (report.state === latest?.state && report.paymentId === latest.paymentId)) return;
    latest = report;
    listeners.onState?.(report);
  });
  closer.addEventListener('click', () => dialog.close());
  dialog.addEventListener('close', () => {
    document.documentElement.style.overflow = scroll;
    listeners.onClose?.();
  });

  return {
    open(next) {
      listeners = next;
      if (dialog.open) return;
      if (frame.src === '' || (latest !== null && ENDED.has(latest.state)))
        frame.src = `${address}${address.includes('?') ? '&' : '?'}embed=1`;
      scroll = document.documentElement.style.overflow;
      document.documentElement.style.overflow = 'hidden';
      dialog.showModal();
      lookLater(PATIENCE_WITHOUT_LOAD_MS);
    },
    close: () => dialog.close(),
  };
}

function buildDialog(address: string) {
  const make = document.createElement.bind(document);
  const dialog = make('dialog');
  dialog.setAttribute('aria-label', 'Payment');
  const header = make('header');
  const page = make('a');
  page.href = address;
  page.target = '_blank';
  page.rel = 'noopener';
  page.textContent = 'Open in a new tab';
  const closer = make('button');
  closer.type = 'button';
  closer.setAttribute('aria-label', 'Close');
  closer.textContent = '×';
  const blocked = make('p');
  blocked.hidden = true;
  blocked.setAttribute('role', 'status');
  blocked.textContent =
    'Is nothing shown here? Your browser may block the page. Open it in a new tab with the link above.';
  const frame = make('iframe');
  frame.title = 'Payment';
  frame.allow = 'clipboard-write';
  header.append(page, closer);
  dialog.append(header, blocked, frame);
  return { dialog, frame, closer, blocked };
}
