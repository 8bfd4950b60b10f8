import { findAsset, type Wallet } from '@kobogate/contract';
import { coinText, nairaOfKobo } from '../../lib/formats.ts';
import { type Kobo, nairaForRoundedDown, parseAmount, parseRate, sumKobo, toKobo } from '@kobogate/money';

/** What a wallet's worth follows from. */
export type Priced = Pick<Wallet, 'currency' | 'network' | 'balance' | 'rate' | 'rateAt'>;

/** The kobo that a balance would be paid at its present rate, rounded down; null without a rate. Pure. */
export function koboOf({ currency, network, balance, rate: text }: Priced): Kobo | null {
  const decimals = findAsset(currency, network)?.decimals;
  if (decimals === undefined) return null;
  const amount = parseAmount(balance, decimals);
  if (amount.ok && amount.value === 0n) return toKobo(0n);
  const rate = text === null ? null : parseRate(text);
  return amount.ok && rate?.ok === true ? nairaForRoundedDown(amount.value, decimals, rate.value) : null;
}

export interface Worth {
  readonly kobo: Kobo;
  /** The oldest of the rates that it is counted at; null where nothing was counted. */
  readonly at: string | null;
  /** Coins that are in the balance and have no rate at the moment. */
  readonly unpriced: readonly string[];
}

/** What all balances are worth together, each rounded down to the kobo that it would be paid. Pure. */
export function worthOf(wallets: readonly Priced[]): Worth {
  const priced = wallets.map((wallet) => ({ ...wallet, kobo: koboOf(wallet) }));
  const counted = priced.flatMap(({ kobo, rateAt }) =>
    kobo !== null && kobo > 0n && rateAt !== null ? [{ kobo, rateAt }] : [],
  );
  return {
    kobo: sumKobo(counted.map(({ kobo }) => kobo)),
    at: counted.map(({ rateAt }) => rateAt).toSorted()[0] ?? null,
    unpriced: [...new Set(priced.flatMap(({ kobo, currency }) => (kobo === null ? [currency] : [])))],
  };
}

/**
 * What is held of all wallets and its worth, as `1,200 USDT (≈ ₦1,843,200.00) held for open orders`; null where nothing
 * is. Pure.
 */
export function heldText(wallets: readonly (Priced & Pick<Wallet, 'held'>)[]): string | null {
  const parts = wallets
    .filter(({ held }) => held !== '0')
    .map((wallet) => {
      const kobo = koboOf({ ...wallet, balance: wallet.held });
      return coinText(wallet.held, wallet.currency) + (kobo === null ? '' : ` (≈ ${nairaOfKobo(String(kobo))})`);
    });
  return parts.length === 0 ? null : `${new Intl.ListFormat('en-GB').format(parts)} held for open orders`;
}
