import { endpoints, type Order } from '@kobogate/contract';
import { type Customer, newCustomer, orderWhere, payAndMine, placeOrder } from '../support/customer.ts';
import { adminToken, type Person, signUp } from '../support/people.ts';
import type { Product } from '../support/product.ts';

const ORDERS = ['awaiting', 'confirming', 'review', 'paid', 'declined', 'failed'] as const;
type OrderName = (typeof ORDERS)[number];

/** All accounts and records that screens are shown with, made through the product's own calls. */
export interface World {
  /** Verified, and nothing else. */
  readonly newcomer: Person;
  /** With a bank account, wallets, and an order in every state. */
  readonly customer: Customer;
  readonly customerId: string;
  readonly admin: { readonly token: string };
  readonly orders: Readonly<Record<OrderName, Order>>;
}

/** Makes these in a product whose blocks come only when asked. */
export async function createWorld(product: Product): Promise<World> {
  const { call, sandbox } = product;
  const newcomer = await signUp(product);
  const customer = await newCustomer(product);
  const admin = { token: await adminToken(call) };
  const place = (amount: string, currency = 'USDT', network = 'bsc') =>
    placeOrder(product, customer.token, { currency, network, amount });
  const decide = (order: Order, status: 'approved' | 'declined', reason?: string) =>
    call(endpoints.adminOrders.decide, {
      token: admin.token,
      params: { id: order.id },
      body: { status, ...(reason === undefined ? {} : { reason }) },
    });
  const funded = ({ id }: Order) =>
    orderWhere(product, customer.token, id, 'funded', ({ funding }) => funding === 'funded');
  const paidOut = (order: Order, end: 'paid' | 'failed') =>
    orderWhere(product, customer.token, order.id, end, ({ payout }) => payout === end);

  // All before the first coin: an order that finds coins in the balance asks for less.
  const paid = await place('75');
  const failed = await place('31.25');
  const declined = await place('90.5');
  const review = await place('1250.123456');
  const paidFor = [paid, failed, declined, review];
  for (const order of paidFor) await payAndMine(product, order);
  // Together: the product looks at a chain from time to time.
  await Promise.all(paidFor.map(funded));
  await decide(paid, 'approved');
  await paidOut(paid, 'paid');
  await sandbox.behave('fail', 1);
  await decide(failed, 'approved');
  await paidOut(failed, 'failed');
  await decide(declined, 'declined', 'The account belongs to another person.');
  const confirming = await place('40', 'USDC', 'polygon');
  await sandbox.pay('polygon', 'USDC', confirming.depositAddress, confirming.missingAmount);
  await sandbox.mine('polygon', 1);
  await orderWhere(product, customer.token, confirming.id, 'confirming', ({ funding }) => funding === 'confirming');
  // Asks for more than the declined order gave back to the balance, so that coins are still awaited.
  const awaiting = await place('400');
  const { data: user } = await call(endpoints.accounts.getUser, { token: customer.token });
  return {
    newcomer,
    customer,
    customerId: user.id,
    admin,
    orders: { awaiting, confirming, review, paid, declined, failed },
  };
}
