import { Refusal } from '../../platform/refusal.ts';
import type { BitcoinState } from './state.ts';
import { coinsOf, isUnripe, keyOf } from './state.ts';
import type { BitcoinTransaction, Coin } from './transactions.ts';
import { FAUCET_SCRIPT, FEE, signPayment } from './transactions.ts';

/**
 * A payment from the faucet's coins that no waiting transaction spends: if possible from the oldest single one that is
 * enough, so that a payment does not depend on another. Throws `Refusal` where the faucet has less.
 */
export function payFromFaucet(state: BitcoinState, script: string, amount: bigint): BitcoinTransaction {
  const coins = spendable(state);
  const wanted = amount + FEE;
  const single = coins.find((coin) => coin.amount >= wanted);
  const chosen: Coin[] = single === undefined ? [] : [single];
  if (single === undefined) {
    let sum = 0n;
    for (const coin of coins) {
      if (sum >= wanted) break;
      chosen.push(coin);
      sum += coin.amount;
    }
    if (sum < wanted) throw new Refusal('The faucet holds less than that.');
  }
  return signPayment(chosen, [{ script, amount }], FEE);
}

/** Spends a waiting or mined transaction's own coins again, for a higher fee: to `output`, or back to the faucet. */
export function signReplacement(
  spends: readonly string[],
  coins: ReadonlyMap<string, Coin>,
  output: { readonly script: string; readonly amount: bigint } | null,
): BitcoinTransaction {
  const spent = spends.flatMap((key) => coins.get(key) ?? []);
  const sum = spent.reduce((total, { amount }) => total + amount, 0n);
  const fee = FEE * 10n;
  if (spent.length < spends.length) throw new Refusal('That transaction spends coins that are gone.');
  if (sum < (output?.amount ?? 0n) + fee) throw new Refusal('The coins that it spends are less than that.');
  return signPayment(spent, output === null ? [] : [output], fee);
}

/** The faucet's coins for the next block, those in blocks first, oldest first. */
function spendable(state: BitcoinState): Coin[] {
  const next = state.tip().height + 1;
  const waiting = state.waiting.flatMap((transaction) => coinsOf(transaction, null, false));
  const taken = new Set(state.waiting.flatMap(({ spends }) => spends));
  return [...state.coins.values(), ...waiting].filter(
    (coin) => coin.script === FAUCET_SCRIPT && !isUnripe(coin, next) && !taken.has(keyOf(coin)),
  );
}

/** All coins by key, including those of waiting transactions. */
export function everyCoin(state: BitcoinState): ReadonlyMap<string, Coin> {
  const waiting = state.waiting.flatMap((transaction) => coinsOf(transaction, null, false));
  return new Map([...state.coins, ...waiting.map((coin) => [keyOf(coin), coin] as const)]);
}
