import { createDatabaseMeter, processorOf } from './lib/processes.ts';
import { startProduct } from './lib/product.ts';
import { fillBooks } from './lib/books.ts';
import { writeResult } from './lib/results.ts';
import { median, percentile, shuffled, table } from './lib/statistics.ts';

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 60);
const ORDERS = Number(process.env['BENCH_ORDERS'] ?? 1_000_000);
const PEOPLE = 50;
const GOAL_MILLISECONDS = 30;

/** Lists and figures of an account and of the desk, by their address; `{deep}` is an order of a year ago. */
const CUSTOMERS = [
  '/dashboard',
  '/conversion',
  '/conversion?before={deep}',
  '/conversion?state=paid',
  '/conversion?currency=ETH',
  '/conversion?bank=GTBANK',
  '/conversion?from=2026-01-01&to=2026-01-31',
  '/conversion?search={deep}',
  '/wallet',
  '/notifications',
  '/payments',
  '/payments/totals',
  '/payment-links',
];
const ADMINISTRATORS = [
  '/order/admin',
  '/order/admin?skip=500000',
  '/order/admin?skip=900000',
  '/order/admin?status=approved&skip=500000',
  '/order/admin?order=oldest&skip=300000',
  '/order/admin?order=riskiest',
  '/order/admin?order=riskiest&skip=1000',
  '/order/admin?order=riskiest&after={deep}',
  '/order/admin?status=approved',
  '/order/admin?status=pending&coins=arrived&order=oldest',
  '/order/admin?status=pending&coins=arrived&priority=high&order=oldest',
  '/order/admin?status=pending&held=yes&order=oldest',
  '/order/admin?payout=unknown&order=oldest',
  '/order/admin?payout=failed&order=oldest',
  '/order/admin?payout=moving',
  '/order/admin?payout=undecided&order=oldest',
  '/order/admin?payout=none',
  '/order/admin?payout=paid&after={deep}',
  '/order/admin?held=yes',
  '/order/admin?held=no',
  '/order/admin?priority=low',
  '/order/admin?priority=medium&order=riskiest',
  '/order/admin?currency=ETH&network=ethereum',
  '/order/admin?bank=000013&after={deep}',
  '/order/admin?bank=000013&skip=1000',
  '/order/admin?bank=000013&currency=ETH&network=ethereum&from=500000',
  '/order/admin?status=declined&bank=000013',
  '/order/admin?from=1000000',
  '/order/admin?to=100000',
  '/order/admin?from=500000&to=600000',
  '/order/admin?from=500000&to=600000&age=week&order=oldest',
  '/order/admin?age=hour',
  '/order/admin?age=week',
  '/order/admin?age=three-days&status=pending',
  '/order/admin?coins=awaited',
  '/order/admin?date=week',
  '/order/admin?date=today',
  '/order/admin?search=sample',
  '/order/admin?search={deep}',
  '/order/admin?after={deep}',
  '/order/admin?status=approved&coins=arrived&after={deep}',
  '/order/admin/counts',
  '/order/admin/counts?date=month&coins=arrived',
  '/order/admin/counts?currency=ETH&network=ethereum',
  '/order/admin/counts?held=yes',
  '/order/admin/counts?age=week',
  '/order/admin/counts?from=500000&to=600000',
  '/order/admin/counts?payout=paid',
  '/order/admin/counts?search=sample',
  '/admin/users',
  '/admin/users?search=sample',
  '/admin/audit',
  '/admin/refunds',
  '/admin/work',
  '/admin/queue',
  '/admin/queue?kind=orders',
  '/admin/day',
];

/**
 * The time of each list's answer with a million orders of two years, called one after the other in random order: the
 * 95th percentile; and the processor's time, which does not depend on what else the machine does.
 */
export async function bench(): Promise<void> {
  const product = await startProduct(PEOPLE, { environment: { ROLES: 'api' } });
  try {
    await fillBooks(product.database, product.samples, { count: ORDERS, withBooks: false });
    await product.database.query(`update app_user set is_admin = true where id = any($1::uuid[])`, [
      product.samples.map(({ userId }) => userId),
    ]);
    const [middle] = await product.database.query<{ id: string }>(
      `select id from customer_order where user_id = $1 and kind = 'conversion'
         and created_at < now() - interval '1 year' order by id desc limit 1`,
      [product.samples[0]?.userId],
    );
    const paths = [...CUSTOMERS, ...ADMINISTRATORS];
    const times = new Map<string, number[]>(paths.map((path) => [path, []]));
    const headers = { authorization: `Bearer ${product.tokens[0]}` };
    const ofDatabase = await createDatabaseMeter(product.database);
    const used = async () => ({ server: await processorOf(product.pid), database: await ofDatabase() });
    let before = await used();
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const path of shuffled(paths)) {
        const start = performance.now();
        const answer = await fetch(`${product.origin}/api${path.replace('{deep}', middle?.id ?? '')}`, { headers });
        await answer.arrayBuffer();
        if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
        // Round 0 warms up and is not counted.
        if (round > 0) times.get(path)?.push(performance.now() - start);
      }
      if (round === 0) before = await used();
    }
    const after = await used();
    const aCall = (of: keyof typeof after): number => (after[of] - before[of]) / (ROUNDS * paths.length);
    const slow = (path: string): number => percentile(times.get(path) ?? [], 95);
    const rows = paths.map((path) => [`\`${path}\``, median(times.get(path) ?? []).toFixed(1), slow(path).toFixed(1)]);
    process.stdout.write(`${table(['list', 'median ms', '95th percentile ms'], rows)}\n`);
    const figure = (what: string, some: readonly string[]) => ({
      what: `${what} with ${ORDERS.toLocaleString('en')} orders, the slowest of ${some.length} at the 95th percentile`,
      value: Math.max(...some.map(slow)),
      unit: 'ms' as const,
      goal: { atMost: GOAL_MILLISECONDS },
    });
    await writeResult('lists', {
      rounds: ROUNDS,
      figures: [
        figure('an account’s lists', CUSTOMERS),
        figure('the administration’s lists', ADMINISTRATORS),
        {
          what: '… of the processor, a call on average: the server',
          value: aCall('server'),
          unit: 'ms',
          and: [{ what: 'the database', value: aCall('database'), unit: 'ms' }],
        },
      ],
      details: Object.fromEntries(times),
    });
  } finally {
    await product.stop();
  }
}
