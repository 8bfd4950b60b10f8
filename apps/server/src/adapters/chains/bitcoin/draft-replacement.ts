import type { BitcoinPlanned, Planned } from '@kobogate/plans';
import { Transaction } from '@scure/btc-signer';
import type { DueRefund, OwnAddress, Replacement, Waiting } from '../../../custody/index.ts';
import { type Coin, draftSpending, sizeOf } from './draft-spending.ts';

const ASSET = 'BTC@mainnet';

/** The coins that a planned transaction spends: each can be spent once. Pure. */
export function coinsOf(planned: Planned): string[] {
  if (planned.kind !== 'bitcoin') return [];
  const transaction = Transaction.fromPSBT(Buffer.from(planned.psbt, 'base64'));
  return Array.from({ length: transaction.inputsLength }, (_, at) => {
    const { txid, index } = transaction.getInput(at);
    return `${Buffer.from(txid ?? []).toString('hex')}:${index}`;
  });
}

export interface ReplacementFacts {
  readonly treasury: OwnAddress;
  /** All our unspent coins, by blocks alone: waiting transactions do not count as spent. */
  readonly coins: readonly Coin[];
  /** Satoshi a virtual byte. */
  readonly feeRate: bigint;
  /** Where what waits was swept to in place of the treasury. */
  readonly sweepTo?: OwnAddress | undefined;
}

/**
 * One transaction that pays what the waiting ones pay, all attempts at the same payments, and spends at least one coin
 * of every one of them (BIP-125: a higher fee, and only confirmed coins). Where their coins are gone nothing is
 * drafted: a block may have paid already, and what another one spent is found by the watcher. Pure.
 */
export function draftReplacement(
  { treasury, coins, feeRate, sweepTo }: ReplacementFacts,
  waiting: readonly Waiting[],
): Replacement {
  const tries = waiting.flatMap(({ planned, txid }) =>
    planned.kind === 'bitcoin' ? [{ planned, txid, spends: new Set(coinsOf(planned)) }] : [],
  );
  const last = tries.at(-1)?.planned;
  if (last === undefined) return { refusal: 'Nothing of the plan waits.' };
  const placeOf = ({ transaction, index }: Coin): string => `${transaction}:${index}`;
  const gone = tries.find(({ spends }) => !coins.some((coin) => spends.has(placeOf(coin))));
  if (gone !== undefined) {
    return {
      refusal: `No coin of ${gone.txid} is there any more. It may be in a block that the watcher has yet to read: please look again later. If another transaction of your keys spent them, this one is given up automatically once that one is final.`,
    };
  }
  const keep = coins.filter((coin) => tries.some(({ spends }) => spends.has(placeOf(coin))));
  const refunds = last.outputs.flatMap(({ refundId: id, address, amount }): DueRefund[] =>
    id === null ? [] : [{ id, asset: ASSET, amount, address }],
  );
  const dearest = tries.map(({ planned }) => raisedRate(planned)).reduce((one, other) => (one > other ? one : other));
  const wish = { treasury, deposits: [], refunds, isSweep: false, sweepTo, leastOf: () => 0n };
  const { transactions, notes } = draftSpending(coins, feeRate > dearest ? feeRate : dearest, wish, keep);
  const paid = transactions.flatMap((each) => (each.kind === 'bitcoin' ? each.outputs : []));
  if (transactions.length === 0 || paid.filter(({ refundId }) => refundId !== null).length < refunds.length) {
    return {
      refusal: `At the present fee there is not enough to replace ${tries.at(-1)?.txid}, or it would cost more than the key tool signs for. Put some bitcoin into the treasury, or wait.`,
    };
  }
  const spent = new Set(transactions.flatMap(coinsOf));
  const free = tries.find(({ spends }) => ![...spends].some((coin) => spent.has(coin)));
  if (free !== undefined) {
    return {
      refusal: `At the present fee no coin of ${free.txid} fits into its replacement, so both could be mined. Nothing was replaced; please wait until the fee has fallen. What was sent stays watched.`,
    };
  }
  return { transactions, notes, impossible: new Set() };
}

/** A quarter more than it paid per virtual byte: nodes ask for one satoshi more per byte than the old fee. */
const raisedRate = ({ fee, inputs, outputs }: BitcoinPlanned): bigint =>
  (5n * fee) / (4n * sizeOf(inputs.length, outputs.length)) + 2n;
