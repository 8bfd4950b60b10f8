import { isNetwork, type PlanId, type RefundId, type UserId, type FoundPaymentId } from '@kobogate/contract';
import { recordDecision } from '../../controls/index.ts';
import { emit } from '../../events.ts';
import {
  type AccountRef,
  balances,
  networkFees,
  operatorFunds,
  post,
  receivable,
  refunding,
  type Transfer,
  unexplained,
} from '../../ledger/index.ts';
import type { Database, Transaction } from '../../platform/database.ts';
import { conflict, forbidden, notFound, ruleBroken } from '../../platform/errors.ts';
import { isId } from '../../platform/identifiers.ts';
import { placeOf } from '../deposits/deposit.ts';
import { listOutgoing } from '../treasury/db.ts';
import { endPlan, lockPlan } from '../treasury/plans/db.ts';
import { keyOfAddress } from '../treasury/held-refunds.ts';
import { endRefund, releaseRefunds } from '../refunds/db.ts';
import {
  findCustomer,
  type FoundPayment,
  listUnpaidRefunds,
  lockPayment,
  type RefundCandidate,
  savePayment,
} from './db.ts';

interface ExplainInput {
  readonly id: FoundPaymentId;
  readonly adminId: UserId;
  readonly kind: 'refund' | 'customer' | 'operator';
  /** The refund that it paid. */
  readonly refundId: RefundId | null;
  /** The e-mail address of the customer who received it. */
  readonly email: string | null;
  readonly reason: string;
}

/** Whether a payment matches a refund: the coin, the amount less its fee, the address. Pure. */
export function isPaymentOf(payment: FoundPayment, refund: RefundCandidate): boolean {
  return (
    isNetwork(payment.network) &&
    refund.asset === payment.asset &&
    refund.amount - refund.fee === payment.amount &&
    keyOfAddress(payment.network, refund.address) === payment.addressKey
  );
}

/**
 * Books a payment that the books did not know, as an administrator explains it: a refund, which is then final and never paid
 * again; a customer's coins, which are taken from their balance or suspense, and owed by them if that is not enough; or the
 * operator's own. Throws 404 without such a payment, refund or customer, 403 for the administrator's own, 409 where it was
 * explained before or the refund's own transaction may still come, 422 where the refund does not match the payment.
 */
export async function explainPayment(
  { database }: { readonly database: Database },
  input: ExplainInput,
): Promise<void> {
  const { id, adminId, kind, reason } = input;
  if (!isId(id)) throw notFound('There is no such payment.');
  await database.transaction(async (tx) => {
    const payment = await lockPayment(tx, id);
    if (payment === null) throw notFound('There is no such payment.');
    if (payment.kind !== null)
      throw conflict('This payment has been explained already. Nothing was changed; please reload the page.');
    const paid = { tx, payment, adminId };
    const { transfers, refundId = null, userId } = await describe(paid, input);
    const [result] = await post(tx, [
      { source: 'found-payment', sourceId: id, description: `Explained: ${payment.txid}`, transfers },
    ]);
    if (result?.ok !== true) throw conflict('The balance has just changed. Nothing was booked; please try again.');
    await savePayment(tx, id, { kind, refundId, userId: kind === 'customer' ? userId : null, reason, adminId });
    await recordDecision(tx, { action: 'payment-explained', adminId, userId: userId ?? adminId, reason });
    if (refundId !== null) await emit(tx, { type: 'refund.final', payload: { refundId } });
  });
}

interface Explained {
  readonly transfers: readonly Transfer[];
  readonly refundId?: RefundId;
  /** The owner of the coins; null: the operator. */
  readonly userId: UserId | null;
}

interface Paid {
  readonly tx: Transaction;
  readonly payment: FoundPayment;
  readonly adminId: UserId;
}

function describe(paid: Paid, { kind, refundId, email }: ExplainInput): Promise<Explained> | Explained {
  if (kind === 'refund') return asRefund(paid, refundId);
  if (kind === 'customer') return asCustomers(paid, email ?? '');
  const { asset, amount } = paid.payment;
  return { transfers: [out(operatorFunds(asset), asset, amount)], userId: null };
}

const out = (debit: AccountRef, asset: string, amount: bigint): Transfer => ({
  debit,
  credit: unexplained(asset),
  amount,
});

async function asRefund({ tx, payment, adminId }: Paid, refundId: RefundId | null): Promise<Explained> {
  if (refundId === null || !isId(refundId)) throw notFound('There is no such refund that waits to be paid.');
  const planId = (await listUnpaidRefunds(tx, payment.asset)).find((each) => each.id === refundId)?.planId ?? null;
  // All code that changes a refund of a plan locks the plan first.
  if (planId !== null) await lockPlan(tx, planId);
  const [refund] = await listUnpaidRefunds(tx, payment.asset, refundId);
  if (refund === undefined || refund.planId !== planId)
    throw notFound('There is no such refund that waits to be paid.');
  if (refund.userId === adminId)
    throw forbidden('This is your own refund, so another person of the team has to decide on it.');
  if (!isPaymentOf(payment, refund)) {
    throw ruleBroken('That refund is of another amount, coin or address than this payment. Nothing was booked.');
  }
  if (planId !== null) await endPlanOf(tx, planId, refundId);
  await endRefund(tx, refundId, { txid: payment.txid, adminId });
  const { userId, asset, amount, fee } = refund;
  const from = refunding(userId, asset);
  const transfers = [out(from, asset, amount - fee), { debit: from, credit: networkFees(asset), amount: fee }];
  return { transfers: transfers.filter((each) => each.amount > 0n), refundId, userId };
}

/** A plan with a refund that was paid otherwise must never be sent: its other refunds go into the next one. */
async function endPlanOf(tx: Transaction, planId: PlanId, refundId: RefundId): Promise<void> {
  if ((await listOutgoing(tx, planId)).some(({ status }) => status === 'sent' || status === 'seen')) {
    throw conflict(
      'A transaction of the plan that pays this refund was sent and may still come. Please have it replaced first, on the treasury’s page, then look again.',
    );
  }
  await endPlan(tx, planId, 'discarded');
  await releaseRefunds(tx, planId, refundId);
}

async function asCustomers({ tx, payment: { asset, amount }, adminId }: Paid, email: string): Promise<Explained> {
  const userId = await findCustomer(tx, email);
  if (userId === null) throw notFound('There is no account with this e-mail address.');
  if (userId === adminId)
    throw forbidden('This is your own account, so another person of the team has to decide on it.');
  const own = placeOf(userId, asset);
  const free = (await balances(tx, [own])).get(own.code) ?? 0n;
  const taken = free < amount ? free : amount;
  const transfers = [out(own, asset, taken), out(receivable(userId, asset), asset, amount - taken)];
  return { transfers: transfers.filter((each) => each.amount > 0n), userId };
}
