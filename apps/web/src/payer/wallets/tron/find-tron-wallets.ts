import type { FindWallets } from '../wallet.ts';
import { openTronWallet } from './open-tron-wallet.ts';
import type { TronPaymentCalls } from './payment-calls.ts';
import { readTronLink } from './tron-link.ts';

const READY = 'tronLink#initialized';

/** Where wallets set TronLink's interface: on the window, or, as OKX documents it, on a thing of their own there. */
const PLACES = [
  { id: 'tronLink', name: 'TronLink', place: (): unknown => window },
  { id: 'okxwallet', name: 'OKX Wallet', place: (): unknown => Reflect.get(window, 'okxwallet') },
] as const;

/** Finds the wallets that have TronLink's interface, whether the wallet or the page was loaded first. */
export function findTronWallets(calls: TronPaymentCalls): FindWallets {
  return (found) => {
    const known = new Set<string>();
    const look = (): void => {
      for (const { id, name, place } of PLACES) {
        const where = place();
        const link = known.has(id) || typeof where !== 'object' || where === null ? null : readTronLink(where);
        if (link === null) continue;
        known.add(id);
        found({ id, name, icon: null, open: (payment, tell) => openTronWallet(link, calls, { payment, tell }) });
      }
    };
    window.addEventListener(READY, look);
    look();
    return () => window.removeEventListener(READY, look);
  };
}
