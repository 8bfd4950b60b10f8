import { formatNaira } from '@kobogate/money';
import type { Connection, Transaction } from '../../platform/database.ts';
import { requireSeen, versionOf } from '../../platform/seen-version.ts';
import { listListedSenders } from '../../controls/index.ts';
import { findOrderView, type ViewWithoutBalance } from './db.ts';
import { describeCoins } from '../orders/describe-order.ts';
import type { Order } from '../orders/order.ts';

/**
 * The version of an order as administrators see and decide on it: its own facts, each change of which raises the row's number
 * (amounts, account, the bank's name, funding, status, payout), who approved first, whose it is, and which senders of its
 * coins are listed. Pure.
 */
export function orderVersion(view: ViewWithoutBalance, listedSenders: readonly string[]): number {
  const { order, firstApproval, customerName, customerEmail } = view;
  const first = firstApproval === null ? null : [firstApproval.adminId, firstApproval.at.toISOString()];
  return versionOf([order.id, order.version, first, customerName, customerEmail, listedSenders.toSorted()]);
}

/** Throws 409, in words for who has decided on something else, where a locked order is not what they saw. */
export async function requireSeenOrder(tx: Transaction, order: Order, seen: number | null): Promise<void> {
  if (seen !== null) requireSeen(seen, await readVersion(tx, order), describeChanged(order));
}

async function readVersion(connection: Connection, { id, ...order }: Order): Promise<number> {
  const view = await findOrderView(connection, id, null);
  if (view === null) throw new Error(`no order ${id}`);
  const senders = await listListedSenders(connection, [{ id, ...order }]);
  return orderVersion(view, senders.get(id) ?? []);
}

function describeChanged({ status, nairaKobo, amount, asset, bankAccount }: Order): string {
  const { bankName, accountNumber } = bankAccount;
  const now = `it is ${status}, ${describeCoins(amount, asset)} for ${formatNaira(nairaKobo)} to ${bankName} ${accountNumber}`;
  return `This order has changed since you looked at it: ${now}. Nothing was done; please look at it again.`;
}
