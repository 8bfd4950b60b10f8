import { randomUUID } from 'node:crypto';
import { endpoints, type Order } from '@kobogate/contract';
import { type Customer, newCustomer, placeOrder } from '../support/customer.ts';
import { type Call, createCall } from '../support/http.ts';
import { adminToken } from '../support/people.ts';
import type { Product } from '../support/product.ts';
import { eventually } from '../support/wait.ts';
import type { Parts } from './parts.ts';

const PAIR = { currency: 'USDT', network: 'bsc' };
/** All that a call may wait for while parts die around it. */
const PATIENCE_MS = 300_000;
/** After so long without a sign of the coins they are looked for on the chain, and paid where they are not there. */
const PAID_AGAIN_MS = 30_000;
/** How often an administrator looks at what waits for a person. */
const DECISIONS_MS = 5_000;
/** A payout that a dead process left is sent again by itself, or an administrator decides after a quarter of an hour. */
const LONGEST_END_MS = 40 * 60_000;

/** An order that its customer has paid, and the account that its naira goes to. */
export interface PaidOrder {
  readonly order: Order;
  readonly customer: Customer;
}

/** Customers who convert one after the other, for as long as asked to. */
export interface Payers {
  readonly orders: readonly PaidOrder[];
  /** When an order was last seen to be paid out, in milliseconds of `performance.now()`. */
  lastPaidAt(): number;
  /** No new orders; waits until each is paid out. Answers those that are not. */
  finish(): Promise<readonly PaidOrder[]>;
}

/** Signs customers up, lets small orders clear and leave by themselves, and begins to convert. */
export async function startPayers(parts: Parts, count: number): Promise<Payers> {
  const call = createCall(parts.apiBase);
  const service = { call, sandbox: parts.sandbox };
  await letAllLeave(call);
  const orders: PaidOrder[] = [];
  const open = new Set<PaidOrder>();
  const now = { lastPaidAt: 0, isEnding: false };

  async function convertOn(customer: Customer): Promise<void> {
    for (let turn = 0; !now.isEnding; turn += 1) {
      const amount = `${5 + (turn % 7)}`;
      // The same key each time: the answer to an order that was made may be lost, and its coins would pay the first of two.
      const key = randomUUID();
      const order = await insist(() => placeOrder(service, customer.token, { ...PAIR, amount, key }));
      if (now.isEnding) return;
      const paid = { order, customer };
      orders.push(paid);
      open.add(paid);
      await insist(() => pay(service, customer, order));
      await eventually('the order is paid out', () => isPaidOut(call, paid), {
        limitMs: LONGEST_END_MS,
      });
      open.delete(paid);
      now.lastPaidAt = performance.now();
    }
  }

  const decisions = setInterval(() => void decideAll(call, open), DECISIONS_MS);
  const customers: Customer[] = [];
  for (let left = count; left > 0; left -= 1) customers.push(await newCustomer(service));
  const all = Promise.allSettled(customers.map(convertOn));
  return {
    orders,
    lastPaidAt: () => now.lastPaidAt,
    finish: async () => {
      now.isEnding = true;
      await all;
      clearInterval(decisions);
      const isOpen = await Promise.all(orders.map(async (each) => !(await insist(() => isPaidOut(call, each)))));
      return orders.filter((_, index) => isOpen[index] === true);
    },
  };
}

const insist = <Answer>(work: () => Promise<Answer>): Promise<Answer> => {
  const settled = eventually('a call is answered', async () => ({ answer: await work() }), { limitMs: PATIENCE_MS });
  return settled.then(({ answer }) => answer);
};

/** No order waits for a person for being large, or one of many: else the time until it is paid out were a person's. */
async function letAllLeave(call: Call): Promise<void> {
  const token = await adminToken(call);
  const clearing = {
    automaticBelowKobo: '1000000000',
    paymentsBelowKobo: '1000000000',
    minimumAccountDays: 0,
    shortBasisPoints: 10,
    rateMoveBasisPoints: 1000,
  };
  await call(endpoints.settings.saveClearing, { token, body: { version: 0, value: clearing } });
  const unlimited = { most: 100_000, mostKobo: '100000000000' };
  const holds = {
    hour: unlimited,
    day: unlimited,
    newHour: unlimited,
    newDay: unlimited,
    newAccountHours: 0,
    coolingOffKobo: unlimited.mostKobo,
  };
  await call(endpoints.settings.saveHolds, { token, body: { version: 0, value: holds } });
}

type Service = Pick<Product, 'call' | 'sandbox'>;

/** Pays an order. Where the answer of the chain was lost, pays again only if the coins are nowhere to be seen. */
async function pay({ call, sandbox }: Service, { token }: Customer, order: Order): Promise<void> {
  const isSeen = async (): Promise<boolean> => {
    const { data } = await call(endpoints.orders.getConversion, { token, params: { id: order.id } });
    return data.funding !== 'awaiting';
  };
  try {
    await sandbox.pay(order.network, order.fromCurrency, order.depositAddress, order.missingAmount);
  } catch (error) {
    if (!(await eventually('the coins are seen', isSeen, { limitMs: PAID_AGAIN_MS }).catch(() => false))) throw error;
  }
}

async function readOrder(call: Call, { order, customer }: PaidOrder): Promise<Order> {
  const { data } = await call(endpoints.orders.getConversion, { token: customer.token, params: { id: order.id } });
  return data;
}

const isPaidOut = async (call: Call, paid: PaidOrder): Promise<boolean> =>
  (await readOrder(call, paid)).payout === 'paid';

/**
 * What an administrator is called to: an order that the rules hold back all the same, a payout that its bank has denied for
 * long enough, and one that failed.
 */
async function decideAll(call: Call, orders: ReadonlySet<PaidOrder>): Promise<void> {
  const token = await adminToken(call).catch(() => null);
  if (token === null) return;
  for (const each of orders) {
    const now = await readOrder(call, each).catch(() => null);
    if (now === null || now.funding !== 'funded') continue;
    const params = { id: each.order.id };
    if (now.status === 'pending')
      await call(endpoints.adminOrders.decide, { token, params, body: { status: 'approved' } }).catch(() => undefined);
    const input = { token, params, body: { reason: 'Looked into' } };
    await call(endpoints.adminOrders.declareNotMade, input).catch(() => undefined);
    await call(endpoints.adminOrders.retryPayout, input).catch(() => undefined);
  }
}
