import { connectsWallets, findWalletNetwork } from '@kobogate/contract';

/** A wallet's app for phones, which opens a page in its own browser, where the wallet can be connected. */
interface WalletApp {
  readonly name: string;
  /** Its documented link, with `{bare}`, `{page}`, `{twice}`, `{tronlink}` and `{origin}` as the page’s script fills them in with its own address. */
  readonly link: string;
}

// https://docs.metamask.io/sdk/guides/use-deeplinks: the page follows without its scheme, and not encoded.
const METAMASK: WalletApp = { name: 'MetaMask', link: 'https://link.metamask.io/dapp/{bare}' };
// https://docs.cdp.coinbase.com/coinbase-wallet/developer-guidance/mobile-dapp-integration
const COINBASE: WalletApp = { name: 'Coinbase Wallet', link: 'https://go.cb-w.com/dapp?cb_url={page}' };
// https://docs.phantom.com/phantom-deeplinks/other-methods/browse
const PHANTOM: WalletApp = { name: 'Phantom', link: 'https://phantom.app/ul/browse/{page}?ref={origin}' };
// https://web3.okx.com/build/docs/waas/app-universal-link: a link of its own in another link.
const OKX: WalletApp = {
  name: 'OKX Wallet',
  link: 'https://web3.okx.com/download?deeplink=okx%3A%2F%2Fwallet%2Fdapp%2Furl%3FdappUrl%3D{twice}',
};
// https://developer.trustwallet.com/developer/develop-for-trust/deeplinking: the coin is a SLIP-44 index.
const trust = (coin: number): WalletApp => ({
  name: 'Trust Wallet',
  link: `https://link.trustwallet.com/open_url?coin_id=${coin}&url={page}`,
});

// https://docs.tronlink.org/mobile/deeplink: of all these apps alone it has a scheme of its own, and no `https://` link.
const TRONLINK: WalletApp = { name: 'TronLink', link: 'tronlinkoutside://pull.activity?param={tronlink}' };

const EVM_COIN = 60;
const SOLANA_COIN = 501;
/** The EVM networks of Phantom (https://docs.phantom.com) that this gateway knows. */
const PHANTOM_NETWORKS = new Set(['ethereum', 'base', 'polygon']);

/** The apps for phones whose browsers have a wallet for this network. None where no wallet can be connected. Pure. */
export function walletAppsOf(network: string): readonly WalletApp[] {
  if (!connectsWallets(network)) return [];
  // OKX's app has TRON too (window.okxwallet.tronLink), and its link leads a phone without it to the store.
  if (network === 'tron') return [TRONLINK, OKX];
  if (findWalletNetwork(network) === undefined) return [PHANTOM, trust(SOLANA_COIN), OKX];
  return [METAMASK, trust(EVM_COIN), COINBASE, ...(PHANTOM_NETWORKS.has(network) ? [PHANTOM] : []), OKX];
}
