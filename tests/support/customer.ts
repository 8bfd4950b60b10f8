import { randomInt, randomUUID } from 'node:crypto';
import { endpoints, type Order, type OrderDetail } from '@kobogate/contract';
import { PASSWORD, type Person, signUp } from './people.ts';
import { CONFIRMATIONS, type Product } from './product.ts';
import { eventually } from './wait.ts';

/** A customer's payout account. */
export interface Payee {
  readonly accountNumber: string;
  readonly bankCode: string;
}
export interface Customer extends Person, Payee {}

type Service = Pick<Product, 'call' | 'sandbox'>;

/** Saves a payout account whose name the bank confirms. */
export async function giveBankAccount({ call, sandbox }: Service, token: string): Promise<Payee> {
  const { data: banks } = await call(endpoints.bankAccounts.listBanks, { token });
  const bank = banks.find(({ bank_name: name }) => /^access/i.test(name)) ?? banks[0];
  if (bank === undefined) throw new Error('there is no bank to pay to');
  const account = {
    accountNumber: String(randomInt(1_000_000_000, 9_999_999_999)),
    bankCode: bank.bank_code,
    accountName: 'SAMPLE PERSON',
  };
  await sandbox.tellOfAccount(account);
  await call(endpoints.bankAccounts.save, {
    token,
    body: { accountNumber: account.accountNumber, bankName: bank.bank_name, accountName: 'Sample Person' },
  });
  return { accountNumber: account.accountNumber, bankCode: account.bankCode };
}

/** The bank closes a payout account: no transfer reaches it any more. */
export const closeAccount = (
  { sandbox }: Pick<Service, 'sandbox'>,
  { accountNumber, bankCode }: Payee,
): Promise<void> => sandbox.tellOfAccount({ accountNumber, bankCode, accountName: 'SAMPLE PERSON', isClosed: true });

/** Saves another payout account at the same bank, whose name it confirms. */
export async function changeAccount({ call, sandbox }: Service, { token, ...before }: Customer): Promise<Payee> {
  const { data: saved } = await call(endpoints.bankAccounts.getMine, { token });
  const payee = { accountNumber: String(randomInt(1_000_000_000, 9_999_999_999)), bankCode: before.bankCode };
  await sandbox.tellOfAccount({ ...payee, accountName: 'SAMPLE PERSON' });
  const { bankName = '', accountName = '' } = saved ?? {};
  const body = { accountNumber: payee.accountNumber, bankName, accountName, password: PASSWORD };
  await call(endpoints.bankAccounts.save, { token, body });
  return payee;
}

/** An order whose payout failed because the bank has closed its customer's account. */
export async function refusedOrder(
  product: Service,
  customer: Customer,
  admin: string,
  pair = { currency: 'USDT', network: 'bsc', amount: '25' },
): Promise<Order> {
  await closeAccount(product, customer);
  const order = await placeOrder(product, customer.token, pair);
  await payAndMine(product, order);
  await orderWhere(product, customer.token, order.id, 'funded', ({ funding }) => funding === 'funded');
  await product.call(endpoints.adminOrders.decide, {
    token: admin,
    params: { id: order.id },
    body: { status: 'approved' },
  });
  await orderWhere(product, customer.token, order.id, 'failed', ({ payout }) => payout === 'failed');
  return order;
}

/** Signs up a customer whose payout account the bank confirms. */
export async function newCustomer(service: Service): Promise<Customer> {
  const person = await signUp(service);
  return { ...person, ...(await giveBankAccount(service, person.token)) };
}

/** Makes the wallet of a pair, and an order for an amount at a rate held by a quote. */
export async function placeOrder(
  { call }: Service,
  token: string,
  {
    currency,
    network,
    amount,
    key = randomUUID(),
  }: { currency: string; network: string; amount: string; key?: string | undefined },
): Promise<Order> {
  await call(endpoints.wallets.create, { token, params: { currency }, query: { network } });
  const { data: quote } = await call(endpoints.orders.quote, { token, body: { currency, network } });
  return call(endpoints.orders.convert, {
    token,
    body: { fromCurrency: currency, fromAmount: amount, network, quoteId: quote.id },
    headers: { 'idempotency-key': key },
  });
}

/** The order once it matches, for example is paid. */
export function orderWhere(
  { call }: Pick<Service, 'call'>,
  token: string,
  id: string,
  what: string,
  isSo: (order: OrderDetail) => boolean,
): Promise<OrderDetail> {
  return eventually(`order ${id}: ${what}`, async () => {
    const { data } = await call(endpoints.orders.getConversion, { token, params: { id } });
    if (isSo(data)) return data;
    throw new Error(`${data.status}, ${data.funding}, ${data.payout}; ${data.timeline.at(-1)?.text ?? ''}`);
  });
}

/** Pays what is missing of an order on its chain, and mines until the payment is final. Answers the transaction. */
export async function payAndMine({ sandbox }: Pick<Service, 'sandbox'>, order: Order): Promise<string> {
  const { network, fromCurrency, depositAddress, missingAmount } = order;
  const transaction = await sandbox.pay(network, fromCurrency, depositAddress, missingAmount);
  await sandbox.mine(network, CONFIRMATIONS);
  return transaction;
}

/** The transfers to one account that the bank has executed or is executing. */
export async function transfersTo({ sandbox }: Pick<Service, 'sandbox'>, { accountNumber, bankCode }: Payee) {
  const all = await sandbox.transfers();
  return all.filter((transfer) => transfer.accountNumber === accountNumber && transfer.bankCode === bankCode);
}
