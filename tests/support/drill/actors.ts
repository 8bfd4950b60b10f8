import { endpoints, type Order, type OrderDetail, type Payment, type Refund } from '@kobogate/contract';
import { type Customer, newCustomer, orderWhere, placeOrder, transfersTo } from '../customer.ts';
import { newLink, openPayment } from '../payer.ts';
import { adminToken, PASSWORD } from '../people.ts';
import { CONFIRMATIONS, type Product } from '../product.ts';
import { eventually } from '../wait.ts';

/** The coin of conversions here. */
export const PAIR = { currency: 'USDT', network: 'bsc', amount: '25' };
/** The coin of payments by link here, on a chain of their own. */
export const PAYMENT_PAIR = { currency: 'USDC', network: 'polygon' };

/**
 * A customer or merchant who is owed naira once: to an account that nothing else is paid to, so that each transfer
 * there has a known owner. `owed` is how often: 0 for a declined one.
 */
export interface Payable {
  readonly name: string;
  readonly customer: Customer;
  readonly owed: number;
}
export interface Converter extends Payable {
  readonly order: Order;
}
export interface Merchant extends Payable {
  readonly payment: Payment;
}

/** A new customer with one conversion, unpaid yet. */
export async function newConverter(product: Product, name: string, owed = 1): Promise<Converter> {
  const customer = await newCustomer(product);
  return { name, owed, customer, order: await placeOrder(product, customer.token, PAIR) };
}

/** A new merchant with a link and one open payment by it, unpaid yet. */
export async function newMerchant(product: Product, name: string, pair = PAYMENT_PAIR): Promise<Merchant> {
  const customer = await newCustomer(product);
  const link = await newLink(product, customer.token);
  return { name, owed: 1, customer, payment: await openPayment(product, link.id, pair) };
}

/** A new customer with a balance. */
export async function newDepositor(
  product: Product,
  { currency, network, amount }: { currency: string; network: string; amount: string },
): Promise<{ customer: Customer; address: string }> {
  const { call, sandbox } = product;
  const customer = await newCustomer(product);
  const { token } = customer;
  const { data } = await call(endpoints.wallets.create, { token, params: { currency }, query: { network } });
  await sandbox.pay(network, currency, data.depositAddress, amount);
  await sandbox.mine(network, CONFIRMATIONS);
  await eventually(`${amount} ${currency} are in the balance`, async () => {
    const wallets = await call(endpoints.wallets.list, { token });
    return wallets.data.some(({ balance }) => balance === amount);
  });
  return { customer, address: data.depositAddress };
}

/** Sends each what is missing of its order; no block has it yet. */
export async function payOrders({ sandbox }: Product, converters: readonly Converter[]): Promise<void> {
  for (const { order } of converters) {
    await sandbox.pay(order.network, order.fromCurrency, order.depositAddress, order.missingAmount);
  }
}

/** Approves each as the first administrator. */
export async function approve({ call }: Product, ...converters: readonly Converter[]): Promise<void> {
  const token = await adminToken(call);
  for (const { order } of converters) {
    await call(endpoints.adminOrders.decide, { token, params: { id: order.id }, body: { status: 'approved' } });
  }
}

/** Declines one as the first administrator: its coins go back to the balance. */
export async function decline({ call }: Product, { order }: Converter): Promise<void> {
  const body = { status: 'declined' as const, reason: 'Not now' };
  await call(endpoints.adminOrders.decide, { token: await adminToken(call), params: { id: order.id }, body });
}

/** Has the payout of each tried again, as the first administrator. */
export async function retry({ call }: Product, ...converters: readonly Converter[]): Promise<void> {
  const token = await adminToken(call);
  for (const { order } of converters) {
    await call(endpoints.adminOrders.retryPayout, { token, params: { id: order.id }, body: { reason: 'Looked at' } });
  }
}

/**
 * Has the bank asked about each now, as the first administrator, without the growing pause; an ended one is skipped.
 */
export async function ask({ call }: Product, ...orderIds: readonly string[]): Promise<void> {
  const token = await adminToken(call);
  for (const id of orderIds)
    await call(endpoints.adminOrders.askPayout, { token, params: { id } }).catch(() => undefined);
}

/** Waits until each order matches. */
export async function until(
  product: Product,
  what: string,
  isSo: (order: OrderDetail) => boolean,
  ...converters: readonly Converter[]
): Promise<void> {
  await Promise.all(
    converters.map(({ customer, order, name }) =>
      orderWhere(product, customer.token, order.id, `${name} is ${what}`, isSo),
    ),
  );
}

/** A customer's refunds, newest first. */
export const refundsOf = async ({ call }: Product, token: string): Promise<Refund[]> =>
  (await call(endpoints.refunds.list, { token })).data.refunds;

/** Asks for a refund of coins of the balance; answers it. */
export async function askRefund(
  { call }: Product,
  token: string,
  refund: { asset: string; amount: string; address: string },
): Promise<Refund> {
  return (await call(endpoints.refunds.request, { token, body: { ...refund, password: PASSWORD } })).data;
}

/** Decides on a refund as the first administrator. */
export async function decideRefund(
  { call }: Product,
  { id }: Refund,
  status: 'approved' | 'declined' = 'approved',
): Promise<void> {
  const reason = status === 'declined' ? 'Asked for by mistake' : null;
  await call(endpoints.refunds.decide, { token: await adminToken(call), params: { id }, body: { status, reason } });
}

/** The transfers to an account that the bank executed and did not return. */
export async function paidTo(product: Product, { customer }: Payable): Promise<number> {
  return (await transfersTo(product, customer)).filter(({ status }) => status === 'success').length;
}
