import {
  type AdminOrder,
  endpoints,
  findLedgerAsset,
  type LedgerAssetCode,
  type OfferId,
  type OrderId,
  type RefundId,
  type UserId,
} from '@kobogate/contract';
import { formatUnits } from '@kobogate/money';
import type { Task } from '../machine/gate.ts';
import { ADMINS, MERCHANT, PASSWORD } from '../world/people.ts';
import type { World } from '../world/world.ts';
import { payTo, someAddress } from './people-acts.ts';
import { type Act, anyServer } from './scene.ts';

const { suspense, refunds, refundOffers, payments, debts, payees, adminOrders, adminUsers } = endpoints;
const NOTHING: readonly Task[] = [];
const PROOF = { password: PASSWORD, code: '' };
/** Of nobody here. */
const ELSEWHERE = ['0x70997970C51812dc3A010C7d01b50e0d17dc79C8', '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'];
const REASON = 'Looked into';
/** Of a dollar that is on offer, bridged: it is priced, and can be credited as that. */
const STRAY: LedgerAssetCode = 'USDC.e@polygon';

interface Coins {
  readonly user: UserId;
  readonly kind: string;
  readonly asset: string;
  readonly amount: string;
}

/** A customer sends a coin that is not on offer. */
export const payStray: Act = async ({ world, draw }) => {
  const amount = BigInt(draw.of([10_000_000, 25_000_000]));
  await payTo(world, await someAddress(world, draw), STRAY, amount);
  return NOTHING;
};

/** An administrator credits a customer with the coin that a stray one stands for. */
export const creditStray: Act = async (scene) => {
  const { world, draw } = scene;
  const server = anyServer(scene);
  const coins = (await coinsOf(world, ['suspense'])).filter(({ asset }) => asset === STRAY);
  if (server === null || coins.length === 0) return NOTHING;
  const { user, asset, amount } = draw.of(coins);
  const body = { userId: user, asset, amount: whole(asset, BigInt(amount)) };
  return [await world.call(server, suspense.credit, draw.of(ADMINS), { body, key: `credit-${draw.below(1000)}` })];
};

const coinsOf = (world: World, kinds: readonly string[]): Promise<Coins[]> =>
  world.books.query<Coins>(
    `select split_part(code, ':', 3) as user, kind, asset, balance::text as amount from ledger_account
     where kind = any($1) and balance > 0 and asset <> 'NGN' and code not like '%:unknown' order by code`,
    [kinds],
    'coins-of',
  );

const whole = (asset: string, units: bigint): string => formatUnits(units, findLedgerAsset(asset)?.decimals ?? 0);

/** A customer asks for some of their coins, or all, to be sent back. */
export const askRefund: Act = async (scene) => {
  const { world, draw } = scene;
  const server = anyServer(scene);
  const coins = await coinsOf(world, ['customer', 'suspense']);
  if (server === null || coins.length === 0) return NOTHING;
  const { user, asset, amount } = draw.of(coins);
  const units = BigInt(amount);
  const body = {
    asset,
    amount: whole(asset, draw.of([units, units, units / 2n, units + 1n])),
    address: draw.of(ELSEWHERE),
    ...PROOF,
  };
  return [await world.call(server, refunds.request, user, { body, key: `refund-${draw.below(1000)}` })];
};

/** An administrator approves or declines a refund. */
export const decideRefund: Act = async (scene) => {
  const { world, draw } = scene;
  const server = anyServer(scene);
  const open = await world.books.query<{ id: RefundId }>(
    `select id from refund where status in ('requested', 'approved') order by id`,
    [],
    'open-refunds',
  );
  if (server === null || open.length === 0) return NOTHING;
  const body = { status: draw.of(['approved', 'declined']), reason: REASON };
  return [await world.call(server, refunds.decide, draw.of(ADMINS), { params: { id: draw.of(open).id }, body })];
};

/** Merchant and payer offer, answer, confirm or withdraw coins of a payment. */
export const offerBack: Act = async (scene) => {
  const { world, draw } = scene;
  const server = anyServer(scene);
  if (server === null) return NOTHING;
  const offers = await world.books.query<{ id: OfferId; order: OrderId }>(
    `select id, order_id as "order" from refund_offer where status in ('offered', 'answered') order by id`,
    [],
    'open-offers',
  );
  if (offers.length > 0 && draw.chance(0.7)) {
    const { id, order } = draw.of(offers);
    const params = { id: order, offer: id };
    const kind = draw.below(5);
    if (kind < 2)
      return [await world.call(server, refundOffers.answer, null, { params, body: { address: draw.of(ELSEWHERE) } })];
    if (kind < 4) return [await world.call(server, refundOffers.confirm, MERCHANT, { params, body: PROOF })];
    return [await world.call(server, refundOffers.withdraw, MERCHANT, { params })];
  }
  const paid = await world.books.query<{ id: OrderId; asset: string }>(
    `select o.id, d.asset from customer_order o join deposit d on d.address_id = o.address_id
     where o.payment_link_id is not null order by o.id, d.id`,
    [],
    'paid-payments',
  );
  if (paid.length === 0) return NOTHING;
  const { id, asset } = draw.of(paid);
  return [await world.call(server, refundOffers.offer, MERCHANT, { params: { id }, body: { asset } })];
};

/** A merchant accepts what came, or a payer asks for the rate of this moment. */
export const endPayment: Act = async (scene) => {
  const { world, draw } = scene;
  const server = anyServer(scene);
  const open = await world.books.query<{ id: OrderId }>(
    `select id from customer_order where payment_link_id is not null and payout = 'none' and status <> 'declined' order by id`,
    [],
    'open-payments',
  );
  if (server === null || open.length === 0) return NOTHING;
  const params = { id: draw.of(open).id };
  return draw.chance(0.5)
    ? [await world.call(server, payments.settle, MERCHANT, { params })]
    : [await world.call(server, payments.renew, null, { params })];
};

/** An administrator writes off what a customer owes, or takes other coins for it. */
export const settleDebt: Act = async (scene) => {
  const { world, draw } = scene;
  const server = anyServer(scene);
  const owed = await coinsOf(world, ['receivable']);
  if (server === null || owed.length === 0) return NOTHING;
  const { user, asset, amount } = draw.of(owed);
  const others = (await coinsOf(world, ['customer'])).filter((each) => each.user === user && each.asset !== asset);
  const other = others.length > 0 && draw.chance(0.7) ? draw.of(others) : null;
  const body = {
    asset,
    amount: whole(asset, BigInt(amount)),
    reason: REASON,
    ...(other === null ? {} : { with: { asset: other.asset, amount: whole(other.asset, BigInt(other.amount)) } }),
  };
  return [await world.call(server, debts.settle, draw.of(ADMINS), { params: { id: user }, body })];
};

/** A customer has another payout account from now on, and the naira of an order go there. */
export const choosePayee: Act = async (scene) => {
  const { world, draw } = scene;
  const server = anyServer(scene);
  const orders = await world.books.query<{ id: OrderId; user: UserId }>(
    `select id, user_id as "user" from customer_order where payout in ('queued', 'failed', 'reversed') order by id`,
    [],
    'sent-orders',
  );
  if (server === null || orders.length === 0) return NOTHING;
  const { id, user } = draw.of(orders);
  const accountNumber = `01234${draw.below(90000) + 10000}`;
  await world.books.query(
    `update bank_account set account_number = $2, version = version + 1, updated_at = now() where user_id = $1`,
    [user, accountNumber],
    'other-account',
  );
  const body = { accountNumber, bankName: 'Guaranty Trust Bank' };
  return [await world.call(server, payees.change, user, { params: { id }, body })];
};

/** An administrator sends a payout again as they see it. */
export const retrySeen: Act = async (scene) => {
  const { world, draw, state } = scene;
  const server = anyServer(scene);
  const open = state.orders.filter(({ payout }) => payout === 'failed' || payout === 'reversed' || payout === 'queued');
  if (server === null || open.length === 0) return NOTHING;
  const params = { id: draw.of(open).id as OrderId };
  const admin = draw.of(ADMINS);
  let version: number | undefined;
  const look = await world.call(server, adminOrders.get, admin, { params }, (answered) => {
    if ('answer' in answered) version = (answered.answer as { data: AdminOrder }).data.version;
  });
  await world.gate.settle([look]);
  if (server.process.isDead) return NOTHING;
  return [await world.call(server, adminOrders.retryPayout, admin, { params, body: { reason: REASON, version } })];
};

/** Two administrators say of a transfer that the bank has paid, and contradicted, that it was. */
export const takePaid: Act = async (scene) => {
  const { world, draw, state } = scene;
  const server = anyServer(scene);
  const open = state.payouts.filter(
    ({ needsPerson, reference }) =>
      needsPerson && world.banks.some(({ books }) => books.get(reference)?.state === 'paid'),
  );
  if (server === null || open.length === 0) return NOTHING;
  const { order, reference } = draw.of(open);
  const body = { reference: `bank ${reference.slice(-6)}`, reason: REASON };
  return [await world.call(server, adminOrders.takeAsPaid, draw.of(ADMINS), { params: { id: order }, body })];
};

/** An account is disabled, or enabled again. */
export const setState: Act = async (scene) => {
  const { world, draw } = scene;
  const server = anyServer(scene);
  if (server === null) return NOTHING;
  const [off] = await world.books.query<{ id: UserId }>(
    `select id from app_user where disabled_at is not null order by id limit 1`,
    [],
    'disabled',
  );
  const people = await world.books.query<{ id: UserId }>(
    `select id from app_user where not is_admin order by id`,
    [],
    'people',
  );
  const body = { state: off === undefined ? 'disabled' : 'active', reason: REASON };
  return [
    await world.call(server, adminUsers.setState, draw.of(ADMINS), {
      params: { id: off?.id ?? draw.of(people).id },
      body,
    }),
  ];
};
