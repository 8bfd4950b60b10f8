import { endpoints } from '@kobogate/contract';
import { expect } from '@playwright/test';
import { newCustomer, transfersTo } from '../customer.ts';
import { newLink, openPayment } from '../payer.ts';
import { adminToken } from '../people.ts';
import type { Product } from '../product.ts';
import type { After } from './after.ts';
import { type Payable, PAYMENT_PAIR } from './actors.ts';
import type { Before, Refunded } from './before.ts';
import { type Desk, run } from './refunds.ts';

/** A row of the drill's table; what a row does not count is left out. */
export interface Outcome {
  readonly made: number;
  /** How many of them are in the backup. */
  readonly restored?: number;
  readonly once?: number;
  readonly twice?: number;
  readonly lost?: number;
  readonly stuck?: number;
  /** Each fault, in words. */
  readonly wrong: readonly string[];
}

/**
 * Counts by what the bank itself executed: each account has to have been paid as often as its owner was owed,
 * independent of the books of both databases. A payout that is still open after everything has ended is stuck.
 */
export async function countNaira(product: Product, before: Before, after: After): Promise<Outcome> {
  const old: readonly Payable[] = [...before.orders.all, ...before.payments.all];
  const owed = new Map<string, { payable: Payable; times: number }>();
  for (const payable of [...old, ...after.paid]) {
    const { accountNumber } = payable.customer;
    owed.set(accountNumber, { payable, times: (owed.get(accountNumber)?.times ?? 0) + payable.owed });
  }
  const wrong: string[] = [];
  let [once, twice, stuck] = [0, 0, 0];
  for (const { payable, times } of owed.values()) {
    const transfers = await transfersTo(product, payable.customer);
    const kept = transfers.filter(({ status }) => status === 'success').length;
    once += Math.min(kept, times);
    twice += Math.max(0, kept - times);
    stuck += Math.max(0, times - kept);
    if (kept !== times) wrong.push(`${payable.name}: owed ${times} times, paid ${kept} times`);
  }
  const made = [...old, ...after.paid].reduce((sum, { owed: times }) => sum + times, 0);
  return { made, restored: old.reduce((sum, { owed: times }) => sum + times, 0), once, twice, stuck, wrong };
}

/** Counts by the chains' own balance at each refund address. */
export async function countRefunds({ sandbox }: Product, before: Before, after: After): Promise<Outcome> {
  const all: readonly Refunded[] = [...before.refunds.all, ...after.refunds];
  const wrong: string[] = [];
  let [once, twice, stuck] = [0, 0, 0];
  for (const { name, refund, network, currency, isDue } of all) {
    const net = Number((Number(refund.amount) - Number(refund.fee)).toFixed(8));
    const times = Math.round(Number(await sandbox.balance(network, currency, refund.address)) / net);
    const due = isDue ? 1 : 0;
    once += Math.min(times, due);
    twice += Math.max(0, times - due);
    stuck += Math.max(0, due - times);
    if (times !== due) wrong.push(`${name}: due ${due} times, sent ${times} times`);
  }
  const dueOf = (some: readonly Refunded[]): number => some.filter(({ isDue }) => isDue).length;
  return { made: dueOf(all), restored: dueOf(before.refunds.all), once, twice, stuck, wrong };
}

/** Every address that was ever shown to a customer, by network and coin. */
export interface Given {
  readonly network: string;
  readonly currency: string;
  readonly address: string;
}

/** All addresses of these customers so far, by the product's own answer. */
export async function addressesOf({ call }: Product, before: Before, after: After): Promise<Given[]> {
  const people = [
    ...[...before.orders.all, ...before.payments.all, ...before.refunds.all, ...after.paid].map(
      ({ customer }) => customer,
    ),
    before.saver,
    after.depositor,
  ];
  const wallets = await Promise.all(
    [...new Set(people)].map(async ({ token }) => (await call(endpoints.wallets.list, { token })).data),
  );
  const payments = [...before.payments.all, ...after.paid].flatMap((one) => ('payment' in one ? [one.payment] : []));
  return [
    ...wallets.flat().map(({ network, currency, depositAddress }) => ({ network, currency, address: depositAddress })),
    ...payments.map(({ network, currency, address }) => ({ network, currency, address })),
  ];
}

/**
 * Compares the chains' balance at every address that was ever given out with the books': a difference is lost,
 * or made up. The books' own comparison of treasury and chain has to agree too.
 */
export async function countCoins(desk: Desk, given: readonly Given[]): Promise<Outcome & { report: string }> {
  const { sandbox } = desk.product;
  const report = await run(desk, 'reconcile');
  const atAddresses = new Map<string, number>();
  const once = new Map(given.map((one) => [`${one.currency}@${one.network} ${one.address}`, one]));
  for (const { network, currency, address } of once.values()) {
    const asset = `${currency}@${network}`;
    const amount = Number(await sandbox.balance(network, currency, address));
    atAddresses.set(asset, (atAddresses.get(asset) ?? 0) + amount);
  }
  const wrong: string[] = [];
  for (const [asset, amount] of atAddresses) {
    const booked = Number(new RegExp(`^${asset} custody: ledger ([\\d.]+)`, 'm').exec(report)?.[1] ?? 'NaN');
    if (Math.abs(booked - amount) < 1e-9) continue;
    wrong.push(`${asset}: the chain has ${amount} at addresses that were given out, the books ${booked}`);
  }
  return { made: once.size, lost: wrong.length, wrong, report };
}

/** Gives new addresses out, of each family, and counts those that another customer already has. */
export async function countGivenTwice(product: Product, given: readonly Given[]): Promise<Outcome> {
  const { call } = product;
  const customer = await newCustomer(product);
  const { token } = customer;
  const fresh: string[] = [];
  for (const [currency, network] of [
    ['USDT', 'bsc'],
    ['BTC', 'mainnet'],
    ['ADA', 'cardano'],
    ['DOT', 'polkadot'],
    ['USDT', 'solana'],
  ] as const) {
    const { data } = await call(endpoints.wallets.create, { token, params: { currency }, query: { network } });
    fresh.push(data.depositAddress);
  }
  const link = await newLink(product, token);
  for (const pair of [PAYMENT_PAIR, { currency: 'USDT', network: 'solana' }]) {
    fresh.push((await openPayment(product, link.id, pair)).address);
  }
  const known = new Set(given.map(({ address }) => address));
  const wrong = fresh.filter((address) => known.has(address));
  const made = known.size + fresh.length;
  return { made, once: made - wrong.length, twice: wrong.length, wrong };
}

/** Verifies the ledger, and lists the differences. */
export async function expectSound({ call }: Product): Promise<void> {
  const { data } = await call(endpoints.admin.verifyLedger, { token: await adminToken(call) });
  expect(data.differences).toEqual([]);
}

/** The drill's table, for the test's output, with the faults. Pure. */
export function drawTable(rows: Readonly<Record<string, Outcome>>): string {
  const columns = ['made', 'restored', 'once', 'twice', 'lost', 'stuck'] as const;
  const head = ['', 'made', 'restored', 'paid once', 'twice', 'lost', 'stuck'];
  const cellsOf = (row: Outcome): string[] => columns.map((column) => String(row[column] ?? '–'));
  const lines = Object.entries(rows).map(([name, row]) => [name].concat(cellsOf(row)));
  const drawn = [head, ...lines].map(
    ([name = '', ...cells]) => name.padEnd(12) + cells.map((cell) => cell.padStart(10)).join(''),
  );
  return [...drawn, ...Object.values(rows).flatMap(({ wrong }) => wrong)].join('\n');
}
