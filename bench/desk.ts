import { setTimeout as delay } from 'node:timers/promises';
import { createTemporaryFolder } from '@kobogate/testkit/platform/temporary-folder.ts';
import { silentLog } from '@kobogate/testkit/platform/log.ts';
import { endpoints, nairaOfKobo, type Order, TOKEN_STORAGE_KEY } from '@kobogate/contract';
import { chromium, type Page } from '@playwright/test';
import { openDatabase } from '../apps/server/src/platform/database.ts';
import { startEmbeddedPostgres } from '../apps/server/src/platform/embedded-postgres.ts';
import { BROWSER_FLAGS, findChromium } from '../tests/support/browser.ts';
import { newCustomer, orderWhere, placeOrder } from '../tests/support/customer.ts';
import { adminToken } from '../tests/support/people.ts';
import { CONFIRMATIONS, type Product, startProduct } from '../tests/support/product.ts';
import { eventually } from '../tests/support/wait.ts';
import { allowPlenty } from './lib/books.ts';
import { type Answer, pressUntil } from './lib/keys.ts';
import { writeResult } from './lib/results.ts';
import { median, percentile } from './lib/statistics.ts';

const ORDERS = Number(process.env['BENCH_ORDERS'] ?? 50);
const CUSTOMERS = 10;
/** What an officer takes to read an order at the least: three hundred a day leave a minute and a half for each. */
const READING_MS = 2_000;
/** From a key to its answer on screen; and what a decision takes of an officer's time besides reading. */
const LIMITS = { answerMs: 100, decisionSeconds: 1 };
const DESK = '/admin/dashboard?tab=orders&status=pending&coins=arrived&sort=oldest';
const PAID_WITHIN_MS = 5 * 60_000;

/** How long an officer waits at each step of one decision, in milliseconds. */
interface Decision {
  /** From `a` to the order in the dialog. */
  readonly asked: number;
  /** From Enter to the decided row, with the evidence of the next order beside it. */
  readonly shown: number;
  /** From Enter to the server's answer, which offers to take it back. */
  readonly saved: number;
  /** All of it. */
  readonly whole: number;
}

/**
 * Conversions whose coins are there, decided one after the other by keyboard alone in a real browser, through the built
 * server to the bank: `a` opens the decision on the order whose evidence is beside the list, Enter decides, and the next
 * one opens by itself. Each time ends with a picture that has the answer. Throws where an order was not paid once.
 */
export async function bench(): Promise<void> {
  const folder = await createTemporaryFolder('bench');
  const embedded = await startEmbeddedPostgres({ dataDir: folder.path, log: silentLog });
  const { host, port, user, database: name } = embedded.address;
  const url = `postgres://${user}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`;
  const product = await startProduct({ environment: async () => ({ DATABASE_URL: url }) });
  const database = await openDatabase({ url: embedded.address, maxConnections: 2, log: silentLog });
  const browser = await chromium.launch({ executablePath: await findChromium('people'), args: BROWSER_FLAGS });
  try {
    await allowPlenty(database);
    const [hurried, read] = [await fundedOrders(product), await fundedOrders(product)];
    const token = await adminToken(product.call);
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    await context.addInitScript(([key, value]) => localStorage.setItem(key, value), [
      TOKEN_STORAGE_KEY,
      token,
    ] as const);
    const page = await context.newPage();
    await page.goto(product.origin + DESK);
    const decisions = await decideAll(page, hurried, { readingMs: 0 });
    const unhurried = await decideAll(page, read, { readingMs: READING_MS });
    await expectPaid(product, [...hurried, ...read]);
    await report(decisions, unhurried);
  } finally {
    await browser.close();
    await database.close();
    await product.stop();
    await embedded.stop();
    await folder.remove();
  }
}

/** The orders, oldest first. */
async function fundedOrders(product: Product): Promise<Order[]> {
  const { sandbox } = product;
  const made: { readonly token: string; readonly order: Order }[] = [];
  for (let count = 0; count < CUSTOMERS; count += 1) {
    const { token } = await newCustomer(product);
    for (let at = 0; at < ORDERS / CUSTOMERS; at += 1) {
      // Each of another amount, by which it is known on the screen.
      const amount = `${20 + made.length}.5`;
      made.push({ token, order: await placeOrder(product, token, { currency: 'USDT', network: 'bsc', amount }) });
    }
  }
  for (const { order } of made) {
    await sandbox.pay(order.network, order.fromCurrency, order.depositAddress, order.missingAmount);
  }
  await sandbox.mine('bsc', CONFIRMATIONS);
  for (const { token, order } of made) {
    await orderWhere(product, token, order.id, 'funded', ({ funding }) => funding === 'funded');
  }
  return made.map(({ order }) => order);
}

/** Decides the orders, oldest first, each after `readingMs` during which the server may do what came of those before. */
async function decideAll(
  page: Page,
  orders: readonly Order[],
  { readingMs }: { readonly readingMs: number },
): Promise<Decision[]> {
  const [first] = orders;
  if (first === undefined) throw new Error('there is nothing to decide');
  await page.locator(`[data-order="${first.id}"]`).click();
  await page.getByRole('complementary').filter({ hasText: first.id }).waitFor();
  const decisions: Decision[] = [];
  for (const [index, order] of orders.entries()) {
    const coins = `${order.fromAmount} ${order.fromCurrency}`;
    await delay(readingMs);
    const began = performance.now();
    const [asked = 0] = await pressUntil(page, 'a', [{ dialog: coins }]);
    const next = orders[index + 1]?.id;
    const decided: Answer = { decided: order.id, ...(next === undefined ? {} : { beside: next }) };
    const [shown = 0, saved = 0] = await pressUntil(page, 'Enter', [
      decided,
      { ...decided, said: `Approved: .*${nairaOfKobo(order.nairaKobo)}` },
    ]);
    decisions.push({ asked, shown, saved, whole: performance.now() - began });
  }
  return decisions;
}

/** Every order is at the bank, once and with its naira. */
async function expectPaid({ sandbox, call }: Product, orders: readonly Order[]): Promise<void> {
  const wanted = orders.map(({ nairaKobo }) => nairaKobo).toSorted();
  await eventually(
    'every order is paid',
    async () => {
      const paid = (await sandbox.transfers()).map(({ amountKobo }) => String(amountKobo)).toSorted();
      if (JSON.stringify(paid) !== JSON.stringify(wanted)) throw new Error(`${paid.length} of ${wanted.length}`);
      return true;
    },
    { limitMs: PAID_WITHIN_MS },
  );
  const { data } = await call(endpoints.admin.verifyLedger, { token: await adminToken(call) });
  if (!data.ok) throw new Error(data.differences.join('\n'));
}

async function report(decisions: readonly Decision[], unhurried: readonly Decision[]): Promise<void> {
  const of = (part: keyof Decision, from = decisions): number[] => from.map((decision) => decision[part]);
  const figure = (what: string, times: readonly number[]) => ({
    what,
    value: percentile(times, 95),
    unit: 'ms',
    goal: { atMost: LIMITS.answerMs },
    and: [
      { what: 'median', value: median(times), unit: 'ms' },
      { what: 'longest', value: percentile(times, 100), unit: 'ms' },
    ],
  });
  await writeResult('desk', {
    rounds: 1,
    figures: [
      {
        what: `${decisions.length} orders decided by keyboard alone, the reading left out: a decision`,
        value: of('whole').reduce((sum, ms) => sum + ms, 0) / decisions.length / 1000,
        unit: 's',
        goal: { atMost: LIMITS.decisionSeconds },
      },
      figure('… from the key to the order in its dialog, 95th percentile', of('asked')),
      figure('… from the key to the decided row and the next order’s evidence', of('shown')),
      figure('… from the key to the server’s answer on screen', of('saved')),
      figure(`… the same where each is read for ${READING_MS / 1000} s`, of('saved', unhurried)),
    ],
    details: { decisions, unhurried },
  });
}
