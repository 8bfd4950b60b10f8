const WALLETLESS = 'walletless';
/** What TronLink's app takes beside the address of a page to open (https://docs.tronlink.org/mobile/deeplink). */
const TRONLINK = { action: 'open', protocol: 'TronLink', version: '1.0' };

/** How wallets of a family show that they are there: on the window, and by an event, also after the page was loaded. */
const SIGNS = new Map([
  ['evm', { names: ['ethereum'], event: 'eip6963:announceProvider' }],
  ['solana', { names: ['solana'], event: 'wallet-standard:register-wallet' }],
  ['tron', { names: ['tronLink', 'okxwallet'], event: 'tronLink#initialized' }],
]);

/** Whether this is a phone's browser that has no wallet for the payment: it links to wallets' own browsers. */
export const linksToApps = (): boolean =>
  document.documentElement.classList.contains(WALLETLESS) && matchMedia('(pointer: coarse)').matches;

/**
 * Takes the button away in a browser that has no wallet for the payment's network: EIP-6963, the Wallet Standard, or what
 * older wallets, TronLink and OKX set on the window. On a phone links to wallets' apps stand in its place. A wallet that
 * announces itself later brings the button back.
 */
export function runWalletApps(): void {
  document.addEventListener('click', ({ target }) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('[data-app]') : null;
    if (link === null) return;
    // The page is drawn by a server that does not know the address by which the payer reached it.
    link.href = addressInApp(link.dataset['app'] ?? '', location.href);
  });
  const signs = SIGNS.get(document.querySelector<HTMLElement>('[data-connect]')?.dataset['connect'] ?? '');
  if (signs === undefined || signs.names.some((name) => name in window)) return;
  const { classList } = document.documentElement;
  const register = (): void => classList.remove(WALLETLESS);
  classList.add(WALLETLESS);
  window.addEventListener(signs.event, register);
  window.dispatchEvent(new Event('eip6963:requestProvider'));
  if (signs.event.startsWith('wallet-standard'))
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
