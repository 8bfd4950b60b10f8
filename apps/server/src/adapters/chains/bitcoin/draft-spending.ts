import { checkAddress } from '@kobogate/addresses';
import { type BitcoinPlanned, mostBitcoinFee } from '@kobogate/plans';
import { Transaction } from '@scure/btc-signer';
import type { DueRefund, OwnAddress, SpendingDraft, SpendingWish } from '../../../custody/index.ts';

/** An unspent output of ours. */
export interface Coin {
  readonly address: OwnAddress;
  readonly transaction: string;
  readonly index: number;
  /** The transaction that made it, in hexadecimal: the key tool reads the coin's value from it. */
  readonly raw: string;
  /** In satoshi. */
  readonly amount: bigint;
  /** A miner's new coins, which can't be spent yet, or coins that a reorganisation could still take back. */
  readonly isUnripe: boolean;
}

/** Sizes in virtual bytes, rounded up: the frame, a segwit input (a taproot one is smaller), the largest output. */
const FRAME = 11n;
const INPUT = 69n;
const OUTPUT = 43n;
/** Nodes do not relay a transaction with more of them (Bitcoin Core, policy.h: 400,000 weight). */
const MOST_INPUTS = 500;
/**
 * The most bytes of the transactions that made a plan's coins, all of which are in its file: an exchange pays thousands of
 * people in one transaction, and the signer accepts no file above 4 MiB.
 */
const MOST_MADE_BYTES = 2_500_000;
/** Nodes do not relay an output below this (Bitcoin Core, policy.cpp: dust of a taproot output at 3 sat/vB). */
const LEAST_OUTPUT = 330n;
/** Signals that it may be replaced (BIP-125). */
const REPLACEABLE = 0xff_ff_ff_fd;

/** Blocks after which a miner's new coins can be spent (consensus/consensus.h, COINBASE_MATURITY). */
const COINBASE_BLOCKS = 100;

/** Whether a coin can't be spent yet, by the blocks on top of its own and the operator's policy. Pure. */
export const mustWait = (above: number, isCoinbase: boolean, confirmations: number): boolean =>
  above + 1 < confirmations || (isCoinbase && above < COINBASE_BLOCKS);

/**
 * One transaction that takes coins of deposit addresses, pays refunds and gives the rest to the treasury. A sweep takes
 * every coin that is worth its own fee; otherwise only as many coins as the refunds need are taken, the treasury's
 * first. Coins in `keep` (some of `coins`) are taken before all others. Pure.
 */
export function draftSpending(
  coins: readonly Coin[],
  feeRate: bigint,
  wish: SpendingWish,
  keep: readonly Coin[] = [],
): SpendingDraft {
  const { treasury, refunds, isSweep, sweepTo } = wish;
  const notes: string[] = [];
  const ripe = coins.filter(({ isUnripe }) => !isUnripe);
  const worth = ripe.filter(({ amount }) => amount > feeRate * INPUT).toSorted(treasuryFirst);
  if (worth.length < ripe.length) {
    notes.push(`${ripe.length - worth.length} coins are worth less than the fee to move them, and stay.`);
  }
  const paid: DueRefund[] = [];
  const swept = isSweep ? worth.filter(({ address }) => address.chain === 0) : [];
  let chosen = keep.length > 0 ? keep.slice(0, MOST_INPUTS) : thoseThatFit(swept);
  while (isTooDear(chosen.length, 1, feeRate) && chosen.length > 0) chosen.pop();
  for (const refund of refunds) {
    const covered = cover(worth, chosen, [...paid, refund], feeRate);
    if (covered === null) {
      notes.push(
        `The refund ${refund.id} is not in the plan: there are not enough coins that are final, or it would cost more than the key tool signs for.`,
      );
      continue;
    }
    chosen = covered;
    paid.push(refund);
  }
  if (chosen.length === 0 || (paid.length === 0 && sum(chosen) - feeOf(chosen.length, 1, feeRate) < LEAST_OUTPUT)) {
    return { transactions: [], notes };
  }
  return { transactions: [build(sweepTo ?? treasury, chosen, paid, feeRate)], notes };
}

const fits = (coins: readonly Coin[]): boolean =>
  coins.length <= MOST_INPUTS && coins.reduce((bytes, { raw }) => bytes + raw.length / 2, 0) <= MOST_MADE_BYTES;

/** As many of the coins as one plan holds; one that is too large for any goes alone. */
function thoseThatFit(coins: readonly Coin[]): Coin[] {
  const taken: Coin[] = [];
  for (const coin of coins) if (fits([...taken, coin])) taken.push(coin);
  return taken.length > 0 ? taken : coins.slice(0, 1);
}

const treasuryFirst = (left: Coin, right: Coin): number => {
  if (left.address.chain !== right.address.chain) return right.address.chain - left.address.chain;
  if (left.amount === right.amount) return 0;
  return left.amount < right.amount ? 1 : -1;
};

const sum = (values: readonly { amount: bigint }[]): bigint => values.reduce((all, { amount }) => all + amount, 0n);

/** The most virtual bytes that a transaction with so many inputs and outputs has. Pure. */
export const sizeOf = (inputs: number, outputs: number): bigint =>
  FRAME + INPUT * BigInt(inputs) + OUTPUT * BigInt(outputs);

const feeOf = (inputs: number, outputs: number, feeRate: bigint): bigint => feeRate * sizeOf(inputs, outputs);

/** Whether the key tool would refuse it; an amount too small for an output goes to the miner too. */
const isTooDear = (inputs: number, outputs: number, feeRate: bigint): boolean =>
  feeOf(inputs, outputs, feeRate) + LEAST_OUTPUT > mostBitcoinFee(inputs);

/**
 * The coins with as many more as the refunds need, change to the treasury included; null where there are not enough.
 */
function cover(
  all: readonly Coin[],
  chosen: readonly Coin[],
  refunds: readonly DueRefund[],
  feeRate: bigint,
): Coin[] | null {
  const taken = [...chosen];
  const left = all.filter((coin) => !taken.includes(coin));
  const isEnough = (): boolean => sum(taken) >= sum(refunds) + feeOf(taken.length, refunds.length + 1, feeRate);
  while (!isEnough()) {
    const next = left.shift();
    if (next === undefined || taken.length >= MOST_INPUTS) return null;
    // Another coin may be smaller.
    if (taken.length === 0 || fits([...taken, next])) taken.push(next);
  }
  return isTooDear(taken.length, refunds.length + 1, feeRate) ? null : taken;
}

function build(
  home: OwnAddress,
  coins: readonly Coin[],
  refunds: readonly DueRefund[],
  feeRate: bigint,
): BitcoinPlanned {
  const outputs: BitcoinPlanned['outputs'] = refunds.map(({ id, address, amount }) => ({
    address,
    amount,
    refundId: id,
  }));
  const change = sum(coins) - sum(refunds) - feeOf(coins.length, refunds.length + 1, feeRate);
  // An amount too small for an output goes to the miner.
  if (change >= LEAST_OUTPUT) outputs.push({ address: home.address, amount: change, refundId: null });
  const transaction = new Transaction();
  for (const { address, transaction: txid, index, raw, amount } of coins) {
    const script = Buffer.from(address.addressKey, 'hex');
    const nonWitnessUtxo = Buffer.from(raw, 'hex');
    transaction.addInput({ txid, index, sequence: REPLACEABLE, nonWitnessUtxo, witnessUtxo: { script, amount } });
  }
  for (const { address, amount } of outputs) transaction.addOutput({ script: scriptOf(address), amount });
  return {
    kind: 'bitcoin',
    stage: 0,
    psbt: Buffer.from(transaction.toPSBT()).toString('base64'),
    inputs: coins.map(({ address: { chain, index, address }, amount }) => ({
      place: { chain, index, address },
      amount,
    })),
    outputs,
    fee: sum(coins) - sum(outputs),
  };
}

function scriptOf(address: string): Buffer {
  const checked = checkAddress('bitcoin', address, 'Bitcoin');
  if ('problem' in checked) throw new Error(`${address} is no address`);
  return Buffer.from(checked.addressKey, 'hex');
}
