import { type AdminOrder, endpoints, type OrderId, type UserId } from '@kobogate/contract';
import type { LedgerAssetCode } from '@kobogate/contract';
import type { Task } from '../machine/gate.ts';
import type { Draw } from '@kobogate/testkit/platform/draw.ts';
import { ADMINS, CUSTOMERS, LINK } from '../world/people.ts';
import type { Server, World } from '../world/world.ts';
import { handleDue } from './handle-due.ts';
import { type Act, anyServer, isCovered, type Scene } from './scene.ts';

const { adminOrders, orders, wallets, payments } = endpoints;
const NOTHING: readonly Task[] = [];
const SECOND = 1_000;

/** What customers, payers and administrators do. */
export const makeWallet: Act = async (scene) => {
  const { world, draw } = scene;
  const server = anyServer(scene);
  if (server === null) return NOTHING;
  const params = { currency: draw.of(['USDT', 'USDT', 'USDC']) };
  const query = { network: draw.of(world.chains).network };
  return [await world.call(server, endpoints.wallets.create, draw.of(CUSTOMERS), { params, query })];
};

/** What clears by itself, and what an administrator, or two, decide on. */
const SMALL_AMOUNTS = ['10', '10', '15', '18.7', '18.75'];
const LARGE_AMOUNTS = ['25', '25', '120', '700'];

export const convert: Act = (scene) => convertSome(scene, SMALL_AMOUNTS);
export const convertMuch: Act = (scene) => convertSome(scene, LARGE_AMOUNTS);

async function convertSome(scene: Scene, amounts: readonly string[]): Promise<readonly Task[]> {
  const { world, draw, memory } = scene;
  const server = anyServer(scene);
  if (server === null) return NOTHING;
  await refreshRates(world, server);
  const user = draw.of(CUSTOMERS);
  const { network } = draw.of(world.chains);
  const body = {
    fromCurrency: draw.of(['USDT', 'USDT', 'USDC']),
    network,
    fromAmount: draw.of(amounts),
  };
  const key = `key-${draw.below(1_000_000)}`;
  memory.asked.push({ user, key, body });
  const wallet = await world.call(server, wallets.create, user, {
    params: { currency: body.fromCurrency },
    query: { network },
  });
  await world.gate.settle([wallet]);
  if (server.process.isDead) return NOTHING;
  return [await world.call(server, orders.convert, user, { body, key })];
}

export const convertAgain: Act = async (scene) => {
  const { world, draw, memory } = scene;
  const server = anyServer(scene);
  if (server === null || memory.asked.length === 0) return NOTHING;
  const { user, key, body } = draw.of(memory.asked);
  return [await world.call(server, orders.convert, user as UserId, { body, key })];
};

export const openPayment: Act = async (scene) => {
  const { world, draw } = scene;
  const server = anyServer(scene);
  if (server === null) return NOTHING;
  await refreshRates(world, server);
  const body = { currency: 'USDT', network: draw.of(world.chains).network };
  return [
    await world.call(server, payments.open, null, {
      params: { id: LINK },
      body,
      key: `pay-${draw.below(1_000_000)}`,
    }),
  ];
};

/** Lets a server ask for rates, without which nothing is quoted. */
export async function refreshRates(world: World, server: Server): Promise<void> {
  const timer = server.rooms.work.timers.find(({ name }) => name === 'refresh-rates');
  if (timer !== undefined && !server.process.isDead) await world.alone(server.process, timer.run);
}

interface Wanted {
  readonly address: string;
  readonly asset: LedgerAssetCode;
  readonly amount: string;
}

const WANTED = `select a.address_key as address, o.asset, o.amount::text as amount from customer_order o
  left join wallet w on w.user_id = o.user_id and o.asset = w.currency || '@' || w.network
  join deposit_address a on a.id = coalesce(o.address_id, w.address_id)
  where o.payout = 'none' and o.status <> 'declined' order by o.id`;

/** A customer pays what an order asks for, or nearly, or elsewhere; or sends coins that no order asks for. */
export const pay: Act = async ({ world, draw }) => {
  const order = await drawOrder(world, draw, 0.9);
  const asked = BigInt(order?.amount ?? 10_000_000);
  const amount = draw.of([asked, asked, asked / 2n, asked + 5_000_000n, asked * 2n, (asked * 9n) / 10n, 1n]);
  const asset = draw.chance(0.93)
    ? (order?.asset ?? 'USDT@ethereum')
    : draw.of<LedgerAssetCode>(['USDC@ethereum', 'USDT@polygon']);
  await payTo(world, order?.address ?? (await someAddress(world, draw)), asset, amount);
  return NOTHING;
};

/** A customer pays exactly what an order asks for. */
export const payExactly: Act = async ({ world, draw }) => {
  const order = await drawOrder(world, draw, 1);
  if (order !== null) await payTo(world, order.address, order.asset, BigInt(order.amount));
  return NOTHING;
};

async function drawOrder(world: World, draw: Draw, likely: number): Promise<Wanted | null> {
  const wanted = await world.books.query<Wanted>(WANTED, [], 'wanted');
  return wanted.length > 0 && draw.chance(likely) ? draw.of(wanted) : null;
}

/** An address that was given out; null where there is none. */
export async function someAddress(world: World, draw: Draw): Promise<string | null> {
  const [address] = await world.books.query<{ key: string }>(
    'select address_key as key from deposit_address order by sequence offset $1 limit 1',
    [draw.below(3)],
    'some-address',
  );
  return address?.key ?? null;
}

/** Pays on the chain of a coin, where this schedule has it. */
export async function payTo(world: World, to: string | null, asset: LedgerAssetCode, amount: bigint): Promise<void> {
  const chain = world.chains.find(({ network }) => asset.endsWith(`@${network}`));
  if (chain === undefined || to === null) return;
  const identity = `payment ${world.payments.size + 1}`;
  const transfer = { identity, transaction: identity, asset, addressKey: to, amount };
  world.payments.set(`${chain.network} ${identity}`, transfer);
  chain.pay(transfer);
}

/** An administrator looks at an order that waits, and remembers it. */
export const lookAtOrder: Act = async (scene) => {
  const { world, draw, state, memory } = scene;
  const server = anyServer(scene);
  const waiting = state.orders.filter(needsDecision(scene));
  if (server === null || waiting.length === 0) return NOTHING;
  const id = draw.of(waiting).id as OrderId;
  const task = await world.call(server, adminOrders.get, draw.of(ADMINS), { params: { id } }, (answered) => {
    if (!('answer' in answered)) return;
    const { data } = answered.answer as { data: AdminOrder };
    memory.seen.push({ orderId: id, version: data.version, naira: data.lockEnded ? null : data.nairaKobo });
  });
  return [task];
};

const needsDecision =
  ({ state }: Scene) =>
  ({ id, status, payout }: { id: string; status: string; payout: string }): boolean =>
    status === 'pending' ||
    payout === 'failed' ||
    payout === 'reversed' ||
    state.payouts.some(({ order, needsPerson }) => order === id && needsPerson);

/** An administrator presses a button under an order that they looked at, now or a while ago. */
export const decideOnOrder: Act = async (scene) => {
  const { world, draw, state, memory } = scene;
  const server = anyServer(scene);
  if (server === null) return NOTHING;
  if (memory.seen.length === 0 || draw.chance(0.3)) {
    await world.gate.settle(await lookAtOrder(scene));
    if (server.process.isDead) return NOTHING;
  }
  const seen = draw.chance(0.4) ? memory.seen.at(-1) : memory.seen[draw.below(memory.seen.length)];
  if (seen === undefined) return NOTHING;
  const order = state.orders.find(({ id }) => id === seen.orderId);
  if (order === undefined || (order.status === 'pending' && !isCovered(order) && draw.chance(0.5))) return NOTHING;
  const status = draw.chance(0.9) ? 'approved' : 'declined';
  const canUndo = draw.chance(0.5);
  if (!canUndo) world.decidedAtOnce.add(seen.orderId);
  const body = { status, code: 'other', reason: 'Looked into', version: seen.version, canUndo };
  const params = { id: seen.orderId };
  const task = await world.call(server, adminOrders.decide, draw.of(ADMINS), { params, body }, (answered) => {
    if ('answer' in answered && status === 'approved') memory.approved.push(seen);
    if ('answer' in answered && canUndo) memory.decided.push(seen.orderId);
  });
  return [task];
};

/**
 * An administrator takes a decision back: the newest, one that is too old for that, or one that they make by mistake here;
 * and may decide again at once.
 */
export const undoDecision: Act = async (scene) => {
  const { world, draw, state, memory } = scene;
  const server = anyServer(scene);
  if (server === null) return NOTHING;
  const waiting = state.orders.filter(({ status, isWaiting }) => status === 'pending' && !isWaiting);
  const mistaken = waiting.length > 0 && draw.chance(0.5) ? (draw.of(waiting).id as OrderId) : null;
  if (mistaken !== null) await decideAnew(scene, server, mistaken);
  const newest = memory.decided.at(-1);
  if (newest === undefined || server.process.isDead) return NOTHING;
  const id = mistaken ?? (draw.chance(0.7) ? newest : draw.of(memory.decided));
  await world.pass(draw.below(5 * SECOND));
  const undo = await world.call(server, adminOrders.undo, draw.of(ADMINS), { params: { id } });
  if (draw.chance(0.4)) return [undo];
  await world.gate.settle([undo]);
  await decideAnew(scene, server, id);
  // What the first decision left in the queue is due before the second one.
  await world.pass(draw.below(5 * SECOND));
  return server.process.isDead ? NOTHING : handleDue(world, server);
};

/** Looks at an order and decides on it, with five seconds to take that back. */
async function decideAnew({ world, draw, memory }: Scene, server: Server, id: OrderId): Promise<void> {
  const status = draw.chance(0.8) ? 'approved' : 'declined';
  const params = { id };
  if (server.process.isDead) return;
  let version: number | undefined;
  const look = await world.call(server, adminOrders.get, draw.of(ADMINS), { params }, (answered) => {
    if ('answer' in answered) version = (answered.answer as { data: AdminOrder }).data.version;
  });
  await world.gate.settle([look]);
  if (server.process.isDead) return;
  const body = { status, code: 'other', reason: 'Looked into', version, canUndo: true };
  const again = await world.call(server, adminOrders.decide, draw.of(ADMINS), { params, body }, (answered) => {
    if ('answer' in answered) memory.decided.push(id);
  });
  await world.gate.settle([again]);
}

/** An administrator sends again what failed, asks about what is unknown, or calls it not made. */
export const decideOnPayout: Act = async (scene) => {
  const { world, draw, state } = scene;
  const server = anyServer(scene);
  const open = state.payouts.filter(({ status }) => /unknown|failed|reversed|sent/.test(status));
  if (server === null || open.length === 0) return NOTHING;
  const { order, status } = draw.of(open);
  const admin = draw.of(ADMINS);
  const params = { id: order };
  const reason = 'Looked into';
  if (status === 'failed' || status === 'reversed') {
    const rail = draw.chance(0.3) ? { rail: draw.of(['budpay', 'paystack']) } : {};
    return [await world.call(server, adminOrders.retryPayout, admin, { params, body: { reason, ...rail } })];
  }
  if (draw.chance(0.3)) return [await world.call(server, adminOrders.askPayout, admin, { params })];
  return [await world.call(server, adminOrders.declareNotMade, admin, { params, body: { reason } })];
};

/** A customer says yes or no to a lower amount. */
export const answerRate: Act = async (scene) => {
  const { world, draw, state } = scene;
  const server = anyServer(scene);
  const asked = state.orders.filter(({ rateAnswer }) => rateAnswer === 'asked');
  if (server === null || asked.length === 0) return NOTHING;
  const { id, user, naira } = draw.of(asked);
  const body = { answer: draw.of(['accepted', 'accepted', 'declined']), nairaKobo: naira };
  return [await world.call(server, orders.answerRate, user as UserId, { params: { id }, body })];
};
