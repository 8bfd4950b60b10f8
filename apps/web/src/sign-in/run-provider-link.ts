import { DEVICE_HEADER, TEXTS } from '@kobogate/contract';
import { deviceSecret } from '../lib/device.ts';
import { returnPath } from '../lib/return-path.ts';
import { showToast } from './show-toast.ts';

/**
 * Begins a sign-in by a provider with this browser's own secret, so that it is known when it comes back, and with the page
 * that the user was going to. Without this the link itself leads there.
 */
export function runProviderLink(link: HTMLAnchorElement): void {
  const release = (): void => link.removeAttribute('aria-busy');
  link.addEventListener('click', (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (link.hasAttribute('aria-busy')) return;
    link.setAttribute('aria-busy', 'true');
    void begin(link).catch((failure: unknown) => {
      release();
      showToast('error', (failure instanceof Error && failure.message) || TEXTS.loginScreenFailed);
    });
  });
  // The page as the browser kept it, after a step back.
  addEventListener('pageshow', release);
}

async function begin(link: HTMLAnchorElement): Promise<void> {
  const address = new URL(link.href);
  const from = returnPath(history.state);
  if (from !== null) address.searchParams.set('from', from);
  const answer = await fetch(address, { method: 'POST', headers: { [DEVICE_HEADER]: deviceSecret() } }).catch(() => {
    throw new Error(TEXTS.networkError);
  });
  const body: { url?: string; message?: string } = await answer.json();
  if (!answer.ok || body.url === undefined) throw new Error(body.message);
  location.assign(body.url);
}
