import { cardanoBody, type CardanoPlanned, cardanoSignedBytes, leastLovelace, mostCardanoFee } from '@kobogate/plans';
import type { DueRefund, OwnAddress, SpendingDraft, SpendingWish } from '../../../custody/index.ts';

/** An unspent output of ours. */
export interface Coin {
  readonly address: OwnAddress;
  readonly transaction: string;
  readonly index: number;
  readonly lovelace: bigint;
  /** Native tokens in the same output, by unit. */
  readonly tokens: ReadonlyMap<string, bigint>;
  /** A reorganisation could still take it back. */
  readonly isUnripe: boolean;
  /**
   * A script is attached to it, as anybody can do: the network then asks for more the longer that script is, and refuses a
   * transaction that spends it for the usual fee, with all the others in it.
   */
  readonly hasScript?: boolean;
}

/** Whether a plan may spend it. Pure. */
const isSpendable = ({ isUnripe, hasScript }: Coin): boolean => !isUnripe && hasScript !== true;

/** The network's current parameters, in lovelace and bytes. */
export interface Terms {
  readonly feePerByte: bigint;
  readonly feeAtLeast: bigint;
  readonly coinsPerByte: bigint;
  readonly mostBytes: number;
  /** The first slot whose block does not take what is written now. */
  readonly invalidHereafter: number;
}

type Output = CardanoPlanned['outputs'][number];

/** The number of inputs and outputs that fit into a transaction of 16 kilobytes with room to spare. */
const MOST_INPUTS = 60;
const MOST_REFUNDS = 60;
/**
 * Kinds of tokens in one output, which may be 5,000 bytes long: each takes 28 bytes of policy and 32 of name at most.
 */
const MOST_TOKENS = 40;
/** The most of one token in an output: the ledger has 64 bits for it (CDDL, `positive_coin`). */
const MOST_OF_A_TOKEN = 2n ** 64n - 1n;
/** A placeholder fee that takes as many bytes as any real one. */
const SOME_FEE = 1_000_000n;

/**
 * One transaction that pays refunds, the treasury's coins first, and others that move the remaining coins of deposit
 * addresses to the treasury, native tokens included. They do not depend on each other. Pure.
 */
export function draftSpending(coins: readonly Coin[], terms: Terms, wish: SpendingWish): SpendingDraft {
  const { treasury, refunds, isSweep, sweepTo = treasury } = wish;
  const notes = coins.flatMap(({ address: { address }, transaction, index, hasScript }) =>
    hasScript === true
      ? [
          `The coin ${transaction}#${index} at ${address} has a script attached and stays: a wallet of yours can move it.`,
        ]
      : [],
  );
  const ripe = coins.filter(isSpendable).toSorted(bestFirst);
  let paying: { refunds: readonly DueRefund[]; coins: readonly Coin[] } = { refunds: [], coins: [] };
  for (const refund of refunds) {
    const least = leastLovelace(outputOf(refund), terms.coinsPerByte);
    const wanted = [...paying.refunds, refund];
    const covering = refund.amount < least ? null : cover(ripe, wanted, treasury, terms);
    if (covering !== null) paying = { refunds: wanted, coins: covering };
    else if (refund.amount < least) notes.push(`The refund ${refund.id} is less than Cardano carries: decline it.`);
    else notes.push(`The refund ${refund.id} is not in the plan: there is not enough ADA that is final, or no room.`);
  }
  const transactions = paying.refunds.length === 0 ? [] : [build(paying.coins, paying.refunds, treasury, terms)];
  const left = ripe.filter((coin) => coin.address.chain === 0 && !paying.coins.includes(coin));
  for (const chunk of isSweep ? chunksOf(left) : []) {
    const swept = build(chunk, [], sweepTo, terms);
    if (isPossible(swept, terms)) transactions.push(swept);
    else notes.push(`${chunk.length} coins stay: their ADA does not pay for moving them and what came along.`);
  }
  return { transactions, notes };
}

/**
 * One transaction that spends all of `kept` and so excludes another transaction, pays the same refunds, and takes as many of
 * `others` as that needs; null if this is not possible. Pure.
 */
export function draftAgain(
  kept: readonly Coin[],
  others: readonly Coin[],
  refunds: readonly DueRefund[],
  { treasury, terms }: { readonly treasury: OwnAddress; readonly terms: Terms },
): CardanoPlanned | null {
  const chosen = choose(kept, others.filter(isSpendable).toSorted(bestFirst), (coins) =>
    isPossible(build(coins, refunds, treasury, terms), terms),
  );
  return chosen === null ? null : build(chosen, refunds, treasury, terms);
}

/** The treasury's own first, those without tokens before others, the largest first. */
function bestFirst(left: Coin, right: Coin): number {
  const rank = ({ address, tokens }: Coin): number => (address.chain === 1 ? 0 : 2) + (tokens.size === 0 ? 0 : 1);
  if (rank(left) !== rank(right)) return rank(left) - rank(right);
  if (left.lovelace === right.lovelace) return 0;
  return left.lovelace < right.lovelace ? 1 : -1;
}

/** As many coins as these refunds need; null where there are too few, or one transaction can't hold them. */
function cover(
  coins: readonly Coin[],
  refunds: readonly DueRefund[],
  treasury: OwnAddress,
  terms: Terms,
): readonly Coin[] | null {
  if (refunds.length > MOST_REFUNDS) return null;
  return choose([], coins, (chosen) => isPossible(build(chosen, refunds, treasury, terms), terms));
}

/**
 * `kept`, with as many of `others`, in their order, as are enough; null where they never are. One whose tokens don't fit
 * beside the others' is passed over: anybody may send worthless ones along.
 */
function choose(
  kept: readonly Coin[],
  others: readonly Coin[],
  isEnough: (coins: readonly Coin[]) => boolean,
): readonly Coin[] | null {
  if (!fitTogether(kept)) return null;
  const chosen = [...kept];
  for (const coin of [null, ...others]) {
    if (coin !== null && !fitTogether([...chosen, coin])) continue;
    if (coin !== null) chosen.push(coin);
    if (chosen.length > MOST_INPUTS) return null;
    if (chosen.length > 0 && isEnough(chosen)) return chosen;
  }
  return null;
}

/** Groups of coins that fit into one transaction each. */
function chunksOf(coins: readonly Coin[]): Coin[][] {
  const chunks: Coin[][] = [];
  for (const coin of coins) {
    const last = chunks.at(-1);
    const isFull = last === undefined || last.length >= MOST_INPUTS || !fitTogether([...last, coin]);
    if (isFull) chunks.push([coin]);
    else last.push(coin);
  }
  return chunks;
}

/** What these coins hold of each native token together, by unit. */
function tokensIn(coins: readonly Coin[]): ReadonlyMap<string, bigint> {
  const tokens = new Map<string, bigint>();
  for (const [unit, amount] of coins.flatMap((coin) => [...coin.tokens])) {
    tokens.set(unit, (tokens.get(unit) ?? 0n) + amount);
  }
  return tokens;
}

/** Whether the tokens of these coins fit into one output; those of one coin were in one. */
function fitTogether(coins: readonly Coin[]): boolean {
  const withTokens = coins.filter(({ tokens }) => tokens.size > 0);
  if (withTokens.length <= 1) return true;
  const tokens = tokensIn(withTokens);
  return tokens.size <= MOST_TOKENS && [...tokens.values()].every((amount) => amount <= MOST_OF_A_TOKEN);
}

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((all, amount) => all + amount, 0n);

const outputOf = ({ id, address, amount }: DueRefund): Output => ({ address, amount, tokens: [], refundId: id });

/** The transaction of these coins: refunds, and the rest to one address of ours. Its last output may be below the minimum. */
function build(coins: readonly Coin[], refunds: readonly DueRefund[], rest: OwnAddress, terms: Terms): CardanoPlanned {
  const all = sum(coins.map(({ lovelace }) => lovelace));
  const tokens = tokensIn(coins);
  const home = (amount: bigint): Output => ({
    address: rest.address,
    amount,
    tokens: [...tokens].map(([unit, count]) => ({ unit, amount: count })),
    refundId: null,
  });
  const inputs = coins.map(({ address: { chain, index: at, address }, transaction, index, lovelace }) => ({
    place: { chain, index: at, address },
    transaction,
    index,
    amount: lovelace,
  }));
  const paid = refunds.map(outputOf);
  const { invalidHereafter } = terms;
  const largest = cardanoBody({ inputs, outputs: [...paid, home(all)], fee: SOME_FEE, invalidHereafter });
  const fee = terms.feeAtLeast + terms.feePerByte * BigInt(cardanoSignedBytes(largest, keysIn(coins)));
  const change = all - sum(paid.map(({ amount }) => amount)) - fee;
  const outputs = [...paid, home(change < 0n ? 0n : change)];
  return { kind: 'cardano', stage: 0, inputs, outputs, fee, invalidHereafter };
}

const keysIn = (coins: readonly Coin[]): number => new Set(coins.map(({ address }) => address.addressKey)).size;

/** Whether the network would take it, and the key tool sign it. */
function isPossible({ inputs, outputs, fee, invalidHereafter }: CardanoPlanned, terms: Terms): boolean {
  const given = sum(outputs.map(({ amount }) => amount)) + fee;
  const keys = new Set(inputs.map(({ place }) => place.address)).size;
  return (
    given === sum(inputs.map(({ amount }) => amount)) &&
    outputs.every((output) => output.amount >= leastLovelace(output, terms.coinsPerByte)) &&
    fee <= mostCardanoFee() &&
    cardanoSignedBytes(cardanoBody({ inputs, outputs, fee, invalidHereafter }), keys) <= terms.mostBytes
  );
}
