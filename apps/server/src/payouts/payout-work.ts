import { emitMany, type NewEvent } from '../events.ts';
import type { NewTransaction } from '../ledger/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Transaction } from '../platform/database.ts';
import type { Log } from '../platform/log.ts';
import { insertOrderEvents, nextOf, type Order, type OrderEvent, saveOrders } from '../sales/index.ts';
import { savePayouts } from './db.ts';
import type { LockedPayout, Payout } from './payout.ts';
import { movePayout, type PayoutEvent, queueOf } from './payout-machine.ts';
import { postAll } from './postings.ts';

/** The time at which a payout moves, and the log for what needs attention. */
export interface MoveContext {
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn' | 'error'>;
}

/**
 * The pending writes for locked payouts and their orders, collected first and then written in a few statements, however
 * many payouts there are: the ledger's hot accounts are locked last and once for all of them.
 */
export interface PayoutWork {
  /** A locked payout and its order as this work has left them so far. */
  latest(locked: LockedPayout): LockedPayout;
  /**
   * Moves a locked payout by an event, from where this work has left it, and returns it. Throws where it may not move
   * so.
   */
  move(context: MoveContext, locked: LockedPayout, event: PayoutEvent): Payout;
  /** Adds to a locked order's timeline that a payout of it was queued. Throws where it has one already. */
  queue(order: Order, text: string): void;
  emit(event: NewEvent): void;
  post(transaction: NewTransaction): void;
  /** The postings so far, in order. */
  postings(): readonly NewTransaction[];
  /** Writes everything in the caller's transaction, which must hold the locks. The postings come last: commit then. */
  write(tx: Transaction): Promise<void>;
}

/** Empty work. */
export function createPayoutWork(): PayoutWork {
  const payouts = new Map<string, Payout>();
  const orders = new Map<string, Order>();
  const lines: OrderEvent[] = [];
  const events: NewEvent[] = [];
  const postings: NewTransaction[] = [];
  const latest = ({ payout, order }: LockedPayout): LockedPayout => {
    const now = payouts.get(payout.id) ?? payout;
    // An administrator may have been called to another payout of the order in this work.
    const isContested = [...payouts.values()].some(
      ({ id, orderId, needsPerson }) => needsPerson && orderId === payout.orderId && id !== payout.id,
    );
    return { payout: isContested ? { ...now, isContested } : now, order: orders.get(order.id) ?? order };
  };

  return {
    latest,
    move: ({ clock, log }, locked, event) => {
      const before = latest(locked);
      const moved = movePayout(before, event, clock.now());
      for (const { level, fields, text } of moved.notes) log[level](fields, text);
      if (moved.payout !== before.payout) payouts.set(moved.payout.id, moved.payout);
      if (moved.order !== before.order) orders.set(moved.order.id, moved.order);
      lines.push(...moved.lines);
      events.push(...moved.events);
      postings.push(...moved.postings);
      return moved.payout;
    },
    queue: (order, text) => {
      const queued = queueOf(orders.get(order.id) ?? order, 'queued', text);
      orders.set(order.id, queued.order);
      lines.push(...queued.lines);
    },
    emit: (event) => void events.push(event),
    post: (transaction) => void postings.push(transaction),
    postings: () => postings,
    write: async (tx) => {
      await savePayouts(tx, [...payouts.values()]);
      await saveOrders(tx, [...orders.values()].map(nextOf));
      await insertOrderEvents(tx, lines);
      await emitMany(tx, events);
      await postAll(tx, postings);
    },
  };
}
