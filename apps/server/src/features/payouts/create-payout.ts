import type { Transaction } from '../../platform/database.ts';
import { newId } from '../../platform/identifiers.ts';
import { emit } from '../../platform/queue.ts';
import { loadOrderForUpdate } from '../orders/db.ts';
import { forgetApprovals } from '../orders/db-approvals.ts';
import { holdOrder, holdWhereDisabled } from '../orders/hold-orders.ts';
import { isPayable, type Order } from '../orders/order.ts';
import { recordPayout } from '../orders/record-payout.ts';
import { mustWaitForReview } from '../sanctions/screen.ts';
import { loadHoldFacts } from './db-holds.ts';
import { insertPayout, type NewPayout } from './db.ts';
import { decideHold } from './decide-hold.ts';
import { type PayoutDependencies, railForNew } from './dependencies.ts';
import { describePayout, type Payout, referenceOf } from './payout.ts';
import { postExchanged } from './postings.ts';

/**
 * Makes the payout of an order that is cleared and covered, to the account that stood on it when it was approved.
 * Does nothing where the order is not payable (any more): the event may come again, or too late. One that the policy
 * cleared waits for an admin where its owner's account is disabled, or where more would leave than usually does; one with
 * coins of a listed sender waits until an admin approves it who knows that.
 */
export async function createPayout(
  dependencies: Pick<PayoutDependencies, 'database' | 'rails' | 'settings'>,
  { orderId }: { orderId: string },
): Promise<void> {
  const rail = railForNew(dependencies);
  await dependencies.database.transaction(async (tx) => {
    const order = await loadOrderForUpdate(tx, orderId);
    if (order === null || !isPayable(order)) return;
    if (await holdWhereDisabled(tx, order)) return;
    if (await holdWhereListed(tx, order)) return;
    if (await holdWhereUnusual(tx, order, dependencies.settings)) return;
    await queuePayout(tx, { order, rail: rail.name, onlyRail: null, attempt: 1 });
    await postExchanged(tx, order);
  });
}

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

/** Writes a queued payout of a locked order and the event that sends it. */
export async function queuePayout(
  tx: Transaction,
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
  await recordPayout(tx, {
    orderId: order.id,
    payout: 'queued',
    text: `${describePayout(payout)} is about to be sent.${again}`,
  });
  await emit(tx, { type: 'payout.due', payload: { payoutId: id }, key: id });
}
