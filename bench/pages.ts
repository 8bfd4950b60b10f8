import { createTemporaryFolder } from '../apps/server/src/platform/temporary-folder.ts';
import { endpoints, TOKEN_STORAGE_KEY } from '@kobogate/contract';
import { chromium } from '@playwright/test';
import lighthouse, { type Flags } from 'lighthouse';
import { BROWSER_FLAGS, findChromium } from '../tests/support/browser.ts';
import { createCall } from '../tests/support/http.ts';
import { freePort, type Product, startProduct } from './lib/product.ts';
import { serveStandIn } from './lib/stand-in-page.ts';
import { median, shuffled, table } from './lib/statistics.ts';

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5);
const SIGN_IN = '/login';
const PAGES = ['/', '/about', SIGN_IN, '/account/dashboard'];
/** As the table names it. */
const STAND_IN = 'stand-in: a peer’s checkout of 215 kB in 29 requests';
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

interface Reading {
  readonly scores: readonly number[];
  readonly lcpMs: number;
  readonly tbtMs: number;
  readonly cls: number;
  readonly bytes: number;
  readonly requests: number;
}

/**
 * Lighthouse on the built product as it sees a phone on slow 4G (its own simulation): the start page, a page of text,
 * signing in, the dashboard of somebody who is signed in, and the payer's page. That one is set beside signing in, a page of
 * the same product that a script draws in the browser, and beside a stand-in for a peer's checkout.
 */
export async function bench(): Promise<void> {
  const product = await startProduct(1);
  const profile = await createTemporaryFolder('bench-browser');
  const port = await freePort();
  const standIn = await serveStandIn();
  const context = await chromium.launchPersistentContext(profile.path, {
    executablePath: await findChromium(),
    args: [...BROWSER_FLAGS, `--remote-debugging-port=${port}`],
  });
  try {
    const page = await context.newPage();
    await page.goto(`${product.origin}/about`);
    await page.evaluate(([key, value]) => localStorage.setItem(key, value), [
      TOKEN_STORAGE_KEY,
      product.tokens[0] ?? '',
    ] as const);
    const payerPage = await makeLink(product);
    const names = [...PAGES, payerPage, STAND_IN];
    const urlOf = (name: string): string => (name === STAND_IN ? standIn.url : product.origin + name);
    const readings = new Map<string, Reading[]>(names.map((name) => [name, []]));
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const name of shuffled(names)) readings.get(name)?.push(await read(urlOf(name), port));
    }
    const head = ['page', ...CATEGORIES, 'LCP', 'TBT', 'CLS', 'transferred', 'requests'];
    process.stdout.write(
      `${table(
        head,
        [...readings].map(([path, all]) => rowOf(path, all)),
      )}\n\n`,
    );
    for (const peer of [SIGN_IN, STAND_IN]) {
      const line = ratios([payerPage, peer], readings.get(payerPage) ?? [], readings.get(peer) ?? []);
      process.stdout.write(`${line}\n`);
    }
  } finally {
    await context.close();
    standIn.stop();
    await product.stop();
    await profile.remove();
  }
}

/** Makes a payment link and answers the path of its page. */
async function makeLink({ origin, database, tokens }: Product): Promise<string> {
  const call = createCall(`${origin}/api`);
  // Administrators have links also while they are not offered to all.
  await database.query(`update app_user set is_admin = true where email like '%@kobogate.test'`);
  const { data: link } = await call(endpoints.paymentLinks.create, {
    token: tokens[0],
    body: { name: 'Sample Bakery', purpose: 'A sample purpose', amount: '25000', coins: ['USDT'] },
  });
  return `/custom-payment/${link.id}`;
}

/** What a page takes of what its peer takes, by the rounds' medians. */
function ratios([path, beside]: readonly [string, string], own: readonly Reading[], peer: readonly Reading[]): string {
  const of = (reading: (reading: Reading) => number): string =>
    (median(own.map(reading)) / median(peer.map(reading))).toFixed(2);
  const parts = [
    `LCP ${of(({ lcpMs }) => lcpMs)}`,
    `transferred ${of(({ bytes }) => bytes)}`,
    `requests ${of(({ requests }) => requests)}`,
  ];
  return `${path} beside ${beside}: ${parts.join(', ')}`;
}

async function read(url: string, port: number): Promise<Reading> {
  // It empties the cache each time and leaves the local storage: the visitor stays signed in.
  const flags: Flags = { port, onlyCategories: [...CATEGORIES], logLevel: 'error' };
  const result = await lighthouse(url, flags);
  if (result === undefined) throw new Error(`Lighthouse has nothing to say of ${url}`);
  const { audits, categories } = result.lhr;
  const value = (audit: string): number => audits[audit]?.numericValue ?? Number.NaN;
  const requests = audits['network-requests']?.details;
  return {
    scores: CATEGORIES.map((name) => (categories[name]?.score ?? 0) * 100),
    lcpMs: value('largest-contentful-paint'),
    tbtMs: value('total-blocking-time'),
    cls: value('cumulative-layout-shift'),
    bytes: value('total-byte-weight'),
    requests: requests?.type === 'table' ? requests.items.length : 0,
  };
}

function rowOf(path: string, all: readonly Reading[]): string[] {
  // A round in which the browser reported no such paint says nothing of it; none at all stays NaN.
  const middle = (of: (reading: Reading) => number): number => {
    const seen = all.map(of).filter(Number.isFinite);
    return seen.length === 0 ? Number.NaN : median(seen);
  };
  return [
    path,
    ...CATEGORIES.map((_, index) => middle(({ scores }) => scores[index] ?? 0).toFixed(0)),
    `${(middle(({ lcpMs }) => lcpMs) / 1000).toFixed(2)} s`,
    `${middle(({ tbtMs }) => tbtMs).toFixed(0)} ms`,
    middle(({ cls }) => cls).toFixed(3),
    `${(middle(({ bytes }) => bytes) / 1000).toFixed(1)} kB`,
    middle(({ requests }) => requests).toFixed(0),
  ];
}
