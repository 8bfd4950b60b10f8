import type { Refund } from '@kobogate/contract';
import { expect } from '@playwright/test';
import { type Customer, transfersTo } from '../customer.ts';
import { payPayment, paymentWhere } from '../payer.ts';
import { CONFIRMATIONS, type Product } from '../product.ts';
import { bitcoinPayee, evmTreasury } from '../treasury.ts';
import { eventually } from '../wait.ts';
import {
  approve,
  askRefund,
  type Converter,
  decideRefund,
  decline,
  type Merchant,
  newConverter,
  newDepositor,
  newMerchant,
  PAIR,
  PAYMENT_PAIR,
  payOrders,
  refundsOf,
  until,
} from './actors.ts';
import { type Desk, mineUntilFinal, planAndSign, run, sendPlan } from './refunds.ts';

const RAILS = ['budpay', 'paystack', 'flutterwave', 'flutterwave-v4', 'monnify'];

/** A customer whose coins are to be sent back once, or never: to an address that nothing else is sent to. */
export interface Refunded {
  readonly name: string;
  readonly customer: Customer;
  readonly network: string;
  readonly currency: string;
  readonly refund: Refund;
  readonly isDue: boolean;
}

/** Every kind of traffic by its name, which is the state at the backup. */
export interface Before {
  readonly orders: Found<Converter>;
  readonly payments: Found<Merchant>;
  readonly refunds: Found<Refunded>;
  /** Has 60 USDT on Ethereum in the balance, and no request yet. */
  readonly saver: Customer;
}

/** Some, by name. */
export interface Found<Thing> {
  get(name: string): Thing;
  readonly all: readonly Thing[];
}

/** Some, by the name that each has. */
export const foundBy = <Thing extends { readonly name: string }>(all: readonly Thing[]): Found<Thing> => ({
  all,
  get: (name) => {
    const found = all.find((thing) => thing.name === name);
    if (found === undefined) throw new Error(`there is no ${name}`);
    return found;
  },
});

const ORDERS = [
  'awaiting',
  'confirming',
  'waiting',
  'waiting on',
  'approved early',
  'queued',
  'sent',
  'unknown',
  'paid',
  'failed',
  'failed on',
  'reversed',
  'declined',
];
const PAYMENTS = ['link unpaid', 'link confirming', 'link underpaid', 'link paid'];

/** The bank answers no call, or every call again. */
export async function setBanks({ sandbox }: Product, isDown: boolean): Promise<void> {
  for (const rail of RAILS) await sandbox.behave(isDown ? 'down' : 'success', isDown ? 1_000_000 : 1, rail);
}

/** Makes every state that a backup can contain. At its end the banks are down, so that open payouts stay open. */
export async function everythingBefore(desk: Desk): Promise<Before> {
  const { product } = desk;
  const [orders, payments, refunds, saver] = await Promise.all([
    Promise.all(ORDERS.map((name) => newConverter(product, name, name === 'declined' ? 0 : 1))),
    Promise.all(PAYMENTS.map((name) => newMerchant(product, name))),
    makeRefunds(desk),
    newDepositor(product, { currency: 'USDT', network: 'ethereum', amount: '60' }),
  ]);
  const before = {
    orders: foundBy(orders),
    payments: foundBy(payments),
    refunds: foundBy(refunds),
    saver: saver.customer,
  };
  await bringPaymentsThere(product, before);
  await bringOrdersThere(product, before);
  return before;
}

async function bringPaymentsThere(product: Product, { payments }: Before): Promise<void> {
  const { sandbox } = product;
  await payPayment(product, payments.get('link paid').payment);
  await payPayment(product, payments.get('link underpaid').payment, '1');
  const { id } = payments.get('link paid').payment;
  await paymentWhere(product, id, 'paid out', ({ payout }) => payout === 'paid');
  await paymentWhere(product, payments.get('link underpaid').payment.id, 'short', ({ state }) => state === 'underpaid');
  const { address, missing } = payments.get('link confirming').payment;
  await sandbox.pay(PAYMENT_PAIR.network, PAYMENT_PAIR.currency, address, missing);
  await sandbox.mine(PAYMENT_PAIR.network, 1);
}

async function bringOrdersThere(product: Product, { orders }: Before): Promise<void> {
  const { sandbox } = product;
  const [early, declined] = [orders.get('approved early'), orders.get('declined')];
  const funded = orders.all.filter(({ name }) => !['awaiting', 'confirming', 'approved early'].includes(name));
  await approve(product, early);
  await payOrders(product, funded);
  await sandbox.mine(PAIR.network, CONFIRMATIONS);
  await until(product, 'funded', ({ funding }) => funding === 'funded', ...funded);
  await decline(product, declined);

  const failing = [orders.get('failed'), orders.get('failed on')];
  await sandbox.behave('fail', failing.length);
  await approve(product, ...failing);
  await until(product, 'failed', ({ payout }) => payout === 'failed', ...failing);
  await sandbox.behave('reverse', 1);
  await approve(product, orders.get('reversed'));
  await until(product, 'reversed', ({ payout }) => payout === 'reversed', orders.get('reversed'));
  await approve(product, orders.get('paid'));
  await until(product, 'paid', ({ payout }) => payout === 'paid', orders.get('paid'));

  await payOrders(product, [orders.get('confirming')]);
  await sandbox.mine(PAIR.network, 1);
  const [unknown, sent, queued] = [orders.get('unknown'), orders.get('sent'), orders.get('queued')];
  await sandbox.behave('timeout-then-success', 1);
  await approve(product, unknown);
  await until(product, 'under way', ({ payout }) => payout === 'sent' || payout === 'unknown', unknown);
  await eventually('the bank has it', async () => (await transfersTo(product, unknown.customer)).length > 0);
  await approve(product, sent);
  await until(product, 'sent', ({ payout }) => payout === 'sent', sent);
  // It is called sent before the bank is called, and a bank that is down by then never has it.
  await eventually('the bank has it too', async () => (await transfersTo(product, sent.customer)).length > 0);
  await setBanks(product, true);
  await approve(product, queued);
  await until(product, 'queued', ({ payout }) => payout === 'queued', queued);
}

/** A refund in each state, network by network, side by side. */
async function makeRefunds(desk: Desk): Promise<Refunded[]> {
  const { product } = desk;
  const bitcoin = async (): Promise<Refunded[]> => {
    const final = await ask(product, 'refund final', BTC, bitcoinPayee(0));
    await decideRefund(product, final.refund);
    await planAndSign(desk, 'mainnet');
    await sendPlan(desk, 'mainnet');
    await mineUntilFinal(desk, 'mainnet', final.customer.token);
    const approved = await ask(product, 'refund approved', BTC, bitcoinPayee(1));
    await decideRefund(product, approved.refund);
    return [final, approved];
  };
  const cardano = async (): Promise<Refunded[]> => {
    const planned = await ask(product, 'refund planned', ADA, CARDANO_PAYEE);
    await decideRefund(product, planned.refund);
    await planAndSign(desk, 'cardano');
    return [planned];
  };
  const polkadot = async (): Promise<Refunded[]> => {
    const sent = await ask(product, 'refund under way', DOT, POLKADOT_PAYEE);
    await decideRefund(product, sent.refund);
    await planAndSign(desk, 'polkadot');
    await sendPlan(desk, 'polkadot');
    expect((await refundsOf(product, sent.customer.token))[0]?.status).toMatch(/sent|seen/);
    return [sent];
  };
  const ethereum = async (): Promise<Refunded[]> => {
    await product.sandbox.pay('ethereum', 'ETH', evmTreasury(), '0.5');
    await product.sandbox.mine('ethereum', CONFIRMATIONS);
    await run(desk, 'top-up', 'ethereum');
    const requested = await ask(product, 'refund requested', USDT, evmPayee('a'));
    const declined = await ask(product, 'refund declined', USDT, evmPayee('b'));
    await decideRefund(product, declined.refund, 'declined');
    return [requested, { ...declined, isDue: false }];
  };
  return (await Promise.all([bitcoin(), cardano(), polkadot(), ethereum()])).flat();
}

const BTC = { currency: 'BTC', network: 'mainnet', amount: '0.02', back: '0.005' };
const ADA = { currency: 'ADA', network: 'cardano', amount: '50', back: '12' };
const DOT = { currency: 'DOT', network: 'polkadot', amount: '5', back: '2' };
const USDT = { currency: 'USDT', network: 'ethereum', amount: '40', back: '10' };

/**
 * Addresses without a key here: CIP-19's own example, a development phrase's, and made-up ones where any value is
 * valid.
 */
const CARDANO_PAYEE = 'addr1vx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzers66hrl8';
const POLKADOT_PAYEE = '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5';
export const evmPayee = (digit: string): string => `0x${digit.repeat(40)}`;

async function ask(product: Product, name: string, coins: typeof BTC, address: string): Promise<Refunded> {
  const { currency, network, back } = coins;
  const { customer } = await newDepositor(product, coins);
  const refund = await askRefund(product, customer.token, { asset: `${currency}@${network}`, amount: back, address });
  return { name, customer, network, currency, refund, isDue: true };
}
