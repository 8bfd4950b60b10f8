import type { OrderId, PayoutId } from '@kobogate/contract';
import { createHeldAccounts, type NewTransaction } from '../ledger/index.ts';
import type { Transaction } from '../platform/database.ts';
import { newId } from '../platform/identifiers.ts';
import { createStepBatches } from '../platform/step-batches.ts';
import { mustWaitForReview, requireNoFence } from '../controls/index.ts';
import {
  forgetApprovals,
  hasHadNaira,
  holdOrder,
  holdWhereDisabled,
  isPayable,
  listOrderIds,
  loadFreeOrdersForUpdate,
  loadQuotesOf,
  type Order,
  owedNaira,
} from '../sales/index.ts';
import { insertPayout, loadHoldFacts, type NewPayout } from './db.ts';
import { decideHold } from './decide-hold.ts';
import { type PayoutDependencies, railForNew } from './dependencies.ts';
import { describePayout, type Payout, referenceOf } from './payout.ts';
import { createPayoutWork, type PayoutWork } from './payout-work.ts';
import { exchangedPosting } from './postings.ts';

type CreationDependencies = Pick<PayoutDependencies, 'database' | 'rails' | 'settings'>;

interface Due {
  readonly orderId: OrderId;
}

/**
 * Makes the payout of an order that is cleared and covered, to the account that stood on it when it was approved. Does
 * nothing where the order is not payable or no longer so: the event may be repeated or late. An order that the policy
 * cleared waits for an administrator where its owner's account is disabled, or where the payout exceeds the usual
 * amounts; an order with coins of a listed sender waits until an administrator approves it knowing that. Throws 503
 * while a fence is up, where no rail is connected, or where another transaction holds a row that it needs for seconds.
 */
export function createPayout(dependencies: CreationDependencies, due: Due): Promise<void> {
  return createPayoutCreation(dependencies)(due);
}

/**
 * The same as `createPayout`; orders that become payable at the same moment share a transaction, and none waits for
 * another.
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
  const work = createPayoutWork();
  for (const order of payable) {
    const quote = quotes.get(order.orderQuoteId);
    if (quote === undefined) throw new Error(`no quote ${order.orderQuoteId}`);
    const posting = exchangedPosting(order, quote);
    const verdict = mayPost(posting) ? await judge(tx, order, settings) : 'held';
    if (verdict === 'held') held.add(order.id);
    if (verdict !== 'leaves') continue;
    // Written at once: the limits of the same user's next order include it.
    await queuePayout(tx, work, { order, rail: rail.name, onlyRail: null, attempt: 1 });
    work.post(posting);
  }
  await work.write(tx);
  return held;
}

/**
 * What to do with a payable order: its payout leaves, an administrator has to check it first, or a row that is needed
 * to decide is locked.
 */
type Verdict = 'leaves' | 'waits' | 'held';

async function judge(tx: Transaction, order: Order, settings: PayoutDependencies['settings']): Promise<Verdict> {
  if (await holdWhereDisabled(tx, order)) return 'waits';
  if (await holdWhereListed(tx, order)) return 'waits';
  if (await holdWhereUnnamed(tx, order)) return 'waits';
  if (await holdWhereOwing(tx, order)) return 'waits';
  return holdWhereUnusual(tx, order, settings);
}

/** Neutral like any other message: the order's owner is not told what is checked. */
const LOOKED_AT = 'We check this order before any naira leaves. The coins are safe; nothing needs to be done.';

async function holdWhereListed(tx: Transaction, order: Order): Promise<boolean> {
  if (!(await mustWaitForReview(tx, order))) return false;
  await forgetApprovals(tx, order.id);
  await holdOrder(tx, order, LOOKED_AT);
  return true;
}

const UNNAMED =
  'The bank has not confirmed the name on the payout account, so we check this order before any naira leaves. The coins are safe.';

/**
 * The last check of the name: an order that the policy cleared is only paid to an account that its bank has confirmed.
 */
async function holdWhereUnnamed(tx: Transaction, order: Order): Promise<boolean> {
  if (order.status !== 'processing' || order.bankAccount.nameResolution === 'resolved') return false;
  await holdOrder(tx, order, UNNAMED);
  return true;
}

/** Holds an order of a customer who owes for an earlier transfer without an order. */
async function holdWhereOwing(tx: Transaction, order: Order): Promise<boolean> {
  const owed = await owedNaira(tx, order.userId);
  if (owed === 0n) return false;
  await forgetApprovals(tx, order.id);
  await holdOrder(tx, order, hasHadNaira(owed));
  return true;
}

/**
 * Holds an order that the policy cleared where an administrator has to check it first; an order approved by an
 * administrator goes on.
 */
async function holdWhereUnusual(
  tx: Transaction,
  order: Order,
  settings: PayoutDependencies['settings'],
): Promise<Verdict> {
  if (order.status !== 'processing') return 'leaves';
  const { holds } = await settings.within(tx);
  const facts = await loadHoldFacts(tx, { userId: order.userId, newAccountHours: holds.newAccountHours });
  if (facts === null) return 'held';
  const reason = decideHold(order.nairaKobo, facts, holds);
  if (reason === null) return 'leaves';
  await holdOrder(tx, order, reason);
  return 'waits';
}

/**
 * Writes a queued payout of a locked order; the order's timeline entry, and the event that sends it, go into the work.
 */
export async function queuePayout(
  tx: Transaction,
  work: PayoutWork,
  { order, rail, onlyRail, attempt }: { order: Order; attempt: number } & Pick<Payout, 'rail' | 'onlyRail'>,
): Promise<void> {
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
    ...order.bankAccount,
  };
  await insertPayout(tx, payout);
  const again = attempt === 1 ? '' : ` This is attempt ${attempt}.`;
  work.queue(order, `${describePayout(payout)} is about to be sent.${again}`);
  work.emit({ type: 'payout.due', payload: { payoutId: id }, key: id });
}
