import type { CardanoPlanned, Planned } from '@kobogate/plans';
import type { DueRefund, OwnAddress, Replacement } from '../../../custody/index.ts';
import { type Coin, draftAgain, type Terms } from './draft-spending.ts';

const ASSET = 'ADA@cardano';

/** A waiting transaction of ours, and where the node has it. */
export interface WaitingSpending {
  readonly planned: CardanoPlanned;
  readonly txid: string;
  readonly place: 'block' | 'mempool' | null;
}

export interface ReplacementFacts {
  readonly treasury: OwnAddress;
  /** All our unspent coins, by blocks alone: waiting transactions do not count as spent. */
  readonly coins: readonly Coin[];
  readonly terms: Terms;
  /** What other plans of ours spend, in the form of `coinsOf`. */
  readonly taken: ReadonlySet<string>;
  /** The slot of the newest block. */
  readonly slot: number;
  /** The slot of a block that is final and that the watcher has read; null: none is. */
  readonly settledSlot: number | null;
  /** Where what waits was swept to in place of the treasury: no coin of the treasury goes with it. */
  readonly sweepTo?: OwnAddress | undefined;
}

/** The coins that a planned transaction spends: each can be spent once. Pure. */
export const coinsOf = (planned: Planned): string[] =>
  planned.kind === 'cardano' ? planned.inputs.map(({ transaction, index }) => `${transaction}:${index}`) : [];

const placeOf = ({ transaction, index }: Coin): string => `${transaction}:${index}`;

/**
 * A transaction for each waiting one, or for all attempts at the same payments, that makes the same payments and spends at
 * least one coin of every attempt, so that the chain takes only one of them, whenever each of them expires. While the node
 * holds one that has not expired nothing is drafted: nodes keep the first that spends a coin. A transaction whose coins are all
 * gone is given up once it has expired and no final block has it. Pure.
 */
export function draftReplacement(facts: ReplacementFacts, waiting: readonly WaitingSpending[]): Replacement {
  const { treasury, coins, terms, taken, slot, settledSlot, sweepTo } = facts;
  const inBlock = waiting.find(({ place }) => place === 'block');
  if (inBlock !== undefined) {
    return { refusal: `${inBlock.txid} is in a block that the watcher has yet to read. Please look again later.` };
  }
  const held = waiting.find(({ place, planned }) => place === 'mempool' && !isPast(planned, slot));
  if (held !== undefined) {
    return {
      refusal: `The node holds ${held.txid} and will offer it to the next blocks: nodes take no other that spends its coins. ${untilWords(held.planned, slot)}`,
    };
  }
  const byPlace = new Map(coins.filter(({ hasScript }) => hasScript !== true).map((coin) => [placeOf(coin), coin]));
  const keptOf = ({ planned }: WaitingSpending): Coin[] =>
    coinsOf(planned).flatMap((place) => byPlace.get(place) ?? []);
  const gone = waiting.filter((each) => keptOf(each).length === 0);
  const dead = gone.filter(({ planned }) => settledSlot !== null && isPast(planned, settledSlot));
  const missing = gone.find((each) => !dead.includes(each));
  if (missing !== undefined) {
    return {
      refusal: `No coin of ${missing.txid} is there any more. It may be in a block that the watcher has yet to read: please look again later. ${untilWords(missing.planned, slot)}`,
    };
  }
  const live = waiting.filter((each) => !dead.includes(each));
  const spoken = new Set([...taken, ...live.flatMap(({ planned }) => coinsOf(planned))]);
  const free = coins.filter(
    (coin) => !spoken.has(placeOf(coin)) && (sweepTo === undefined || coin.address.chain === 0),
  );
  const transactions: CardanoPlanned[] = [];
  for (const tries of attempts(live)) {
    const kept = [...new Set(tries.flatMap(keptOf))];
    const last = tries.at(-1);
    if (last === undefined) continue;
    const refunds = last.planned.outputs.flatMap(({ refundId: id, address, amount }): DueRefund[] =>
      id === null ? [] : [{ id, asset: ASSET, amount, address }],
    );
    const others = free.filter((coin) => !transactions.some((each) => coinsOf(each).includes(placeOf(coin))));
    const next = draftAgain(kept, others, refunds, { treasury: sweepTo ?? treasury, terms });
    if (next === null) {
      return {
        refusal: `At the present fee there is not enough final ADA to replace ${last.txid}, or no room for it. Put some ADA into the treasury, or wait. What was sent stays watched.`,
      };
    }
    transactions.push(next);
  }
  const names = live.map(({ txid }) => txid);
  const notes = [
    ...(names.length > 0 ? [`In place of ${names.join(', ')}: each spends a coin of the one that it replaces.`] : []),
    ...(dead.length > 0
      ? [
          `${dead.map(({ txid }) => txid).join(', ')} has expired, and no block has it: its refunds wait for a decision again.`,
        ]
      : []),
  ];
  return { transactions, notes, impossible: new Set(dead.map(({ txid }) => txid)) };
}

/** Groups of transactions that spend a coin in common, directly or by others between, each in the order given. Pure. */
function attempts(waiting: readonly WaitingSpending[]): WaitingSpending[][] {
  let groups: { tries: WaitingSpending[]; spends: Set<string> }[] = [];
  for (const each of waiting) {
    const own = coinsOf(each.planned);
    const joined = groups.filter(({ spends }) => own.some((coin) => spends.has(coin)));
    const tries = [...joined.flatMap((group) => group.tries), each];
    const spends = new Set([...joined.flatMap((group) => [...group.spends]), ...own]);
    groups = [...groups.filter((group) => !joined.includes(group)), { tries, spends }];
  }
  return groups.map(({ tries }) => tries);
}

/** Whether a block of this slot can't have it any more. Pure. */
const isPast = ({ invalidHereafter }: CardanoPlanned, slot: number): boolean =>
  invalidHereafter !== undefined && slot >= invalidHereafter;

function untilWords({ invalidHereafter }: CardanoPlanned, slot: number): string {
  if (invalidHereafter === undefined) return 'It never expires, and stays watched.';
  // A slot is a second.
  const hours = Math.ceil((invalidHereafter - slot) / 3_600);
  return hours <= 0
    ? 'It has expired: it can be written again once that is in final blocks.'
    : `It expires in ${hours} ${hours === 1 ? 'hour' : 'hours'}, and can be written again after that.`;
}
