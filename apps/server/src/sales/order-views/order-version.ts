import type { OrderId } from '@kobogate/contract';
import { formatNaira } from '@kobogate/money';
import type { Connection, Transaction } from '../../platform/database.ts';
import { versionOf } from '../../platform/seen-version.ts';
import { listListedSenders, type SeenVersion } from '../../controls/index.ts';
import { findOrderView, type ViewWithoutBalance } from './db.ts';
import { describeCoins } from '../orders/describe-order.ts';
import type { Order } from '../orders/order.ts';

/**
 * The version of an order as administrators see it and decide on it. It covers the order's own facts, each change of which
 * raises the row's number (amounts, account, the bank's name, funding, status, payout), the first approver, doubts and
 * statements about the payout, the owner, and which senders of its coins are listed. Pure.
 */
export function orderVersion(view: ViewWithoutBalance, listedSenders: readonly string[]): number {
  const { order, firstApproval, payoutDoubt, payoutClaim, customerName, customerEmail } = view;
  const first = firstApproval === null ? null : [firstApproval.adminId, firstApproval.at.toISOString()];
  const claim = payoutClaim === null ? null : [payoutClaim.adminId, payoutClaim.reference, payoutClaim.evidence];
  const facts = [first, payoutDoubt?.reason ?? null, claim, customerName, customerEmail, listedSenders.toSorted()];
  return versionOf([order.id, order.version, ...facts]);
}

/**
 * Checks the version of a locked order that an administrator decides on; null: the call names none. `listedSenders` are
 * those of its coins where they are known already, so that they are not read again.
 */
export const seenOrder = (
  tx: Transaction,
  order: Order,
  seen: number | null,
  listedSenders?: readonly string[],
): SeenVersion => ({
  seen,
  now: async () => readVersion(tx, order.id, listedSenders ?? (await listSenders(tx, order))),
  changed: describeChanged(order),
});

async function readVersion(connection: Connection, id: OrderId, listedSenders: readonly string[]): Promise<number> {
  const view = await findOrderView(connection, id, null);
  if (view === null) throw new Error(`no order ${id}`);
  return orderVersion(view, listedSenders);
}

const listSenders = async (connection: Connection, order: Order): Promise<readonly string[]> =>
  (await listListedSenders(connection, [order])).get(order.id) ?? [];

function describeChanged({ status, nairaKobo, amount, asset, bankAccount }: Order): string {
  const { bankName, accountNumber } = bankAccount;
  const now = `it is ${status}, ${describeCoins(amount, asset)} for ${formatNaira(nairaKobo)} to ${bankName} ${accountNumber}`;
  return `This order has changed since you looked at it: ${now}. Nothing was done; please look at it again.`;
}
