import autocannon from 'autocannon';
import { startProduct } from './lib/product.ts';
import { writeResult } from './lib/results.ts';
import { median, shuffled } from './lib/statistics.ts';

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 9);
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 2);
const CONNECTIONS = 50;
const GOAL_MILLISECONDS = 10;
const PATHS = ['/api/health', '/api/user', '/api/wallet', '/api/wallet/supported-coins', '/api/conversion'];

/** The median time of a request that only reads, under 50 connections that never pause. */
export async function bench(): Promise<void> {
  const product = await startProduct(CONNECTIONS);
  try {
    const medians = new Map<string, number[]>(PATHS.map((path) => [path, []]));
    const rates = new Map<string, number[]>(PATHS.map((path) => [path, []]));
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const path of shuffled(PATHS)) {
        const result = await autocannon({
          url: product.origin + path,
          connections: CONNECTIONS,
          duration: SECONDS,
          headers: { authorization: `Bearer ${product.tokens[0]}` },
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
