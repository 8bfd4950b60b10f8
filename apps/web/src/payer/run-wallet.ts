import { PAYER_LANGUAGES, type Payment } from '@kobogate/contract';
import type { WalletDialog, WalletPage } from './wallets/wallet-page.ts';
import { linksToApps } from './run-wallet-apps.ts';
import type { FollowedPayment } from './run-payment.ts';

/** The end of the page's address where the payer pressed `Connect wallet` before the payment was opened. */
const WISH = '#wallet';

/**
 * Lets a payer's wallet be connected: its code is loaded only when the button is pressed, or was pressed on the page
 * before. Returns the function that passes each newer payment to the wallet's dialog.
 */
export function runWallet(followed: () => FollowedPayment | null): (payment: Payment) => void {
  let dialog: WalletDialog | null = null;
  let isOpening = false;

  async function connect(payment: FollowedPayment): Promise<void> {
    const host = document.getElementById('wallet-dialog');
    if (host === null || isOpening || dialog !== null) return;
    isOpening = true;
    showBusy(true);
    showFailure(false);
    try {
      const [{ connectWallet }, now] = await Promise.all([import('./wallets/connect-wallet.ts'), payment.read()]);
      dialog = connectWallet(host, now, {
        language: PAYER_LANGUAGES.find((language) => language === document.documentElement.lang) ?? 'en',
        apiBase: payment.apiBase,
        remote: remoteOf(),
        renew: () => renew(payment),
        onClose: () => {
          dialog = null;
        },
      });
    } catch {
      showFailure(true);
    }
    showBusy(false);
    isOpening = false;
  }

  document.addEventListener('click', ({ target }) => {
    const payment = followed();
    if (payment !== null && target instanceof Element && target.closest('[data-connect]') !== null) {
      void connect(payment);
    }
  });
  // Once: not again when the page is reloaded.
  queueMicrotask(() => {
    const payment = followed();
    if (payment === null || location.hash !== WISH) return;
    history.replaceState(null, '', location.pathname + location.search);
    // No dialog that could only say that there is no wallet: the links are on the page.
    if (linksToApps()) return document.querySelector<HTMLElement>('[data-app]')?.focus();
    const button = document.querySelector<HTMLElement>('[data-connect]');
    if (button === null) return;
    // The element that gets the focus back from the dialog.
    button.focus({ preventScroll: true });
    void connect(payment);
  });
  return (payment) => dialog?.update(payment);
}

function remoteOf(): WalletPage['remote'] {
  const { project, open } = document.querySelector<HTMLElement>('[data-connect]')?.dataset ?? {};
  return project === undefined || open === undefined ? null : { projectId: project, open };
}

async function renew({ address, draw }: FollowedPayment): Promise<Payment> {
  const answer = await fetch(`${address}/rate`, { method: 'POST' });
  const { data, message } = (await answer.json()) as { data?: Payment; message?: string };
  if (data === undefined) throw new Error(message ?? '');
  await draw();
  return data;
}

function showBusy(isBusy: boolean): void {
  document.querySelector('[data-connect]')?.setAttribute('aria-busy', String(isBusy));
}

function showFailure(hasFailed: boolean): void {
  const notice = document.querySelector<HTMLElement>('[data-notice=wallet]');
  if (notice !== null) notice.hidden = !hasFailed;
}
