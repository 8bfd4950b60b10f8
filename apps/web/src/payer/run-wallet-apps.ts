const WALLETLESS = 'walletless';
/** What TronLink's app takes beside the address of a page to open (https://docs.tronlink.org/mobile/deeplink). */
const TRONLINK = { action: 'open', protocol: 'TronLink', version: '1.0' };

/** Whether this is a phone's browser in which no wallet has announced itself: it links to wallets' own browsers. */
export const isWalletless = (): boolean => document.documentElement.classList.contains(WALLETLESS);

/**
 * Shows the links to wallets' apps, in place of the button, on a phone whose browser has no wallet: EIP-6963, the
 * Wallet Standard, or what older wallets and TronLink set on the window. A wallet that announces itself later brings the button
 * back.
 */
export function runWalletApps(): void {
  document.addEventListener('click', ({ target }) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('[data-app]') : null;
    if (link === null) return;
    // The page is drawn by a server that does not know the address by which the payer reached it.
    link.href = addressInApp(link.dataset['app'] ?? '', location.href);
  });
  if (
    !matchMedia('(pointer: coarse)').matches ||
    ['ethereum', 'solana', 'tronLink', 'okxwallet'].some((name) => name in window)
  )
    return;
  const { classList } = document.documentElement;
  const register = (): void => classList.remove(WALLETLESS);
  classList.add(WALLETLESS);
  window.addEventListener('eip6963:announceProvider', register);
  window.addEventListener('wallet-standard:register-wallet', register);
  window.addEventListener('tronLink#initialized', register);
  window.dispatchEvent(new Event('eip6963:requestProvider'));
  window.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: { register } }));
}

/** An app's link to this page, which is opened as itself there, and not as a part of a shop's page. Pure. */
export function addressInApp(link: string, address: string): string {
  const page = new URL(address);
  page.searchParams.delete('embed');
  page.hash = '';
  const encoded = encodeURIComponent(page.href);
  return link
    .replace('{bare}', () => page.href.slice(`${page.protocol}//`.length))
    .replace('{page}', () => encoded)
    .replace('{twice}', () => encodeURIComponent(encoded))
    .replace('{tronlink}', () => encodeURIComponent(JSON.stringify({ url: page.href, ...TRONLINK })))
    .replace('{origin}', () => encodeURIComponent(page.origin));
}
