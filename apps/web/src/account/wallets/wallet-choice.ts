import { TEXTS, type SupportedCoin } from '@kobogate/contract';

export const WALLET_STEPS = ['currency', 'network', 'confirm'] as const;
export type WalletStep = (typeof WALLET_STEPS)[number];

/** The dialog's step and what has been chosen. */
export interface WalletChoice {
  step: WalletStep;
  currency: string | null;
  network: string | null;
  /** Why the last step forward was refused, in words; null while nothing is wrong. */
  problem: string | null;
}

export const NO_CHOICE: WalletChoice = { step: 'currency', currency: null, network: null, problem: null };

export type WalletMove =
  | { do: 'choose-currency'; currency: string }
  | { do: 'choose-network'; network: string }
  | { do: 'next' | 'back' };

/** The next state of the dialog. Choosing another currency clears the network; no step is passed without its choice. */
export function chooseWallet(choice: WalletChoice, move: WalletMove): WalletChoice {
  switch (move.do) {
    case 'choose-currency':
      return move.currency === choice.currency
        ? { ...choice, problem: null }
        : { ...choice, currency: move.currency, network: null, problem: null };
    case 'choose-network':
      return { ...choice, network: move.network, problem: null };
    case 'back':
      return { ...choice, step: choice.step === 'confirm' ? 'network' : 'currency', problem: null };
    case 'next':
      return stepForward(choice);
  }
}

function stepForward(choice: WalletChoice): WalletChoice {
  const isChosen = choice.step === 'currency' ? choice.currency !== null : choice.network !== null;
  if (!isChosen) return { ...choice, problem: TEXTS.walletPairMissing };
  return { ...choice, step: choice.step === 'currency' ? 'network' : 'confirm', problem: null };
}

/** The coins whose ticker or name holds the typed text anywhere, whatever the case, sorted by ticker. */
export function searchCoins(coins: readonly SupportedCoin[], typed: string): SupportedCoin[] {
  const wanted = typed.trim().toLowerCase();
  return coins
    .filter((coin) => `${coin.currency} ${coin.name}`.toLowerCase().includes(wanted))
    .toSorted((left, right) => left.currency.localeCompare(right.currency, 'en'));
}
