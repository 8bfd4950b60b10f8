import autocannon from 'autocannon';
import { startProduct } from './lib/product.ts';
import { median, shuffled, table } from './lib/statistics.ts';

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
    const rows = PATHS.map((path) => [
      `GET ${path}`,
      `${median(medians.get(path) ?? []).toFixed(0)} ms`,
      `${GOAL_MILLISECONDS} ms`,
      median(rates.get(path) ?? []).toFixed(0),
    ]);
    process.stdout.write(`${table(['request', 'median', 'goal at most', 'answers/s'], rows)}\n`);
  } finally {
    await product.stop();
  }
}
