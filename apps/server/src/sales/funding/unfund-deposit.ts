import { coinsOfDebt, type DepositId } from '@kobogate/contract';
import type { Database, Transaction } from '../../platform/database.ts';
import type { Log } from '../../platform/log.ts';
import { emit } from '../../events.ts';
import { balance, receivable } from '../../ledger/index.ts';
import { insertOrderEvents, loadOrderForUpdate } from '../orders/db.ts';
import { isCovered, type Order, setAsideFor, linkOf } from '../orders/order.ts';
import { releaseLink } from '../payment-links/db.ts';
import {
  type ArrivedDeposit,
  assignDeposit,
  claimDeposit,
  findOrderOfDepositForUpdate,
  loadArrivals,
  loadCoveredConversionsForUpdate,
} from './db.ts';
import { conversionWithout } from './decide-conversion.ts';
import { paymentWithout } from './decide-payment.ts';
import { reconsiderConfirming } from './expect-deposit.ts';
import { createFundingWork } from './funding-work.ts';
import { type FundedTarget, routeDeposit } from './route-deposit.ts';

/** Why a deposit counts no more: the chain took it back, or it was made of coins that turned out to be another payment's. */
export type Undone = 'reverted' | 'corrected';

const TAKEN_BACK: Readonly<Record<Undone, string>> = {
  reverted: 'The chain took back the deposit',
  corrected: 'Coins that had been credited were another payment’s',
};
const undone = (why: Undone, kind: Order['kind']): string =>
  `${TAKEN_BACK[why]}. The ${kind === 'payment' ? kind : 'order'} waits for coins again.`;
const paidOut = (why: Undone): string => `${TAKEN_BACK[why]} after the payout had begun. The amount is owed to us.`;

/**
 * Handles a deposit that the chain took back after it was credited: the coins that it had set aside go to the balance, from
 * which the debt is collected. An order that it funded waits again, for coins and an administrator, unless its payout is under
 * way: then the loss stays as a receivable, and the log raises an alarm. Coins of one deposit may cover several conversions,
 * also later ones from the balance. While its owner still owes some, their newest conversions wait again too; for a stray
 * deposit, those of the coin that it may have been credited as. Once per deposit, which counts towards nothing from then on;
 * emits `payment.reverted` where it covered a payment. One that was another's counts no more only while its owner owes some of it.
 */
export async function unfundDeposit(
  { database, log }: { database: Database; log: Log },
  depositId: DepositId,
  why: Undone = 'reverted',
): Promise<void> {
  await database.transaction(async (tx) => {
    const deposit = (await loadArrivals(tx, [depositId])).get(depositId);
    if (deposit === undefined || (why === 'corrected' && !(await isOwing(tx, deposit)))) return;
    const target = routeDeposit(deposit);
    if (target.kind !== 'balance') await unfundOrder(tx, log, deposit, target, why);
    await unfundWhatIsOwed(tx, deposit, why);
  });
}

/** Takes a deposit from the order that it counted towards. */
async function unfundOrder(
  tx: Transaction,
  log: Log,
  { id: depositId, amount }: ArrivedDeposit,
  target: FundedTarget,
  why: Undone,
): Promise<void> {
  // Before the decision on the deposit, in the same order as funding.
  const waiting = target.kind === 'payment' ? await loadOrderForUpdate(tx, target.orderId) : null;
  if (await claimDeposit(tx, depositId)) {
    // It was taken back before a decision. A payment's coins are held from their credit on, now for nothing.
    if (waiting !== null) await takeBack(tx, waiting, waiting, amount, why);
    return;
  }
  const orderId = await findOrderOfDepositForUpdate(tx, depositId);
  const order = orderId === null ? null : await loadOrderForUpdate(tx, orderId);
  if (order === null) return;
  await assignDeposit(tx, depositId, null);
  const isUndone =
    order.kind === 'payment' &&
    isCovered(order) &&
    order.status !== 'declined' &&
    order.received - amount < order.amount;
  if (isUndone) await emit(tx, { type: 'payment.reverted', payload: { orderId: order.id } });
  if (order.payout !== 'none') {
    log.error({ orderId: order.id, depositId }, `a deposit was taken back after its ${order.kind} was paid out`);
    await insertOrderEvents(tx, [{ orderId: order.id, type: `deposit-${why}`, text: paidOut(why) }]);
    return;
  }
  if (isUndone) await releaseLink(tx, linkOf(order), order.id);
  const left =
    order.kind === 'payment' ? paymentWithout(order, amount) : conversionWithout(order, undone(why, order.kind));
  await takeBack(tx, order, left, setAsideFor(order) - setAsideFor(left), why);
}

/** Takes the coins of conversions back, those of the asset first, the newest before the others, until their owner owes none of it. */
async function unfundWhatIsOwed(tx: Transaction, deposit: ArrivedDeposit, why: Undone): Promise<void> {
  const { userId, asset } = deposit;
  if (!(await isOwing(tx, deposit))) return;
  for (const coins of coinsOfDebt(asset)) {
    for (const order of await loadCoveredConversionsForUpdate(tx, { userId, asset: coins })) {
      if (!(await isOwing(tx, deposit))) return;
      await takeBack(tx, order, conversionWithout(order, undone(why, order.kind)), setAsideFor(order), why);
    }
  }
}

/** Whether the owner of a deposit owes some of its coin. */
const isOwing = async (tx: Transaction, { userId, asset }: ArrivedDeposit): Promise<boolean> =>
  (await balance(tx, receivable(userId, asset))) > 0n;

async function takeBack(tx: Transaction, order: Order, left: Order, released: bigint, why: Undone): Promise<void> {
  const work = createFundingWork([order]);
  if (released > 0n) work.release(order, released);
  const saved = work.save(left);
  work.say({ orderId: order.id, type: `deposit-${why}`, text: undone(why, order.kind) });
  // A conversion's other deposits are handled with the next one: they are locked before it, in a fixed order.
  if (saved.kind === 'payment') await reconsiderConfirming(tx, work, [{ kind: 'payment', orderId: saved.id }]);
  await work.write(tx);
}
