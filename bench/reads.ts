import autocannon from 'autocannon';
import { fillBooks, openPayments } from './lib/books.ts';
import { createDatabaseMeter, processorOf } from './lib/processes.ts';
import { startProduct } from './lib/product.ts';
import { writeResult } from './lib/results.ts';
import { median, shuffled } from './lib/statistics.ts';

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 9);
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 2);
const CONNECTIONS = 50;
const GOAL_MILLISECONDS = 10;
/** Of a payment and its link each payer has their own. */
const PAGE = '/custom-payment/{link}/payments/{payment}';
const PATHS = [
  '/api/health',
  '/api/user',
  '/api/wallet',
  '/api/wallet/supported-coins',
  '/api/conversion',
  '/api/dashboard',
  '/api/notifications',
  '/api/payments',
  '/api/payment-links',
  '/api/payment-links/user/{link}',
  '/api/payments/{payment}/public',
  PAGE,
];
interface OwnPayment {
  readonly id: string;
  readonly link: string;
}

/** Each person has so many orders. */
const ORDERS_EACH = 20;

/** The median time of a request that only reads, under 50 connections of as many people that never pause. */
export async function bench(): Promise<void> {
  const product = await startProduct(CONNECTIONS);
  try {
    await fillBooks(product.database, product.samples, { count: CONNECTIONS * ORDERS_EACH, withBooks: true });
    await openPayments(product.database, product.samples, CONNECTIONS);
    const payments = await product.database.query<OwnPayment>(
      `select id, payment_link_id as link from customer_order where kind = 'payment' order by id desc limit $1`,
      [CONNECTIONS],
    );
    const medians = new Map<string, number[]>(PATHS.map((path) => [path, []]));
    const rates = new Map<string, number[]>(PATHS.map((path) => [path, []]));
    const processor = new Map<string, { server: number; database: number; calls: number }>(
      PATHS.map((path) => [path, { server: 0, database: 0, calls: 0 }]),
    );
    const ofDatabase = await createDatabaseMeter(product.database);
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const path of shuffled(PATHS)) {
        const [server, database] = [await processorOf(product.pid), await ofDatabase()];
        const result = await autocannon({
          url: product.origin,
          connections: CONNECTIONS,
          duration: SECONDS,
          setupClient: callersOf(path, product.tokens, payments),
        });
        if (result.non2xx > 0 || result.errors > 0) throw new Error(`${path} failed under load`);
        // Round 0 warms up and is not counted.
        if (round === 0) continue;
        medians.get(path)?.push(result.latency.p50);
        rates.get(path)?.push(result.requests.average);
        const used = processor.get(path);
        if (used === undefined) continue;
        used.server += (await processorOf(product.pid)) - server;
        used.database += (await ofDatabase()) - database;
        used.calls += result.requests.total;
      }
    }
    const aCall = (path: string, of: 'server' | 'database'): number => {
      const used = processor.get(path);
      return used === undefined ? Number.NaN : used[of] / used.calls;
    };
    const figureOf = (path: string) => {
      const figure = {
        what: `\`GET ${path}\` under ${CONNECTIONS} connections, median`,
        value: median(medians.get(path) ?? []),
        unit: 'ms',
        and: [
          { value: median(rates.get(path) ?? []), unit: '/s' },
          { what: 'processor of a call, server', value: aCall(path, 'server'), unit: 'ms' },
          { what: 'database', value: aCall(path, 'database'), unit: 'ms' },
        ],
      };
      // The page is drawn, which is more than a read.
      return path === PAGE ? figure : { ...figure, goal: { atMost: GOAL_MILLISECONDS } };
    };
    await writeResult('reads', { rounds: ROUNDS, figures: PATHS.map(figureOf) });
  } finally {
    await product.stop();
  }
}

/** Gives each connection another person, or another payment where the path is of one. */
function callersOf(
  path: string,
  tokens: readonly string[],
  payments: readonly OwnPayment[],
): (client: autocannon.Client) => void {
  let place = 0;
  return (client) => {
    const payment = payments[place % payments.length];
    const own = path.replace('{link}', payment?.link ?? '').replace('{payment}', payment?.id ?? '');
    const headers = own === path ? { authorization: `Bearer ${tokens[place % tokens.length]}` } : {};
    client.setRequests([{ method: 'GET', path: own, headers }]);
    place += 1;
  };
}
