import { shownIcon, shownName } from '../announced.ts';
import type { FindWallets, Wallet } from '../wallet.ts';
import { openEvmWallet } from './open-evm-wallet.ts';
import { isProvider, type Provider } from './provider.ts';

const ANNOUNCE = 'eip6963:announceProvider';
const REQUEST = 'eip6963:requestProvider';

/**
 * Finds EVM wallets by EIP-6963 (https://eips.ethereum.org/EIPS/eip-6963). Where none announces itself, the provider
 * that an older wallet's own browser sets on the window, called `browserWallet`.
 */
export function findEvmWallets(browserWallet: string): FindWallets {
  return (found) => {
    const known = new Set<string>();
    const add = (wallet: Wallet): void => {
      if (known.has(wallet.id)) return;
      known.add(wallet.id);
      found(wallet);
    };
    const hear = (event: Event): void => {
      const wallet = event instanceof CustomEvent ? readAnnouncement(event.detail) : null;
      if (wallet !== null) add(wallet);
    };
    window.addEventListener(ANNOUNCE, hear);
    window.dispatchEvent(new Event(REQUEST));
    const provider: unknown = Reflect.get(window, 'ethereum');
    if (known.size === 0 && isProvider(provider))
      add(walletOf(provider, { id: 'window', name: browserWallet, icon: null }));
    return () => window.removeEventListener(ANNOUNCE, hear);
  };
}

function readAnnouncement(detail: unknown): Wallet | null {
  if (typeof detail !== 'object' || detail === null || !('info' in detail) || !('provider' in detail)) return null;
  const { info, provider } = detail;
  if (typeof info !== 'object' || info === null || !isProvider(provider)) return null;
  const fields: { uuid?: unknown; rdns?: unknown; name?: unknown; icon?: unknown } = info;
  const name = shownName(fields.name);
  if (name === '') return null;
  // The same wallet may announce itself twice under its domain name.
  const id = [fields.rdns, fields.uuid].find((text) => typeof text === 'string') ?? name;
  return walletOf(provider, { id, name, icon: shownIcon(fields.icon) });
}

const walletOf = (provider: Provider, shown: Pick<Wallet, 'id' | 'name' | 'icon'>): Wallet => ({
  ...shown,
  open: (payment, tell) => openEvmWallet(provider, payment, tell),
});
