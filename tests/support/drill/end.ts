import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { type AdminOrder, endpoints } from '@kobogate/contract';
import { mineUntil } from '../mine-until.ts';
import { adminToken } from '../people.ts';
import type { Product } from '../product.ts';
import { treasury } from '../treasury.ts';
import { ask } from './actors.ts';
import type { Before } from './before.ts';
import { type Desk, planAndSign, sendPlan } from './refunds.ts';

const NETWORKS = ['bsc', 'polygon', 'ethereum', 'mainnet', 'cardano', 'polkadot', 'solana'];

/**
 * Does everything that the screens offer once payouts may leave again, until nothing is left: approves pending orders,
 * retries failed ones, approves and sends every refund, sends the old signed plan once more. Throws what does not end.
 */
export async function endEverything(desk: Desk, before: Before): Promise<void> {
  await handOldPlanOver(desk);
  await endRefunds(desk);
  await endOrders(desk.product, before);
}

/** The file that was signed before the backup is found and sent. */
async function handOldPlanOver({ product, folder }: Desk): Promise<void> {
  const file = 'kobogate-plan-cardano.json.signed';
  await readFile(join(folder, file));
  await treasury(product, folder, 'send', file);
  await rename(join(folder, file), join(folder, `old-${file}`));
}

async function endRefunds(desk: Desk): Promise<void> {
  const { call, sandbox } = desk.product;
  const token = await adminToken(call);
  const list = async () => (await call(endpoints.refunds.listForAdmin, { token })).data;
  for (const { id } of (await list()).filter(({ status }) => status === 'requested')) {
    await call(endpoints.refunds.decide, { token, params: { id }, body: { status: 'approved', reason: null } });
  }
  const approved = new Set((await list()).filter(({ status }) => status === 'approved').map(({ asset }) => asset));
  for (const network of NETWORKS.filter((name) => [...approved].some((asset) => asset.endsWith(`@${name}`)))) {
    await planAndSign(desk, network);
    await sendPlan(desk, network);
  }
  await mineUntil(sandbox, NETWORKS, 'every refund has ended', async () => {
    const open = (await list()).filter(({ status }) => status !== 'final' && status !== 'declined');
    if (open.length > 0) throw new Error(open.map(({ asset, status }) => `${asset} ${status}`).join(', '));
    return true;
  });
}

/** Does everything that the screen of orders offers, until every order has ended. */
export async function endOrders(
  product: Product,
  { orders, payments }: Pick<Before, 'orders' | 'payments'>,
): Promise<void> {
  const names = new Map<string, string>([
    ...orders.all.map(({ name, order }) => [order.id, name] as const),
    ...payments.all.map(({ name, payment }) => [payment.id, name] as const),
  ]);
  const pressed = new Set<string>();
  const token = await adminToken(product.call);
  await mineUntil(product.sandbox, NETWORKS, 'every order has ended', async () => {
    const open = await listOpen(product, token);
    for (const order of open) {
      const state = `${order.status}, ${order.funding}, ${order.payout}`;
      if (pressed.has(`${order.id} ${state}`)) continue;
      pressed.add(`${order.id} ${state}`);
      await press(product, token, order);
    }
    if (open.length === 0) return true;
    const words = open.map(
      ({ id, status, funding, payout }) => `${names.get(id) ?? id}: ${status}, ${funding}, ${payout}`,
    );
    throw new Error(words.join('; '));
  });
}

/** Paid orders that have not ended yet. */
async function listOpen({ call }: Product, token: string): Promise<AdminOrder[]> {
  const orders = await call(endpoints.adminOrders.list, { token, query: {} });
  return orders.filter(({ status, payout }) => status !== 'declined' && payout !== 'paid');
}

/** The screen's action for an order: approve it, or retry its payout. */
async function press(product: Product, token: string, { id, status, payout }: AdminOrder): Promise<void> {
  const { call } = product;
  const params = { id };
  if (status === 'pending') await call(endpoints.adminOrders.decide, { token, params, body: { status: 'approved' } });
  else if (payout === 'failed' || payout === 'reversed') {
    await call(endpoints.adminOrders.retryPayout, { token, params, body: { reason: 'Looked at' } });
  } else if (payout === 'sent' || payout === 'unknown') await ask(product, id);
}

/** Presses every available button of every open order, whatever the answer. Answers how often a press was accepted. */
export async function pressEverything(product: Product): Promise<number> {
  let taken = 0;
  const token = await adminToken(product.call);
  for (const order of await listOpen(product, token)) {
    await press(product, token, order).then(
      () => (taken += 1),
      () => undefined,
    );
  }
  return taken;
}
