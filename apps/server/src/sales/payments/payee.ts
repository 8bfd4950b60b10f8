import type { UserId } from '@kobogate/contract';
import type { Transaction } from '../../platform/database.ts';
import { insertOrderEvents } from '../orders/db.ts';
import { listDisabledUsers, loadOrderContexts, type OrderContext } from '../customers/db.ts';
import { LOOKED_AT } from '../orders/hold-orders.ts';
import { type BankAccountSnapshot, moveStatus, type Order } from '../orders/order.ts';
import type { OperatorSettings } from '../../controls/index.ts';
import { judgeNew } from '../risk/describe-risks.ts';
import { cannotBePaid } from './clear-payment.ts';

interface Payee {
  readonly context: OrderContext;
  readonly bankAccount: BankAccountSnapshot;
}

/** The present payee of a payment. Throws 409 where the merchant has no payout account, or is disabled. */
export async function requirePayable(
  tx: Transaction,
  of: { userId: UserId; currency: string; network: string },
): Promise<Payee> {
  const payee = await loadPayee(tx, of);
  if (payee === null || (await listDisabledUsers(tx, [of.userId])).size > 0) throw cannotBePaid();
  return payee;
}

/**
 * A payment that was priced again, to be saved: its naira goes to its merchant's present account, and its clearing is
 * decided again. Unchanged where an administrator has decided, or has to: they saw the account on it.
 */
export async function payCurrentAccount(
  tx: Transaction,
  settings: OperatorSettings,
  order: Order,
  now: Date,
): Promise<Order> {
  if (order.status !== 'processing') return order;
  const payee = await loadPayee(tx, order);
  const { nairaKobo } = order;
  const judged =
    payee && judgeNew({ kind: 'payment', context: payee.context, nairaKobo, now }, await settings.within(tx));
  const { status, ...weighed } = judged ?? { status: 'pending' as const };
  if (status === 'pending') await insertOrderEvents(tx, [{ orderId: order.id, type: 'held', text: LOOKED_AT }]);
  const heldReason = status === 'pending' ? LOOKED_AT : order.heldReason;
  return { ...moveStatus(order, status), ...weighed, heldReason, bankAccount: payee?.bankAccount ?? order.bankAccount };
}

async function loadPayee(
  tx: Transaction,
  { userId, currency: fromCurrency, network }: { userId: UserId; currency: string; network: string },
): Promise<Payee | null> {
  const asked = { userId, fromCurrency, network, quoteId: undefined, idempotencyKey: undefined };
  const [context] = await loadOrderContexts(tx, [asked]);
  const bankAccount = context?.bankAccount ?? null;
  return context === undefined || bankAccount === null ? null : { context, bankAccount };
}
