import autocannon from 'autocannon';
import { fillBooks } from './lib/books.ts';
import { startProduct } from './lib/product.ts';
import { writeResult } from './lib/results.ts';
import { median, shuffled } from './lib/statistics.ts';

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 9);
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 2);
const CONNECTIONS = 50;
const GOAL_MILLISECONDS = 10;
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
];
/** Each person has so many orders. */
const ORDERS_EACH = 20;

/** The median time of a request that only reads, under 50 connections of as many people that never pause. */
export async function bench(): Promise<void> {
  const product = await startProduct(CONNECTIONS);
  try {
    await fillBooks(product.database, product.samples, { count: CONNECTIONS * ORDERS_EACH, withBooks: true });
    const medians = new Map<string, number[]>(PATHS.map((path) => [path, []]));
    const rates = new Map<string, number[]>(PATHS.map((path) => [path, []]));
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const path of shuffled(PATHS)) {
        const result = await autocannon({
          url: product.origin + path,
          connections: CONNECTIONS,
          duration: SECONDS,
          setupClient: ownersOf(product.tokens),
        });
        if (result.non2xx > 0 || result.errors > 0) throw new Error(`${path} failed under load`);
        // Round 0 warms up and is not counted.
        if (round === 0) continue;
        medians.get(path)?.push(result.latency.p50);
        rates.get(path)?.push(result.requests.average);
      }
    }
    await writeResult('reads', {
      rounds: ROUNDS,
      figures: PATHS.map((path) => ({
        what: `\`GET ${path}\` under ${CONNECTIONS} connections, median`,
        value: median(medians.get(path) ?? []),
        unit: 'ms',
        goal: { atMost: GOAL_MILLISECONDS },
        and: [{ value: median(rates.get(path) ?? []), unit: '/s' }],
      })),
    });
  } finally {
    await product.stop();
  }
}

/** Gives each connection another person. */
function ownersOf(tokens: readonly string[]): (client: autocannon.Client) => void {
  let place = 0;
  return (client) => {
    client.setHeaders({ authorization: `Bearer ${tokens[place % tokens.length]}` });
    place += 1;
  };
}
