import type { FindWallets } from '../wallet.ts';
import { openTronWallet } from './open-tron-wallet.ts';
import type { TronPaymentCalls } from './payment-calls.ts';
import { readTronLink } from './tron-link.ts';

const READY = 'tronLink#initialized';

/** Finds the wallet that sets TronLink's interface on the window, whether the wallet or the page was loaded first. */
export function findTronWallets(calls: TronPaymentCalls): FindWallets {
  return (found) => {
    let isKnown = false;
    const look = (): void => {
      const link = isKnown ? null : readTronLink(window);
      if (link === null) return;
      isKnown = true;
      found({
        id: 'tronLink',
        name: 'TronLink',
        icon: null,
        open: (payment, tell) => openTronWallet(link, calls, { payment, tell }),
      });
    };
    window.addEventListener(READY, look);
    look();
    return () => window.removeEventListener(READY, look);
  };
}
