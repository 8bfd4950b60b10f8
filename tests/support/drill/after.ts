import { endpoints } from '@kobogate/contract';
import { type Customer, orderWhere, placeOrder } from '../customer.ts';
import { openPayment, payPayment, paymentWhere } from '../payer.ts';
import { CONFIRMATIONS, type Product } from '../product.ts';
import {
  approve,
  ask,
  askRefund,
  type Converter,
  decideRefund,
  type Merchant,
  newConverter,
  newDepositor,
  newMerchant,
  PAIR,
  PAYMENT_PAIR,
  payOrders,
  retry,
  until,
} from './actors.ts';
import { eventually } from '../wait.ts';
import { type Before, evmPayee, type Refunded, setBanks } from './before.ts';
import { type Desk, mineUntilFinal, planAndSign, sendPlan } from './refunds.ts';

/** What comes to an address that only the lost books knew, after the restore. */
export const LATE = { currency: 'USDC', network: 'ethereum', amount: '7' };

const SOLANA_PAIR = { currency: 'USDT', network: 'solana' };

/** What happened after the backup, and is not in it. */
export interface After {
  /** Owed and paid: to new customers, and to earlier ones once more. */
  readonly paid: readonly (Converter | Merchant)[];
  readonly refunds: readonly Refunded[];
  /** Put 0.03 BTC into a new balance, and was given an address for `LATE` that nothing came to yet. */
  readonly depositor: Customer;
}

/** Makes everything that the backup's books do not know. All of it is completed before the restore. */
export async function everythingAfter(desk: Desk, before: Before): Promise<After> {
  const { product } = desk;
  await setBanks(product, false);
  const [, , refunds, news] = await Promise.all([
    endOrders(product, before),
    endPayments(product, before),
    endRefunds(desk, before),
    newTraffic(product, before),
  ]);
  return { ...news, refunds };
}

/** Two still wait: `waiting on` and `failed on`; nothing happened to them. */
async function endOrders(product: Product, { orders }: Before): Promise<void> {
  const { sandbox } = product;
  await payOrders(product, [orders.get('awaiting'), orders.get('approved early')]);
  await sandbox.mine(PAIR.network, CONFIRMATIONS);
  const late = [orders.get('awaiting'), orders.get('confirming')];
  await until(product, 'funded', ({ funding }) => funding === 'funded', ...late);
  await approve(product, ...late, orders.get('waiting'));
  await retry(product, orders.get('failed'), orders.get('reversed'));
  await untilAnswered(product, orders.get('sent'), orders.get('unknown'));
  const ended = orders.all.filter(({ name }) => !['waiting on', 'failed on', 'declined'].includes(name));
  await until(product, 'paid', ({ payout }) => payout === 'paid', ...ended);
}

/** Waits until the bank has confirmed each as paid, asking again and again without the pause. */
async function untilAnswered(product: Product, ...converters: readonly Converter[]): Promise<void> {
  await eventually('the bank has said that they are paid', async () => {
    await ask(product, ...converters.map(({ order }) => order.id));
    const found = await Promise.all(
      converters.map(({ customer: { token }, order: { id } }) =>
        product.call(endpoints.orders.getConversion, { token, params: { id } }),
      ),
    );
    return found.every(({ data }) => data.payout === 'paid');
  });
}

async function endPayments(product: Product, { payments }: Before): Promise<void> {
  const { sandbox } = product;
  await payPayment(product, payments.get('link unpaid').payment);
  const { id } = payments.get('link underpaid').payment;
  const short = await paymentWhere(product, id, 'short', ({ state }) => state === 'underpaid');
  await payPayment(product, short);
  await sandbox.mine(PAYMENT_PAIR.network, CONFIRMATIONS);
  await Promise.all(
    payments.all.map(({ payment }) => paymentWhere(product, payment.id, 'paid out', ({ payout }) => payout === 'paid')),
  );
}

/** Refunds that were asked for and approved before the backup are sent, and one that was asked for after it. */
async function endRefunds(desk: Desk, { refunds, saver }: Before): Promise<Refunded[]> {
  const { product } = desk;
  const ethereum = async (): Promise<Refunded[]> => {
    const { currency, network } = { currency: 'USDT', network: 'ethereum' };
    const asked = { asset: `${currency}@${network}`, amount: '20', address: evmPayee('c') };
    const refund = await askRefund(product, saver.token, asked);
    await decideRefund(product, refund);
    await decideRefund(product, refunds.get('refund requested').refund);
    await planAndSign(desk, network);
    await sendPlan(desk, network);
    await mineUntilFinal(desk, network, saver.token);
    await mineUntilFinal(desk, network, refunds.get('refund requested').customer.token);
    return [{ name: 'refund unknown', customer: saver, network, currency, refund, isDue: true }];
  };
  const bitcoin = async (): Promise<void> => {
    await planAndSign(desk, 'mainnet');
    await sendPlan(desk, 'mainnet');
    await mineUntilFinal(desk, 'mainnet', refunds.get('refund approved').customer.token);
  };
  const cardano = async (): Promise<void> => {
    await sendPlan(desk, 'cardano');
    await mineUntilFinal(desk, 'cardano', refunds.get('refund planned').customer.token);
  };
  const polkadot = (): Promise<void> =>
    mineUntilFinal(desk, 'polkadot', refunds.get('refund under way').customer.token);
  const [news] = await Promise.all([ethereum(), bitcoin(), cardano(), polkadot()]);
  return news;
}

async function newTraffic(product: Product, before: Before): Promise<Pick<After, 'paid' | 'depositor'>> {
  const [converter, merchant, again, balance, { customer }] = await Promise.all([
    newOrderPaid(product),
    newPaymentPaid(product),
    oldLinkPaidAgain(product, before),
    balanceConverted(product, before),
    newDepositor(product, { currency: 'BTC', network: 'mainnet', amount: '0.03' }),
  ]);
  const { currency, network } = LATE;
  await product.call(endpoints.wallets.create, {
    token: customer.token,
    params: { currency },
    query: { network },
  });
  return { paid: [converter, merchant, again, balance], depositor: customer };
}

async function newOrderPaid(product: Product): Promise<Converter> {
  const converter = await newConverter(product, 'new order');
  await payOrders(product, [converter]);
  await product.sandbox.mine(PAIR.network, CONFIRMATIONS);
  await until(product, 'funded', ({ funding }) => funding === 'funded', converter);
  await approve(product, converter);
  await until(product, 'paid', ({ payout }) => payout === 'paid', converter);
  return converter;
}

async function newPaymentPaid(product: Product): Promise<Merchant> {
  const merchant = await newMerchant(product, 'new link', SOLANA_PAIR);
  await payPayment(product, merchant.payment);
  await paymentWhere(product, merchant.payment.id, 'paid out', ({ payout }) => payout === 'paid');
  return merchant;
}

/** A payment that was opened by a link of the backup, at an address that is not in it. */
async function oldLinkPaidAgain(product: Product, { payments }: Before): Promise<Merchant> {
  const { customer, payment: first } = payments.get('link paid');
  const payment = await openPayment(product, first.linkId, PAYMENT_PAIR);
  await payPayment(product, payment);
  await paymentWhere(product, payment.id, 'paid out', ({ payout }) => payout === 'paid');
  // With the one before, two are owed to this account.
  return { name: 'old link again', customer, owed: 1, payment };
}

/** Coins that are in a customer's balance in the backup have become naira since. */
async function balanceConverted(product: Product, { orders }: Before): Promise<Converter> {
  const { customer } = orders.get('declined');
  const order = await placeOrder(product, customer.token, PAIR);
  const converter = { name: 'balance converted', customer, owed: 1, order };
  await orderWhere(product, customer.token, order.id, 'funded', ({ funding }) => funding === 'funded');
  await approve(product, converter);
  await until(product, 'paid', ({ payout }) => payout === 'paid', converter);
  return converter;
}
