import type { Transaction } from '../../platform/database.ts';
import { newId } from '../../platform/identifiers.ts';
import { loadOrdersForUpdate } from '../orders/db.ts';
import { forgetApprovals } from '../orders/db-approvals.ts';
import { loadQuotesOf } from '../orders/db-quotes.ts';
import { holdOrder, holdWhereDisabled } from '../orders/hold-orders.ts';
import { isPayable, type Order } from '../orders/order.ts';
import { mustWaitForReview } from '../sanctions/screen.ts';
import { loadHoldFacts } from './db-holds.ts';
import { insertPayout, type NewPayout } from './db.ts';
import { decideHold } from './decide-hold.ts';
import { type PayoutDependencies, railForNew } from './dependencies.ts';
import { describePayout, type Payout, referenceOf } from './payout.ts';
import { createPayoutWork, type PayoutWork } from './payout-work.ts';
import { exchangedPosting } from './postings.ts';

/**
 * Makes the payout of an order that is cleared and covered, to the account that stood on it when it was approved.
 * Does nothing where the order is not payable (any more): the event may come again, or too late. One that the policy
 * cleared waits for an admin where its owner's account is disabled, or where more would leave than usually does; one with
 * coins of a listed sender waits until an admin approves it who knows that.
 */
export function createPayout(dependencies: CreationDependencies, { orderId }: { orderId: string }): Promise<void> {
  return createPayouts(dependencies, [orderId]);
}

/** As `createPayout`, for orders that became payable at the same moment: all in one transaction, or none of them. */
export async function createPayouts(dependencies: CreationDependencies, orderIds: readonly string[]): Promise<void> {
  const rail = railForNew(dependencies);
  await dependencies.database.transaction(async (tx) => {
    const work = createPayoutWork();
    const made: Order[] = [];
    for (const order of await loadOrdersForUpdate(tx, orderIds)) {
      if (!isPayable(order)) continue;
      if (await holdWhereDisabled(tx, order)) continue;
      if (await holdWhereListed(tx, order)) continue;
      if (await holdWhereUnusual(tx, order, dependencies.settings)) continue;
      // Written at once: the next order of the same person is measured with it.
      await queuePayout(tx, work, { order, rail: rail.name, onlyRail: null, attempt: 1 });
      made.push(order);
    }
    if (made.length === 0) return;
    const quotes = await loadQuotesOf(tx, made);
    for (const order of made) {
      const quote = quotes.get(order.orderQuoteId);
      if (quote === undefined) throw new Error(`no quote ${order.orderQuoteId}`);
      work.post(exchangedPosting(order, quote));
    }
    await work.write(tx);
  });
}

type CreationDependencies = Pick<PayoutDependencies, 'database' | 'rails' | 'settings'>;

/** As neutral as any other: whoever owns the order is not told what is looked at. */
const LOOKED_AT = 'A person looks at this order before any naira leaves. The coins are safe; nothing needs to be done.';

async function holdWhereListed(tx: Transaction, order: Order): Promise<boolean> {
  if (!(await mustWaitForReview(tx, order))) return false;
  await forgetApprovals(tx, order.id);
  await holdOrder(tx, order, LOOKED_AT);
  return true;
}

/** Holds an order that the policy cleared where a person has to look first; what a person approved goes on. */
async function holdWhereUnusual(
  tx: Transaction,
  order: Order,
  settings: PayoutDependencies['settings'],
): Promise<boolean> {
  if (order.status !== 'processing') return false;
  const { holds } = await settings.within(tx);
  const facts = await loadHoldFacts(tx, { userId: order.userId, newAccountHours: holds.newAccountHours });
  const reason = decideHold(order.nairaKobo, facts, holds);
  if (reason !== null) await holdOrder(tx, order, reason);
  return reason !== null;
}

/** Writes a queued payout of a locked order; what the order says of it, and the event that sends it, go into the work. */
export async function queuePayout(
  tx: Transaction,
  work: PayoutWork,
  { order, rail, onlyRail, attempt }: { order: Order; attempt: number } & Pick<Payout, 'rail' | 'onlyRail'>,
): Promise<void> {
  const id = newId();
  const payout: NewPayout = {
    id,
    orderId: order.id,
    attempt,
    rail,
    onlyRail,
    reference: referenceOf(id),
    amountKobo: order.nairaKobo,
    orderQuoteId: order.orderQuoteId,
    ...order.bankAccount,
  };
  await insertPayout(tx, payout);
  const again = attempt === 1 ? '' : ` This is attempt ${attempt}.`;
  work.record(order, 'queued', `${describePayout(payout)} is about to be sent.${again}`);
  work.emit({ type: 'payout.due', payload: { payoutId: id }, key: id });
}
