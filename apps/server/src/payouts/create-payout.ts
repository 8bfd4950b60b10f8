import type { Holds, OrderId, PayoutId, UserId } from '@kobogate/contract';
import { createHeldAccounts, type NewTransaction } from '../ledger/index.ts';
import type { Transaction } from '../platform/database.ts';
import { newId } from '../platform/identifiers.ts';
import { createStepBatches } from '../platform/step-batches.ts';
import { listWaitingForReview, requireNoFence } from '../controls/index.ts';
import {
  forgetApprovals,
  holdOrder,
  isPayable,
  listDisabledUsers,
  listOrderIds,
  loadFreeOrdersForUpdate,
  loadQuotesOf,
  type Order,
  owedNaira,
} from '../sales/index.ts';
import { insertPayouts, loadHoldFacts, type NewPayout } from './db.ts';
import { decideHold, type Hold, holdBefore, wasClearedByPolicy, withPayoutOf } from './decide-hold.ts';
import { type PayoutDependencies, railForNew } from './dependencies.ts';
import { describePayout, type Payout, referenceOf } from './payout.ts';
import { createPayoutWork, type PayoutWork } from './payout-work.ts';
import { exchangedPosting } from './postings.ts';

type CreationDependencies = Pick<PayoutDependencies, 'database' | 'rails' | 'settings'>;

interface Due {
  readonly orderId: OrderId;
}

/**
 * Makes the payouts of orders that are cleared and covered, to the account that stood on each when it was approved. Does
 * nothing where an order is not payable or no longer so: the event may be repeated or late. An order that the policy cleared
 * waits for an administrator if its owner's account is disabled, or if the payout exceeds the usual amounts. An order with
 * coins of a listed sender waits until an administrator approves it knowing that. Throws 503 while a fence is up, where no rail
 * is connected, or where another transaction holds a row that it needs for seconds. Orders that become payable at the same
 * moment share a transaction, and none waits for another.
 */
export function createPayoutCreation(dependencies: CreationDependencies): (due: Due) => Promise<void> {
  const { database } = dependencies;
  const submit = createStepBatches<Due, NewTransaction>({
    database,
    accounts: createHeldAccounts(database),
    write: async (tx, dues, mayPost) => {
      const held = await createPayouts(tx, dependencies, [...new Set(dues.map(({ orderId }) => orderId))], mayPost);
      return new Set(dues.filter(({ orderId }) => held.has(orderId)));
    },
  });
  return async ({ orderId }) => submit({ orderId });
}

/**
 * Makes the payouts of the payable orders, and answers the orders that are left out because another transaction holds
 * them.
 */
async function createPayouts(
  tx: Transaction,
  { rails, settings }: CreationDependencies,
  orderIds: readonly OrderId[],
  mayPost: (posting: NewTransaction) => boolean,
): Promise<ReadonlySet<string>> {
  const rail = railForNew({ rails });
  const orders = await loadFreeOrdersForUpdate(tx, orderIds);
  await requireNoFence(tx);
  const free = new Set(orders.map(({ id }) => id));
  const missing = orderIds.filter((id) => !free.has(id));
  const held = new Set(await listOrderIds(tx, missing));
  const payable = orders.filter(isPayable);
  const quotes = await loadQuotesOf(tx, payable);
  const { holds } = await settings.within(tx);
  const review = await loadReview(tx, payable, holds);
  const work = createPayoutWork();
  const made: NewPayout[] = [];
  for (const order of payable) {
    const quote = quotes.get(order.orderQuoteId);
    if (quote === undefined) throw new Error(`no quote ${order.orderQuoteId}`);
    const posting = exchangedPosting(order, quote);
    const verdict = mayPost(posting) ? review.judge(order) : 'held';
    if (verdict === 'held') held.add(order.id);
    else if (verdict === 'leaves') {
      made.push(queuePayout(work, { order, rail: rail.name, onlyRail: null, attempt: 1 }));
      work.post(posting);
    } else {
      if (verdict.endsApprovals) await forgetApprovals(tx, order.id);
      await holdOrder(tx, order, verdict.text);
    }
  }
  await insertPayouts(tx, made);
  await work.write(tx);
  return held;
}

/**
 * Loads what decides whether locked payable orders are paid now. `judge` is asked once about each: its payout leaves, an
 * administrator has to check the order first, or a row that is needed to decide is locked. The limits of a user's next
 * order include those that leave before it.
 */
async function loadReview(
  tx: Transaction,
  orders: readonly Order[],
  holds: Holds,
): Promise<{ judge: (order: Order) => 'leaves' | 'held' | Hold }> {
  const usersOf = (some: readonly Order[]): UserId[] => [...new Set(some.map(({ userId }) => userId))];
  const disabled = await listDisabledUsers(tx, usersOf(orders));
  const listed = await listWaitingForReview(tx, orders);
  const owed = await owedNaira(tx, usersOf(orders));
  const cleared = usersOf(orders.filter(wasClearedByPolicy));
  const facts = await loadHoldFacts(tx, { userIds: cleared, newAccountHours: holds.newAccountHours });
  return {
    judge: (order) => {
      const { userId, nairaKobo } = order;
      const hold = holdBefore(order, {
        isDisabled: disabled.has(userId),
        isListed: listed.has(order.id),
        owedKobo: owed.get(userId) ?? null,
      });
      if (hold !== null) return hold;
      if (!wasClearedByPolicy(order)) return 'leaves';
      const ofUser = facts.get(userId);
      if (ofUser === undefined) return 'held';
      const text = decideHold(nairaKobo, ofUser, holds);
      if (text !== null) return { text, endsApprovals: false };
      facts.set(userId, withPayoutOf(ofUser, nairaKobo));
      return 'leaves';
    },
  };
}

/** A queued payout of a locked order; the order's timeline entry, and the event that sends it, go into the work. */
export function queuePayout(
  work: PayoutWork,
  { order, rail, onlyRail, attempt }: { order: Order; attempt: number } & Pick<Payout, 'rail' | 'onlyRail'>,
): NewPayout {
  const id = newId<PayoutId>();
  const payout: NewPayout = {
    id,
    orderId: order.id,
    attempt,
    rail,
    onlyRail,
    reference: referenceOf({ orderId: order.id, attempt }),
    amountKobo: order.nairaKobo,
    orderQuoteId: order.orderQuoteId,
    userId: order.userId,
    ...order.bankAccount,
  };
  const again = attempt === 1 ? '' : ` This is attempt ${attempt}.`;
  work.queue(order, `${describePayout(payout)} is about to be sent.${again}`);
  work.emit({ type: 'payout.due', payload: { payoutId: id }, key: id });
  return payout;
}
