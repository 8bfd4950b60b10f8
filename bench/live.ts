import { RECORDS_CHANGED } from '../apps/server/src/platform/change-feed.ts';
import { openStreams, type OpenStream, type StreamRequest } from './lib/idle-streams.ts';
import { fillBooks, openPayments } from './lib/books.ts';
import { createMeter, type Used } from './lib/processes.ts';
import { type Product, startProduct } from './lib/product.ts';
import { writeResult } from './lib/results.ts';
import { median, percentile, shuffled } from './lib/statistics.ts';

const STREAMS = Number(process.env['BENCH_STREAMS'] ?? 10_000);
const ORDERS = Number(process.env['BENCH_ORDERS'] ?? 1_000_000);
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 9);
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 10);
const CHANGES = 40;

/**
 * What streams cost in which nothing happens, half of them of accounts and half of payments, on a server with a million
 * orders; and how long a change by another process takes until its stream shows it. The server does nothing else, and
 * what it uses without a stream in the same round is taken off.
 */
export async function bench(): Promise<void> {
  const product = await startProduct(Math.ceil(STREAMS / 2), { environment: { ROLES: 'api' } });
  try {
    await fillBooks(product.database, product.samples, { count: ORDERS, withBooks: false });
    const opened = await openPayments(product.database, product.samples, Math.floor(STREAMS / 2));
    const payments = opened.map(({ orderId }) => orderId);
    const requests: StreamRequest[] = [
      ...product.tokens.map((token) => ({ path: '/api/events', token })),
      ...payments.map((id) => ({ path: `/api/payments/${id}/events` })),
    ];
    const port = Number(new URL(product.origin).port);
    const meter = await createMeter(product);
    const idle = { none: [] as Used[], one: [] as Used[] };
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const kind of shuffled(['none', 'one'] as const)) {
        const { close } = await openStreams(port, kind === 'one' ? requests.slice(0, 1) : []);
        await pause(1);
        const used = await meter(SECONDS);
        // Round 0 warms up and is not counted.
        if (round > 0) idle[kind].push(used);
        close();
        await pause(0.5);
      }
    }
    const { streams, close } = await openStreams(port, requests);
    await pause(5);
    const many: Used[] = [];
    for (let round = 0; round < ROUNDS; round += 1) many.push(await meter(SECONDS));
    const times = await latencies(product, payments, streams);
    close();

    const of = (used: readonly Used[], key: keyof Used): number => median(used.map((each) => each[key]));
    const more = (used: readonly Used[], key: keyof Used): number => of(used, key) - of(idle.none, key);
    await writeResult('live', {
      rounds: ROUNDS,
      figures: [
        {
          what: `an idle stream with ${ORDERS.toLocaleString('en-GB')} orders, server and database, in a second`,
          value: more(idle.one, 'server') + more(idle.one, 'database'),
          unit: 'ms',
          goal: { atMost: 1 },
        },
        {
          what: `${STREAMS.toLocaleString('en-GB')} idle streams on one node, of a core`,
          value: (more(many, 'server') + more(many, 'database')) / 10,
          unit: '%',
          goal: { atMost: 5 },
        },
        { what: '… and their memory', value: more(many, 'memory'), unit: 'MB', goal: { atMost: 100 } },
        {
          what: '… and until one shows a change by another process',
          value: median(times),
          unit: 'ms',
          and: [{ what: 'p95', value: percentile(times, 95), unit: 'ms' }],
        },
      ],
      details: { idle, many },
    });
  } finally {
    await product.stop();
  }
}

/** The milliseconds until a change that another process of the product commits shows on its stream. */
async function latencies(
  { database }: Product,
  payments: readonly string[],
  streams: readonly OpenStream[],
): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < CHANGES; round += 1) {
    const index = Math.floor(Math.random() * payments.length);
    const told = streams[streams.length - payments.length + index]?.nextEvent();
    await pause(Math.random());
    const from = performance.now();
    await database.transaction(async (tx) => {
      await tx.query(`update customer_order set updated_at = clock_timestamp() where id = $1`, [payments[index]]);
      tx.announce(RECORDS_CHANGED);
    });
    times.push(((await told) ?? Number.NaN) - from);
  }
  return times;
}

const pause = (seconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, seconds * 1000);
  });
