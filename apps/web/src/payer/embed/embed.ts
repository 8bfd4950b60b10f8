import { BUTTON_STYLE, sheetsOf } from './embed-style.ts';
import type { PaymentReport } from './messages.ts';
import { createPaymentDialog, type Listeners, type PaymentDialog } from './payment-dialog.ts';

/** Which link is paid, and under what name of the merchant's own: their program finds the payment by it. */
interface Asked {
  readonly link: string;
  readonly reference?: string | undefined;
}

/** What `/embed.js` adds to a merchant's page as `window.Kobogate`. */
export interface KobogateEmbed {
  /** Opens the payment page of a link above the page; returns the function that closes it. */
  open(options: Listeners & Asked): { close(): void };
}

declare global {
  interface Window {
    Kobogate?: KobogateEmbed;
  }
}

// Not in browsers from before 2022: there the page opens in place of the merchant's.
const hasDialogs: boolean = 'HTMLDialogElement' in window;

const script =
  document.currentScript instanceof HTMLScriptElement
    ? document.currentScript
    : document.querySelector<HTMLScriptElement>('script[src$="/embed.js"]');
if (script !== null) start(script);

function start(ours: HTMLScriptElement): void {
  const embed = createEmbed(new URL(ours.src).origin);
  if (window.Kobogate === undefined) {
    window.Kobogate = embed;
    document.addEventListener('click', ({ target }) => {
      const asked = target instanceof Element ? target.closest<HTMLElement>('[data-kobogate-link]') : null;
      if (asked !== null) {
        const { kobogateLink: link = '', reference } = asked.dataset;
        openFor(asked, { link, reference }, embed);
      }
    });
  }
  if (ours.dataset['link'] !== undefined) ours.after(createButton(ours, ours.dataset['link'], embed));
}

function createEmbed(service: string): KobogateEmbed {
  const dialogs = new Map<string, PaymentDialog>();
  return {
    open({ link, reference = '', ...listeners }) {
      const query = reference === '' ? '' : `?reference=${encodeURIComponent(reference)}`;
      const address = `${service}/custom-payment/${encodeURIComponent(link)}${query}`;
      if (!hasDialogs) {
        window.location.assign(address);
        return { close: () => undefined };
      }
      const dialog = dialogs.get(address) ?? createPaymentDialog(address, service);
      dialogs.set(address, dialog);
      dialog.open(listeners);
      return dialog;
    },
  };
}

function createButton({ dataset }: HTMLElement, link: string, embed: KobogateEmbed): HTMLElement {
  const host = document.createElement('span');
  const { label, onPaid, reference } = dataset;
  if (onPaid !== undefined) host.dataset['onPaid'] = onPaid;
  const root = host.attachShadow({ mode: 'open', delegatesFocus: true });
  root.adoptedStyleSheets = sheetsOf(BUTTON_STYLE);
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = label ?? 'Pay with crypto';
  button.addEventListener('click', () => openFor(host, { link, reference }, embed));
  root.append(button);
  return host;
}

/**
 * Opens a link's page for an element, which then dispatches events: `kobogate:state` at each change and once it is paid
 * `kobogate:paid`, or the name in its `data-on-paid`. Both bubble, with the report as their detail.
 */
function openFor(element: HTMLElement, asked: Asked, embed: KobogateEmbed): void {
  const tell = (name: string, detail: PaymentReport): boolean =>
    element.dispatchEvent(new CustomEvent(name, { detail, bubbles: true }));
  embed.open({
    ...asked,
    onState: (report) => {
      tell('kobogate:state', report);
      if (report.state === 'paid') tell(element.dataset['onPaid'] ?? 'kobogate:paid', report);
    },
  });
}
