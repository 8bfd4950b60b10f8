import { Refusal } from '../../platform/refusal.ts';
import { slotAt } from './blocks.ts';
import { type CardanoState, type Coin, coinsOf, needs } from './state.ts';
import {
  type CardanoTransaction,
  FAUCET_ADDRESS,
  leastLovelace,
  makeTransaction,
  type Output,
} from './transactions.ts';

/** What every transaction of the faucet costs, in lovelace: more than the network asks for one of its size. */
export const FEE = 250_000n;
const FIRST_COINS = 200;
const FIRST_LOVELACE = 1_000_000_000_000n;
/** A transaction that no block has within two hours never comes. */
const SECONDS_TO_WAIT = 7_200;
const OUT_OF_NOTHING = `${'00'.repeat(32)}#0`;

const ofFaucet = (lovelace: bigint): Output => ({ address: FAUCET_ADDRESS, lovelace, tokens: {} });

/** The transaction that a new chain begins with: 200 coins of a million ADA for the faucet. Pure. */
export function endow(time: number): CardanoTransaction {
  return makeTransaction({
    inputs: [OUT_OF_NOTHING],
    outputs: Array.from({ length: FIRST_COINS }, () => ofFaucet(FIRST_LOVELACE)),
    fee: 0n,
    lastSlot: slotAt(time) + SECONDS_TO_WAIT,
    failure: null,
  });
}

/**
 * A payment from the faucet's coins that no waiting transaction spends: if possible from the oldest single one that is
 * enough, so that a payment does not depend on another. One that `fails` names the payment and never makes it: its
 * contract fails in the block, which takes the collateral and gives the rest of that back to `back`. Throws `Refusal`
 * where it can't be done.
 */
export function payFromFaucet(
  state: CardanoState,
  time: number,
  { output, fails, back = FAUCET_ADDRESS }: { output: Output; fails: boolean; back?: string | undefined },
): CardanoTransaction {
  const least = leastLovelace(output);
  if (output.lovelace < least) {
    throw new Refusal(
      `Cardano carries no output of less than ${least} lovelace to this address. Send at least as much.`,
    );
  }
  const coins = spendable(state);
  // The rest must be enough for an output of its own.
  const chosen = choose(coins, output.lovelace + FEE + leastLovelace(ofFaucet(output.lovelace)));
  const collateral = coins.find((coin) => !chosen.includes(coin));
  if (fails && collateral === undefined) throw new Refusal('The faucet has no coin left for the collateral.');
  const rest = sumOf(chosen) - output.lovelace - FEE;
  return makeTransaction({
    inputs: chosen.map(({ key }) => key),
    outputs: [output, ofFaucet(rest)],
    fee: FEE,
    lastSlot: slotAt(time) + SECONDS_TO_WAIT,
    failure:
      fails && collateral !== undefined
        ? {
            collateral: [collateral.key],
            back: { ...collateral.output, address: back, lovelace: collateral.output.lovelace - 2n * FEE },
          }
        : null,
  });
}

/** Sends the coins of a transaction back to the faucet, so that it can never be mined again. Throws `Refusal`. */
export function spendAgain(
  spent: readonly string[],
  coins: ReadonlyMap<string, Coin>,
  time: number,
): CardanoTransaction {
  const found = spent.flatMap((key) => coins.get(key) ?? []);
  if (found.length < spent.length) throw new Refusal('That transaction spends coins that are gone.');
  return makeTransaction({
    inputs: spent,
    outputs: [ofFaucet(sumOf(found) - FEE)],
    fee: FEE,
    lastSlot: slotAt(time) + SECONDS_TO_WAIT,
    failure: null,
  });
}

/** All coins by key, including those of waiting transactions. */
export function everyCoin(state: CardanoState): ReadonlyMap<string, Coin> {
  return new Map([...state.coins, ...state.waiting.flatMap(coinsOf).map((coin) => [coin.key, coin] as const)]);
}

const sumOf = (coins: readonly Coin[]): bigint => coins.reduce((sum, { output }) => sum + output.lovelace, 0n);

function choose(coins: readonly Coin[], wanted: bigint): Coin[] {
  const single = coins.find(({ output }) => output.lovelace >= wanted);
  if (single !== undefined) return [single];
  const chosen: Coin[] = [];
  for (const coin of coins) {
    chosen.push(coin);
    if (sumOf(chosen) >= wanted) return chosen;
  }
  throw new Refusal('The faucet holds less than that.');
}

/** The faucet's coins for the next block, those in blocks first, oldest first. */
function spendable(state: CardanoState): Coin[] {
  const taken = new Set(state.waiting.flatMap(needs));
  return [...state.coins.values(), ...state.waiting.flatMap(coinsOf)].filter(
    ({ key, output }) => output.address === FAUCET_ADDRESS && !taken.has(key),
  );
}
