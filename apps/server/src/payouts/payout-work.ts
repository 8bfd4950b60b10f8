import type { PayoutState } from '@kobogate/contract';
import type { NewTransaction } from '../ledger/index.ts';
import type { Transaction } from '../platform/database.ts';
import { emitMany, type NewEvent } from '../events.ts';
import { insertOrderEvents, type Order, type OrderEvent, saveOrderStates, withPayout } from '../sales/index.ts';
import { changePayout, type LockedPayout, type PayoutChange, savePayouts } from './db.ts';
import type { Payout } from './payout.ts';
import { postAll } from './postings.ts';

/**
 * What is to be written of locked payouts and their orders, collected first and then written in a few statements,
 * however many payouts it is about: the ledger's hot accounts are locked last and once for all of them.
 */
export interface PayoutWork {
  /** A locked payout and its order as this work has left them so far. */
  latest(locked: LockedPayout): LockedPayout;
  /** Changes a locked payout and answers it changed. Throws where its state may not follow. */
  save(payout: Payout, change: PayoutChange): Payout;
  /** Notes on a locked order what became of its payout, with a line for its timeline. Throws where it may not follow. */
  record(order: Order, payout: PayoutState, text: string): void;
  /** A line for an order's timeline. */
  tell(line: OrderEvent): void;
  emit(...events: NewEvent[]): void;
  post(transaction: NewTransaction): void;
  /** What is to be posted so far, in order. */
  postings(): readonly NewTransaction[];
  /** Writes all of it in the caller's transaction, which must hold the locks. The postings come last: commit then. */
  write(tx: Transaction): Promise<void>;
}

/** Work in which nothing is done yet. */
export function createPayoutWork(): PayoutWork {
  const payouts = new Map<string, Payout>();
  const orders = new Map<string, Order>();
  const lines: OrderEvent[] = [];
  const events: NewEvent[] = [];
  const postings: NewTransaction[] = [];
  const latestOrder = (order: Order): Order => orders.get(order.id) ?? order;

  return {
    latest: ({ payout, order }) => ({ payout: payouts.get(payout.id) ?? payout, order: latestOrder(order) }),
    save: (payout, change) => {
      const changed = changePayout(payout, change);
      payouts.set(changed.id, changed);
      return changed;
    },
    record: (order, payout, text) => {
      orders.set(order.id, withPayout(latestOrder(order), payout));
      lines.push({ orderId: order.id, type: `payout-${payout}`, text });
    },
    tell: (line) => void lines.push(line),
    emit: (...more) => void events.push(...more),
    post: (transaction) => void postings.push(transaction),
    postings: () => postings,
    write: async (tx) => {
      await savePayouts(tx, [...payouts.values()]);
      await saveOrderStates(tx, [...orders.values()]);
      await insertOrderEvents(tx, lines);
      await emitMany(tx, events);
      await postAll(tx, postings);
    },
  };
}
