import { endpoints } from '@kobogate/contract';
import { formatUnits, parseAmount } from '@kobogate/money';
import { createCall } from '../support/http.ts';
import { adminToken } from '../support/people.ts';
import type { Parts } from './parts.ts';
import type { PaidOrder, Payers } from './payers.ts';

/** What the bank's own books have of each order: naira that moved twice, with another amount, or not at all. */
async function compareWithBanks(parts: Parts, orders: readonly PaidOrder[]): Promise<string[]> {
  const transfers = (await parts.sandbox.transfers()).filter(({ status }) => /success|pending/.test(status));
  const wrong = orders.flatMap(({ order: { id, nairaKobo } }) => {
    const made = transfers.filter(({ reference }) => reference.includes(id.replaceAll('-', '')));
    if (made.length > 1) return [`order ${id} was paid ${made.length} times`];
    if (made.length === 0) return [`order ${id} was not paid by any bank`];
    const paid = String(made[0]?.amountKobo);
    return paid === nairaKobo ? [] : [`order ${id} was paid ${paid} kobo instead of ${nairaKobo}`];
  });
  const known = new Set(orders.map(({ order: { id } }) => id.replaceAll('-', '')));
  const strange = transfers.filter(({ reference }) => ![...known].some((hex) => reference.includes(hex)));
  return [...wrong, ...strange.map(({ reference }) => `a bank has ${reference}, which no customer asked for`)];
}

/** As many as any coin has. */
const DECIMALS = 18;

function unitsOf(text: string): bigint {
  const parsed = parseAmount(text, DECIMALS);
  if (!parsed.ok) throw new Error(`not an amount: ${text}`);
  return parsed.value;
}

/** Whether every payment on the chain is in the books once, and the books balance. */
async function compareWithChain(parts: Parts, orders: readonly PaidOrder[]): Promise<string[]> {
  const call = createCall(parts.apiBase);
  const { data } = await call(endpoints.admin.verifyLedger, { token: await adminToken(call) });
  const wrong = data.ok ? [] : [`the books do not balance: ${JSON.stringify(data.differences)}`];
  for (const { order, customer } of new Map(orders.map((each) => [each.order.depositAddress, each])).values()) {
    const own = orders.filter((each) => each.order.depositAddress === order.depositAddress);
    const chain = unitsOf(await parts.sandbox.balance(order.network, order.fromCurrency, order.depositAddress));
    const ordered = own.reduce((sum, each) => sum + unitsOf(each.order.fromAmount), 0n);
    const { data: wallets } = await call(endpoints.wallets.list, { token: customer.token });
    const left = unitsOf(wallets.find(({ depositAddress }) => depositAddress === order.depositAddress)?.balance ?? '0');
    if (chain === ordered + left) continue;
    const [onChain, inOrders, inBalance] = [chain, ordered, left].map((units) => formatUnits(units, DECIMALS));
    wrong.push(
      `${order.depositAddress} has ${onChain} on the chain, ${inOrders} in orders and ${inBalance} in the balance`,
    );
  }
  return wrong;
}

/** Lets the payers finish, and compares what they paid with the banks, the chain and the books; answers what is wrong, a sentence each. */
export async function settleAndCompare(parts: Parts, payers: Payers): Promise<readonly string[]> {
  const open = await payers.finish();
  return [
    ...open.map(({ order: { id } }) => `order ${id} was never paid out`),
    ...(await compareWithBanks(parts, payers.orders)),
    ...(await compareWithChain(parts, payers.orders)),
  ];
}
