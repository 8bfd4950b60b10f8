import { shownIcon, shownName } from '../announced.ts';
import type { FindWallets } from '../wallet.ts';
import { openSolanaWallet } from './open-solana-wallet.ts';
import type { PaymentCalls } from './payment-calls.ts';
import { readStandardWallet } from './standard-wallet.ts';

const REGISTER = 'wallet-standard:register-wallet';
const READY = 'wallet-standard:app-ready';

/** Finds Solana wallets by the Wallet Standard's events, whether the wallet or the page was loaded first. */
export function findSolanaWallets(calls: PaymentCalls): FindWallets {
  return (found) => {
    const known = new Set<unknown>();
    const add = (thing: unknown): void => {
      const wallet = readStandardWallet(thing);
      const name = shownName(wallet?.name);
      if (wallet === null || name === '' || known.has(name)) return;
      known.add(name);
      found({
        id: name,
        name,
        icon: shownIcon(wallet.icon),
        open: (payment, tell) => openSolanaWallet(wallet, calls, { payment, tell }),
      });
    };
    const api = {
      register: (...wallets: unknown[]) => {
        wallets.forEach(add);
        // A wallet may withdraw itself; one that is still shown says so itself when it is asked.
        return () => undefined;
      },
    };
    const hear = (event: Event): void => {
      const register: unknown = event instanceof CustomEvent ? event.detail : undefined;
      if (typeof register === 'function') register(api);
    };
    window.addEventListener(REGISTER, hear);
    window.dispatchEvent(new CustomEvent(READY, { detail: api }));
    return () => window.removeEventListener(REGISTER, hear);
  };
}
