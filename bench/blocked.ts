import { TOKEN_STORAGE_KEY } from '@kobogate/contract';
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test';
import { BROWSER_FLAGS, findChromium } from '../tests/support/browser.ts';
import { type Product, startProduct } from './lib/product.ts';
import { writeResult } from './lib/results.ts';
import { median, shuffled } from './lib/statistics.ts';
import { mainThreadTasks, type TraceEvent } from './lib/trace.ts';

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5);
/** A phone that is this many times slower than this machine. */
const SLOWNESS = 4;
/** The length of a task before a user notices it, as in Total Blocking Time. */
const UNNOTICED_MS = 50;
/** By then the page has loaded what it fetches after its first picture. */
const SETTLED_MS = 2000;
const CATEGORIES = ['toplevel', 'loading', 'devtools.timeline', 'disabled-by-default-devtools.timeline'];

interface Visit {
  readonly path: string;
  readonly name: string;
  readonly as: 'visitor' | 'customer' | 'administrator';
  /** An action of the user once the page is there. */
  readonly act?: (page: Page) => Promise<unknown>;
}
const VISITS: readonly Visit[] = [
  { path: '/login', name: 'signing in, first visit', as: 'visitor' },
  { path: '/account/dashboard', name: 'the dashboard, first visit', as: 'customer' },
  { path: '/account/payment-method', name: 'the payment method, first visit', as: 'customer' },
  { path: '/admin/dashboard', name: 'the administrators’ page, first visit', as: 'administrator' },
  {
    path: '/account/dashboard',
    name: 'opening the menu of the dashboard',
    as: 'customer',
    act: async (page) => {
      await page.getByRole('button', { name: 'Open menu' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    path: '/account/dashboard',
    name: 'going on from it to a conversion',
    as: 'customer',
    act: async (page) => {
      await page.getByRole('link', { name: 'Convert now' }).click();
      await page.getByRole('heading', { level: 1, name: /convert/i }).waitFor();
    },
  },
];

/**
 * How long the main thread of a phone is blocked: four times the processor's time of each task, so that the result is
 * the same on a busy machine. The part of each task beyond 50 ms counts as blocked.
 */
export async function bench(): Promise<void> {
  const product = await startProduct(2);
  const [customer = '', administrator = ''] = product.tokens;
  await makeAdministrator(product, administrator);
  const tokens = { visitor: null, customer, administrator };
  const browser = await chromium.launch({ executablePath: await findChromium('people'), args: BROWSER_FLAGS });
  try {
    const readings = new Map<Visit, number[][]>(VISITS.map((visit) => [visit, []]));
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const visit of shuffled(VISITS)) {
        readings.get(visit)?.push(await taskTimes(browser, product.origin, visit, tokens[visit.as]));
      }
    }
    await writeResult('blocked', {
      rounds: ROUNDS,
      figures: [...readings].map(([{ name }, all]) => ({
        what: `${name}: main thread blocked, phone ${SLOWNESS}× slower, by processor time`,
        value: median(all.map((tasks) => tasks.reduce((sum, ms) => sum + Math.max(0, ms - UNNOTICED_MS), 0))),
        unit: 'ms',
        goal: { atMost: 50 },
        and: [{ what: 'longest task', value: median(all.map((tasks) => Math.max(0, ...tasks))), unit: 'ms' }],
      })),
    });
  } finally {
    await browser.close();
    await product.stop();
  }
}

async function makeAdministrator({ database }: Product, token: string): Promise<void> {
  await database.query(
    `update app_user set is_admin = true from session
     where session.user_id = app_user.id and token_hash = sha256(convert_to($1, 'utf8'))`,
    [token],
  );
}

/** The time of each task on the slow phone, in milliseconds: of the visit, or of the act alone where there is one. */
async function taskTimes(browser: Browser, origin: string, visit: Visit, token: string | null): Promise<number[]> {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 } });
  try {
    if (token !== null) {
      await context.addInitScript(([key, value]) => localStorage.setItem(key, value), [
        TOKEN_STORAGE_KEY,
        token,
      ] as const);
    }
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    const visitPage = async (): Promise<void> => {
      await page.goto(origin + visit.path);
      await seeHeading(session);
      await page.waitForTimeout(SETTLED_MS);
    };
    const { act } = visit;
    if (act === undefined) return await traced(session, visitPage);
    await visitPage();
    return await traced(session, () => act(page));
  } finally {
    await context.close();
  }
}

/** Waits for the page's heading without a locator: its script is larger than the page's own, and would be counted as the page's work. */
async function seeHeading(session: CDPSession): Promise<void> {
  const expression = `new Promise((resolve) => {
    const look = () => (document.querySelector('h1') === null ? setTimeout(look, 50) : resolve());
    look();
  })`;
  await session.send('Runtime.evaluate', { expression, awaitPromise: true });
}

async function traced(session: CDPSession, act: () => Promise<unknown>): Promise<number[]> {
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as readonly unknown[] as TraceEvent[])));
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: CATEGORIES, recordMode: 'recordAsMuchAsPossible' },
  });
  await act();
  const complete = new Promise((resolve) => {
    session.once('Tracing.tracingComplete', resolve);
  });
  await session.send('Tracing.end');
  await complete;
  return mainThreadTasks(events).map((milliseconds) => milliseconds * SLOWNESS);
}
