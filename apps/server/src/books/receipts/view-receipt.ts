import type { OrderId, Receipt, StaffRole, UserId } from '@kobogate/contract';
import type { Database } from '../../platform/database.ts';
import { notFound } from '../../platform/errors.ts';
import { isId } from '../../platform/identifiers.ts';
import { findOrderView, listOrderDeposits, listOrderEvents, listOrderQuotes } from '../../sales/index.ts';
import { listPayouts } from '../../payouts/index.ts';
import type { OperatorSettings } from '../../controls/index.ts';
import { presentReceipt } from './receipt.ts';

export interface ReceiptDependencies {
  readonly database: Database;
  readonly settings: OperatorSettings;
}

/** The receipt of the caller's own order; the operator's team gets any order's. Throws 404 for anything else. */
export async function viewReceipt(
  { database, settings }: ReceiptDependencies,
  { orderId, caller }: { orderId: OrderId; caller: { userId: UserId; role: StaffRole | null } },
): Promise<Receipt> {
  const owner = caller.role !== null ? null : caller.userId;
  const view = isId(orderId) ? await findOrderView(database, orderId, owner) : null;
  if (view === null) throw notFound('There is no such order.');
  const [quotes, deposits, payouts, timeline, { brand }] = await Promise.all([
    listOrderQuotes(database, orderId),
    listOrderDeposits(database, view.order),
    listPayouts(database, orderId),
    listOrderEvents(database, orderId),
    settings.current(),
  ]);
  return presentReceipt({ view, quotes, deposits, payouts, timeline, brand });
}
