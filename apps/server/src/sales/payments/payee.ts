import type { UserId } from '@kobogate/contract';
import type { Transaction } from '../../platform/database.ts';
import { insertOrderEvents } from '../orders/db.ts';
import { loadOrderContexts, type OrderContext } from '../customers/db.ts';
import { LOOKED_AT } from '../orders/hold-orders.ts';
import { type BankAccountSnapshot, moveStatus, type Order } from '../orders/order.ts';
import type { OperatorSettings } from '../../controls/index.ts';
import { judgeNew } from '../risk/describe-risks.ts';
import { cannotBePaid } from './clear-payment.ts';

/** A merchant who can be paid. */
export interface Payee {
  readonly context: OrderContext;
  readonly bankAccount: BankAccountSnapshot;
}

/** Who is paid, in which coin: the merchant's present payout account depends on it. */
interface PaidFor {
  readonly userId: UserId;
  readonly currency: string;
  readonly network: string;
}

/** The present payees of payments, in the same order; null where the merchant has no payout account, or is disabled. */
export async function loadPayables(tx: Transaction, of: readonly PaidFor[]): Promise<(Payee | null)[]> {
  const payees = await loadPayees(tx, of);
  return payees.map((payee) => (payee?.context.isDisabled === true ? null : payee));
}

/** The present payee of a payment. Throws 409 where the merchant has no payout account, or is disabled. */
export async function requirePayable(tx: Transaction, of: PaidFor): Promise<Payee> {
  const [payee = null] = await loadPayables(tx, [of]);
  if (payee === null) throw cannotBePaid();
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
  const [payee = null] = await loadPayees(tx, [order]);
  const { nairaKobo } = order;
  const judged =
    payee && judgeNew({ kind: 'payment', context: payee.context, nairaKobo, now }, await settings.within(tx));
  const { status, ...weighed } = judged ?? { status: 'pending' as const };
  if (status === 'pending') await insertOrderEvents(tx, [{ orderId: order.id, type: 'held', text: LOOKED_AT }]);
  const heldReason = status === 'pending' ? LOOKED_AT : order.heldReason;
  return { ...moveStatus(order, status), ...weighed, heldReason, bankAccount: payee?.bankAccount ?? order.bankAccount };
}

async function loadPayees(tx: Transaction, of: readonly PaidFor[]): Promise<(Payee | null)[]> {
  const asked = of.map(({ userId, currency: fromCurrency, network }) => ({
    userId,
    fromCurrency,
    network,
    quoteId: undefined,
  }));
  const contexts = await loadOrderContexts(tx, asked);
  return contexts.map((context) =>
    context.bankAccount === null ? null : { context, bankAccount: context.bankAccount },
  );
}
