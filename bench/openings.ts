import { join } from 'node:path';
import { evmAddressSource } from '@kobogate/addresses';
import { createTestSettings } from '@kobogate/testkit/controls/settings.ts';
import { silentLog } from '@kobogate/testkit/platform/log.ts';
import { createTemporaryFolder } from '@kobogate/testkit/platform/temporary-folder.ts';
import { createTestProducts } from '@kobogate/testkit/pricing/products.ts';
import { createTestRates } from '@kobogate/testkit/sales/orders.ts';
import { insertSamples, type Sample } from '@kobogate/testkit/sales/samples/people.ts';
import { createDepartureGate } from '../apps/server/src/controls/index.ts';
import { systemClock } from '../apps/server/src/platform/clock.ts';
import { type Database, openDatabase } from '../apps/server/src/platform/database.ts';
import { startEmbeddedPostgres } from '../apps/server/src/platform/embedded-postgres.ts';
import { migrate } from '../apps/server/src/platform/migrate.ts';
import { createPaymentOpening } from '../apps/server/src/sales/payments/open-payment.ts';
import { createQuoteSigner } from '../apps/server/src/sales/quotes/order-quote.ts';
import { allowPlenty, BENCH_KEY } from './lib/books.ts';
import { load } from './lib/load.ts';
import { createDatabaseMeter } from './lib/processes.ts';
import { BENCH_XPUB } from './lib/product.ts';
import { writeResult } from './lib/results.ts';
import { median, table } from './lib/statistics.ts';

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 9);
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 3);
/** Payers who open at the same moment, and the merchants by whose links they do. */
const CALLERS = [1, 16, 128];
const MERCHANTS = 400;

/** What one round measured: openings a second, and milliseconds of processor for one. */
interface Measured {
  readonly perSecond: number;
  readonly p99: number;
  readonly ownMs: number;
  readonly postgresMs: number;
}

/**
 * Openings of link payments a second, from the rate limits to the commit, in one process with an embedded database, by
 * how many payers open at the same moment. Each is of the product's own path below HTTP.
 */
export async function bench(): Promise<void> {
  const folder = await createTemporaryFolder('bench-openings');
  const embedded = await startEmbeddedPostgres({ dataDir: folder.path, log: silentLog });
  const database = await openDatabase({ url: embedded.address, maxConnections: 24, log: silentLog });
  try {
    await migrate(database, join(import.meta.dirname, '..', 'apps', 'server', 'migrations'));
    await allowPlenty(database);
    const samples = await insertSamples(database, MERCHANTS);
    await database.query('analyze');
    const measure = await createMeasure(database, { samples, epochFile: join(folder.path, 'epoch.json') });
    const found = CALLERS.map((callers) => ({ callers, rounds: [] as Measured[] }));
    // Round 0 warms up and is not counted.
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const { callers, rounds } of found) {
        const measured = await measure(callers);
        if (round > 0) rounds.push(measured);
      }
    }
    await report(found);
  } finally {
    await database.close();
    await embedded.stop();
    await folder.remove();
  }
}

async function createMeasure(
  database: Database,
  { samples, epochFile }: { readonly samples: readonly Sample[]; readonly epochFile: string },
): Promise<(callers: number) => Promise<Measured>> {
  const open = openingOn(database, epochFile);
  const ofDatabase = await createDatabaseMeter(database);
  let turn = 0;
  return async (callers) => {
    const [own, before] = [process.cpuUsage(), await ofDatabase()];
    let opened = 0;
    const { perSecond, p99 } = await load(callers, SECONDS, async () => {
      turn += 1;
      const sample = samples[turn % samples.length];
      if (sample === undefined) throw new Error('openings need merchants');
      const asked = { currency: 'USDT', network: 'ethereum', amount: undefined, reference: null };
      const by = { merchantId: sample.userId };
      await open({ ...asked, linkId: sample.linkId, idempotencyKey: undefined, by });
      opened += 1;
    });
    const { user, system } = process.cpuUsage(own);
    const postgresMs = ((await ofDatabase()) - before) / opened;
    return { perSecond, p99, ownMs: (user + system) / 1000 / opened, postgresMs };
  };
}

const openingOn = (database: Database, epochFile: string) =>
  createPaymentOpening({
    database,
    clock: systemClock,
    currentRates: createTestRates({ USDT: '1600' }).currentRates,
    settings: createTestSettings(database),
    products: createTestProducts(database),
    quoteSigner: createQuoteSigner(BENCH_KEY),
    addressSources: [evmAddressSource(BENCH_XPUB)],
    // With a file on the disk, as the product has one.
    gate: createDepartureGate({ database, log: silentLog, path: epochFile, endSessions: async () => undefined }),
    networks: ['ethereum'],
    lockSeconds: 900,
  });

async function report(found: readonly { callers: number; rounds: readonly Measured[] }[]): Promise<void> {
  const cells = found.map(({ callers, rounds }) => {
    const of = (read: (measured: Measured) => number): number => median(rounds.map(read));
    return {
      callers,
      perSecond: of(({ perSecond }) => perSecond),
      p99: of(({ p99 }) => p99),
      ownMs: of(({ ownMs }) => ownMs),
      postgresMs: of(({ postgresMs }) => postgresMs),
    };
  });
  const rows = cells.map(({ callers, perSecond, p99, ownMs, postgresMs }) =>
    [callers, perSecond.toFixed(0), p99.toFixed(0), ownMs.toFixed(2), postgresMs.toFixed(2)].map(String),
  );
  process.stdout.write(`${table(['at once', 'openings/s', 'p99 ms', 'node ms', 'PostgreSQL ms'], rows)}\n`);
  const [one, most] = [cells[0], cells.at(-1)];
  if (one === undefined || most === undefined) return;
  await writeResult('openings', {
    rounds: ROUNDS,
    figures: [
      {
        what: `link payments opened, ${most.callers} payers at once`,
        value: most.perSecond,
        unit: '/s',
        and: [{ what: 'processor of one', value: most.ownMs + most.postgresMs, unit: 'ms' }],
      },
      { what: '… one payer after the other', value: one.perSecond, unit: '/s' },
    ],
    details: cells,
  });
}
