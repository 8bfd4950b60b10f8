import { type AnswerOf, endpoints, type ImageKind, TOKEN_STORAGE_KEY } from '@kobogate/contract';
import { createTemporaryFolder } from '@kobogate/testkit/platform/temporary-folder.ts';
import { chromium } from '@playwright/test';
import { BROWSER_FLAGS, findChromium } from '../tests/support/browser.ts';
import { SAMPLE_PICTURES } from '../scripts/lib/sample-pictures.mjs';
import { createCall } from '../tests/support/http.ts';
import { type Pressing, slowestPress } from './lib/interactions.ts';
import { freePort, type Product, startProduct } from './lib/product.ts';
import { type Reading, readPage } from './lib/read-page.ts';
import { pageFigures, pageTable, reportPages, STAND_IN, type Visit } from './lib/report-pages.ts';
import { type Figure, writeResult } from './lib/results.ts';
import { startSecureFront } from './lib/secure-front.ts';
import { serveStandIn } from './lib/stand-in-page.ts';
import { median, shuffled } from './lib/statistics.ts';

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5);
/** Only these of our own pages, such as `/account/dashboard,/login`, on the simulated network and without presses. */
const ONLY = process.env['BENCH_PAGES']?.split(',');
const DASHBOARD = '/account/dashboard';
const SIGN_IN = '/login';
const PICTURED = 'the payer’s page with two pictures';

/** The page where a payer chooses, and the one where they send. */
interface PayerPaths {
  readonly choosing: string;
  readonly sending: string;
  /** Where they choose, of a link with a banner and a profile picture. */
  readonly pictured: string;
}

/**
 * Lighthouse on the built product as it sees a phone: the start page, a page of text, signing in, the dashboard of a
 * signed-in customer, and the payer's page. The last is compared with signing in, with a page of the same product that
 * a script draws, and with a stand-in for a peer's checkout; these two also on really slow networks, over HTTP/2. Then
 * the time from a press to the next picture.
 */
export async function bench(): Promise<void> {
  const product = await startProduct(1);
  const profile = await createTemporaryFolder('bench-browser');
  const port = await freePort();
  const standIn = await serveStandIn();
  const [ours, theirs] = await Promise.all([startSecureFront(product.origin), startSecureFront(standIn.origin)]);
  const executablePath = await findChromium('people');
  const context = await chromium.launchPersistentContext(profile.path, {
    executablePath,
    // The certificate of the fronts is self-signed.
    args: [...BROWSER_FLAGS, `--remote-debugging-port=${port}`, '--ignore-certificate-errors'],
  });
  const browser = await chromium.launch({ executablePath, args: BROWSER_FLAGS });
  try {
    const page = await context.newPage();
    await page.goto(`${product.origin}/about`);
    await page.evaluate(([key, value]) => localStorage.setItem(key, value), [
      TOKEN_STORAGE_KEY,
      product.tokens[0] ?? '',
    ] as const);
    const payer = await openPayment(product);
    const pictured = { name: PICTURED, line: 'applied', url: ours.origin + payer.pictured } as const;
    const everything: readonly Visit[] = [
      ...['/', '/about', SIGN_IN, DASHBOARD, payer.choosing].map((path) => plain(path, product.origin + path)),
      plain(STAND_IN, `${standIn.origin}/`),
      ...['/', payer.choosing].flatMap((path) => slow(path, ours.origin + path)),
      pictured,
      ...slow(STAND_IN, `${theirs.origin}/`),
    ];
    const visits = ONLY === undefined ? everything : ONLY.map((path) => plain(path, product.origin + path));
    const presses = ONLY === undefined ? pressings(product, payer) : [];
    const readings = new Map<Visit, Reading[]>(visits.map((visit) => [visit, []]));
    const waits = new Map<Pressing, number[]>(presses.map((pressing) => [pressing, []]));
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const visit of shuffled(visits)) readings.get(visit)?.push(await readPage(visit.url, port, visit.line));
      for (const pressing of shuffled(presses)) waits.get(pressing)?.push(await slowestPress(browser, pressing));
      // A round takes some minutes.
      process.stdout.write(`round ${round + 1} of ${ROUNDS} is done\n`);
    }
    if (ONLY !== undefined) return void process.stdout.write(`${pageTable(readings)}\n`);
    process.stdout.write(`${reportPages(readings, payer.choosing, SIGN_IN)}\n`);
    const pages = { payer: payer.choosing, pictured: PICTURED, signIn: SIGN_IN, dashboard: DASHBOARD };
    const figures = pageFigures(readings, pages);
    const answered = [...waits].map(([{ name, goalMs }, all]): Figure => ({
      what: `from a press to the next picture, phone 4 × slower: ${name}`,
      value: median(all),
      unit: 'ms',
      goal: { atMost: goalMs },
    }));
    await writeResult('pages', { rounds: ROUNDS, figures: [...figures, ...answered] });
  } finally {
    await context.close();
    await browser.close();
    for (const server of [ours, theirs, standIn]) server.stop();
    await product.stop();
    await profile.remove();
  }
}

const plain = (name: string, url: string): Visit => ({ name, line: 'simulated', url });
const slow = (name: string, url: string): Visit[] => [
  { name, line: 'applied', url },
  { name, line: 'slow3G', url },
];

/** Makes a payment link, and a payment by it. */
async function openPayment({ origin, database, tokens }: Product): Promise<PayerPaths> {
  const call = createCall(`${origin}/api`);
  // Administrators have links before they are on offer to all.
  await database.query(`update app_user set is_admin = true where email like '%@kobogate.test'`);
  const token = tokens[0];
  const body = { name: 'Sample Bakery', purpose: 'A sample purpose', amount: '25000', coins: ['USDT'] };
  const { data: link } = await call(endpoints.paymentLinks.create, { token, body });
  const [bannerImageId, profileImageId] = await Promise.all(
    (['banner', 'profile'] as const).map((kind) => upload(origin, token, kind)),
  );
  const pictures = { bannerImageId, profileImageId };
  const { data: other } = await call(endpoints.paymentLinks.create, { token, body: { ...body, ...pictures } });
  const { data: payment } = await call(endpoints.payments.open, {
    params: { id: link.id },
    body: { currency: 'USDT', network: 'ethereum' },
  });
  const choosing = `/custom-payment/${link.id}`;
  return { choosing, sending: `${choosing}/payments/${payment.id}`, pictured: `/custom-payment/${other.id}` };
}

/** Sends one of the pictures that the sandbox shows, and answers its id. */
async function upload(origin: string, token: string | undefined, kind: ImageKind): Promise<string> {
  const answer = await fetch(`${origin}/api/images?kind=${kind}`, {
    method: 'POST',
    headers: { 'content-type': 'image/png', authorization: `Bearer ${token}` },
    body: new Uint8Array(SAMPLE_PICTURES.bakery[kind]()),
  });
  const { data }: AnswerOf<typeof endpoints.images.upload> = await answer.json();
  return data.id;
}

function pressings({ origin, tokens }: Product, { choosing, sending }: PayerPaths): readonly Pressing[] {
  return [
    {
      name: 'a payer chooses a coin and a network',
      goalMs: 50,
      url: origin + choosing,
      steps: [
        (page) => page.getByLabel('Cryptocurrency').press('ArrowDown'),
        (page) => page.getByLabel('Network').press('ArrowDown'),
      ],
    },
    {
      name: 'a payer copies the address and connects a wallet',
      goalMs: 50,
      url: origin + sending,
      steps: [
        (page) => page.locator('[data-copy]').first().click(),
        async (page) => {
          // There is a button for a wallet only where one announces itself.
          await page.evaluate(() => window.dispatchEvent(new Event('eip6963:announceProvider')));
          await page.locator('[data-connect]').click();
          await page.getByRole('dialog').waitFor();
        },
      ],
    },
    {
      name: 'a customer opens and closes the menu of the dashboard, and goes on to a conversion',
      goalMs: 100,
      url: origin + DASHBOARD,
      stored: [TOKEN_STORAGE_KEY, tokens[0] ?? ''],
      steps: [
        async (page) => {
          await page.getByRole('button', { name: 'Open menu' }).click();
          await page.getByRole('dialog').waitFor();
        },
        async (page) => {
          await page.keyboard.press('Escape');
          await page.getByRole('dialog').waitFor({ state: 'hidden' });
        },
        async (page) => {
          await page.getByRole('link', { name: 'Convert now' }).click();
          await page.getByRole('heading', { level: 1, name: /convert/i }).waitFor();
        },
      ],
    },
  ];
}
