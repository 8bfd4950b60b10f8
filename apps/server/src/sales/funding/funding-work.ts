import type { DepositId, LinkId, OrderId } from '@kobogate/contract';
import { collectReceivables } from '../../custody/index.ts';
import { emitMany, type NewEvent } from '../../events.ts';
import { customer, held, type NewTransaction, post } from '../../ledger/index.ts';
import type { Transaction } from '../../platform/database.ts';
import { type Limit, releaseRateLimits } from '../../platform/throttle.ts';
import { insertOrderEvents, type OrderEvent, saveOrders } from '../orders/db.ts';
import { isCovered, isPayable, nextOf, type Order, type OrderSave } from '../orders/order.ts';
import { saveLinkUses } from '../payment-links/db.ts';
import { insertDecisions } from './db.ts';

/**
 * The pending writes for locked orders whose coins are decided on, collected first and then written in a few statements,
 * however many orders there are. Each decision is made against the state in which this work has left the order so far.
 */
export interface FundingWork {
  /** The locked orders, as this work has left them so far. */
  orders(): Order[];
  latest(order: Order): Order;
  /** Saves an order, and answers it with its next version: what is posted for it afterwards has another source. */
  save(order: Order): Order;
  say(...lines: readonly OrderEvent[]): void;
  emit(...events: readonly NewEvent[]): void;
  post(posting: NewTransaction): void;
  /** Returns coins that are held for an order to its owner's balance; what they owe of the asset is collected then. */
  release(order: Order, amount: bigint): void;
  /** Whether coins were released to the balance of this order's owner in its asset. */
  hasReleased(of: Pick<Order, 'userId' | 'asset'>): boolean;
  /** Records, once and for ever, that a deposit was decided on: the order that it counts towards, or null. */
  decide(depositId: DepositId, orderId: OrderId | null): void;
  /** The order that a deposit was decided to count towards in this work; null: none. */
  decidedFor(depositId: DepositId): OrderId | null;
  hasDecided(depositId: DepositId): boolean;
  /** The payment that uses a once-only link; undefined: this work changed nothing. */
  userOf(linkId: LinkId): OrderId | undefined;
  useLink(linkId: LinkId, orderId: OrderId): void;
  /** Gives the latest call of a limit back. */
  giveBackCall(limit: Limit): void;
  /** Writes everything in the caller's transaction, which must hold the locks. The postings come last: commit then. */
  write(tx: Transaction): Promise<void>;
}

/** Empty work on locked orders. */
export function createFundingWork(locked: readonly Order[]): FundingWork {
  const states = new Map(locked.map((order) => [order.id, order]));
  const saves = new Map<OrderId, OrderSave>();
  const lines: OrderEvent[] = [];
  const events: NewEvent[] = [];
  const postings: NewTransaction[] = [];
  const released = new Map<string, Pick<Order, 'userId' | 'asset'>>();
  const decisions = new Map<DepositId, OrderId | null>();
  const links = new Map<LinkId, OrderId>();
  const limits: Limit[] = [];
  const ownerKey = ({ userId, asset }: Pick<Order, 'userId' | 'asset'>): string => `${userId} ${asset}`;

  return {
    orders: () => [...states.values()],
    latest: (order) => states.get(order.id) ?? order,
    save: (order) => {
      const next = nextOf(order);
      states.set(order.id, next.order);
      saves.set(order.id, { order: next.order, from: saves.get(order.id)?.from ?? next.from });
      return next.order;
    },
    say: (...more) => void lines.push(...more),
    emit: (...more) => void events.push(...more),
    post: (posting) => void postings.push(posting),
    release: (order, amount) => {
      postings.push(releasedPosting(order, amount));
      released.set(ownerKey(order), order);
    },
    hasReleased: (of) => released.has(ownerKey(of)),
    decide: (depositId, orderId) => void decisions.set(depositId, orderId),
    decidedFor: (depositId) => decisions.get(depositId) ?? null,
    hasDecided: (depositId) => decisions.has(depositId),
    userOf: (linkId) => links.get(linkId),
    useLink: (linkId, orderId) => void links.set(linkId, orderId),
    giveBackCall: (limit) => void limits.push(limit),
    write: async (tx) => {
      await saveOrders(tx, [...saves.values()]);
      await insertDecisions(tx, decisions);
      await insertOrderEvents(tx, lines);
      await saveLinkUses(tx, links);
      await releaseRateLimits(tx, limits);
      await emitMany(tx, events);
      const results = await post(tx, postings);
      const refused = postings.filter((_, index) => results[index]?.ok !== true);
      if (refused.length > 0) {
        throw new Error(`the coins are not there for ${refused.map(({ sourceId }) => sourceId).join(', ')}`);
      }
      await collectReceivables(tx, [...released.values()]);
    },
  };
}

/** Keeps coins that do not cover a locked order yet, and says so. */
export function keepPart(work: FundingWork, arrived: Order, text: string): void {
  const { id: orderId, kind } = work.save({ ...arrived, funding: 'underpaid' });
  work.say({ orderId, type: 'underpaid', text });
  const payload = { orderId };
  work.emit(kind === 'payment' ? { type: 'payment.underpaid', payload } : { type: 'order.underpaid', payload });
}

/**
 * Moves the order's coins from the customer's free to their held balance. The order's version makes the posting unique
 * for this time of funding: an order that is unfunded and funded again posts again. Pure.
 */
export const setAsidePosting = (order: Order): NewTransaction => ({
  source: 'order-funded',
  sourceId: `${order.id}/${order.version}`,
  description: 'Coins set aside for an order',
  transfers: [
    { debit: customer(order.userId, order.asset), credit: held(order.userId, order.asset), amount: order.amount },
  ],
});

/** Returns `amount` of an order's coins from the held to the free balance. Pure. */
const releasedPosting = (order: Order, amount: bigint): NewTransaction => ({
  source: 'order-released',
  sourceId: `${order.id}/${order.version}`,
  description: 'Coins given back from an order',
  transfers: [{ debit: held(order.userId, order.asset), credit: customer(order.userId, order.asset), amount }],
});

/** Posts `setAsidePosting`; false, and nothing moved, where the balance is short. */
export async function trySetAside(tx: Transaction, order: Order): Promise<boolean> {
  const [result] = await post(tx, [setAsidePosting(order)]);
  return result?.ok === true;
}

/**
 * Returns an order's coins, or `amount` of them, from the held to the free balance. What the customer owes us of the
 * asset is collected from it at once, before anything else can spend it.
 */
export async function giveBack(tx: Transaction, order: Order, amount = order.amount): Promise<void> {
  const [result] = await post(tx, [releasedPosting(order, amount)]);
  if (result?.ok !== true) throw new Error(`the coins held for order ${order.id} are not there`);
  await collectReceivables(tx, [order]);
}

/**
 * The event that tells payouts that an order may be paid, where it may. For a covered order that waits for an
 * administrator the bank is asked once more for an unconfirmed name, so that the decision uses the bank's present
 * answer. Pure.
 */
export function payableEvents(order: Order): NewEvent[] {
  const { id: orderId, status, bankAccount } = order;
  if (isPayable(order)) return [{ type: 'order.payable', payload: { orderId } }];
  return status === 'pending' && isCovered(order) && bankAccount.nameResolution !== 'resolved'
    ? [{ type: 'order.name-due', payload: { orderId } }]
    : [];
}
