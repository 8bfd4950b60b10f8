import autocannon from 'autocannon';
import { startProduct } from './lib/product.ts';
import { writeResult } from './lib/results.ts';
import { median, shuffled } from './lib/statistics.ts';

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 9);
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 2);
const CONNECTIONS = 50;
/** Each connection speaks for so many of them: one account may hold a few rates a minute only. */
const PEOPLE_EACH = 50;
const QUOTE = {
  method: 'POST' as const,
  path: '/api/quotes',
  body: JSON.stringify({ currency: 'USDT', network: 'ethereum' }),
};
const HEALTH = { method: 'GET' as const, path: '/api/health' };

/** The time of holding a rate, under 50 connections that never pause, beside a request that holds nothing. */
export async function bench(): Promise<void> {
  const product = await startProduct(CONNECTIONS * PEOPLE_EACH);
  const headers = product.tokens.map((token) => ({
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
  }));
  try {
    const paths = { quote: QUOTE, health: HEALTH };
    const rounds: Record<keyof typeof paths, autocannon.Result>[] = [];
    // Round 0 warms up and is not counted.
    for (let number = 0; number <= ROUNDS; number += 1) {
      const round: Partial<Record<keyof typeof paths, autocannon.Result>> = {};
      for (const name of shuffled(['quote', 'health'] as const)) {
        let clients = 0;
        const result = await autocannon({
          url: product.origin + paths[name].path,
          connections: CONNECTIONS,
          duration: SECONDS,
          setupClient: (client) => {
            const { method, path, body } = { body: undefined, ...paths[name] };
            const own = headers.slice(clients * PEOPLE_EACH, (clients + 1) * PEOPLE_EACH);
            client.setRequests(own.map((each) => ({ method, path, body, headers: each })));
            clients += 1;
          },
        });
        if (result.non2xx > 0 || result.errors > 0) throw new Error(`${paths[name].path} failed under load`);
        round[name] = result;
      }
      const { quote, health } = round;
      if (number > 0 && quote !== undefined && health !== undefined) rounds.push({ quote, health });
    }
    const of = (read: (round: (typeof rounds)[number]) => number): number => median(rounds.map(read));
    await writeResult('quotes', {
      rounds: rounds.length,
      figures: [
        {
          what: `a rate held, under ${CONNECTIONS} connections, median`,
          value: of(({ quote }) => quote.latency.p50),
          unit: 'ms',
          and: [{ what: 'p99', value: of(({ quote }) => quote.latency.p99), unit: 'ms' }],
        },
        {
          what: '… a second, beside a request that holds nothing',
          value: of(({ quote, health }) => quote.requests.average / health.requests.average),
          unit: '×',
          and: [{ value: of(({ quote }) => quote.requests.average), unit: '/s' }],
        },
      ],
    });
  } finally {
    await product.stop();
  }
}
