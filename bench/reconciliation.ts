import type { OrderId, PayoutId, UserId } from '@kobogate/contract';
import { toKobo } from '@kobogate/money';
import { join } from 'node:path';
import { silentLog } from '@kobogate/testkit/platform/log.ts';
import { createTemporaryFolder } from '@kobogate/testkit/platform/temporary-folder.ts';
import { idFor } from '@kobogate/testkit/contract/ids.ts';
import { compareStatement, type OwnPayout } from '../apps/server/src/books/reconciliation/compare-statement.ts';
import type { StatementLine } from '../apps/server/src/payouts/index.ts';
import { custody, customer, post, verify } from '../apps/server/src/ledger/index.ts';
import type { Database } from '../apps/server/src/platform/database.ts';
import { openDatabase } from '../apps/server/src/platform/database.ts';
import { startEmbeddedPostgres } from '../apps/server/src/platform/embedded-postgres.ts';
import { newId } from '../apps/server/src/platform/identifiers.ts';
import { migrate } from '../apps/server/src/platform/migrate.ts';
import { writeResult } from './lib/results.ts';

/** Every transfer of the ledger is two entries. */
const MOST_ENTRIES = Number(process.env['BENCH_ENTRIES'] ?? 1_000_000);
const STEPS = 10;
const AT_ONCE = 1000;
const ACCOUNTS = 1000;
const MEBIBYTE = 2 ** 20;
const USDT = 'USDT@ethereum';

interface Measured {
  readonly entries: number;
  readonly ledgerMs: number;
  readonly statementMs: number;
  /** This process's own processor time, on all its threads. */
  readonly statementOwnMs: number;
  readonly memory: number;
}

/**
 * How long the daily comparison's two long parts take, and how both grow, from a tenth of the entries to all of them:
 * the ledger recomputed from its entries, and as many payouts compared with as many lines of a statement.
 *
 * The statement's part is one pass over the lines and one over the payouts with a hash table between them, so its work
 * grows as the rows do. Alone in a process it took, of its own time, 1.4 µs a row at 30,000, 1.2 at 100,000, 1.7 at
 * 300,000 and 1.9 at 1,000,000: the table outgrows the processor's caches, and the collector copies more that stays.
 * Growth beyond that by the clock is waiting, for the database that has just been filled or for others on the machine,
 * so both are shown.
 */
export async function bench(): Promise<void> {
  const folder = await createTemporaryFolder('bench');
  const embedded = await startEmbeddedPostgres({ dataDir: folder.path, log: silentLog });
  const database = await openDatabase({ url: embedded.address, maxConnections: 4, log: silentLog });
  try {
    await migrate(database, join(import.meta.dirname, '..', 'apps', 'server', 'migrations'));
    const measured: Measured[] = [];
    let entries = 0;
    for (const aim of [MOST_ENTRIES / STEPS, MOST_ENTRIES]) {
      for (; entries < aim; entries += 2 * AT_ONCE) await postSome(database);
      await database.query('analyze ledger_transfer');
      measured.push(await measure(database, entries));
    }
    await report(measured);
  } finally {
    await database.close();
    await embedded.stop();
    await folder.remove();
  }
}

async function postSome(database: Database): Promise<void> {
  await database.transaction((tx) =>
    post(
      tx,
      Array.from({ length: AT_ONCE }, (_, index) => ({
        source: 'bench',
        sourceId: newId(),
        description: 'Bench',
        transfers: [
          { debit: custody(USDT), credit: customer(idFor<UserId>(`sample-${index % ACCOUNTS}`), USDT), amount: 1n },
        ],
      })),
    ),
  );
}

async function measure(database: Database, entries: number): Promise<Measured> {
  const { payouts, lines } = makeStatement(entries);
  const ours = new Map(payouts.map((payout) => [payout.reference, payout]));
  const before = process.memoryUsage().rss;
  const used = process.cpuUsage();
  const start = performance.now();
  const differences = compareStatement({
    place: 'Sample',
    payouts,
    lines,
    ours,
    day: { start: new Date(0), end: new Date(1) },
  });
  const between = performance.now();
  const own = process.cpuUsage(used);
  const { ok, entries: counted } = await verify(database);
  const end = performance.now();
  if (differences.length > 0 || !ok || counted !== entries) throw new Error('the comparison found what is not there');
  const memory = Math.max(0, process.memoryUsage().rss - before);
  return {
    entries,
    ledgerMs: end - between,
    statementMs: between - start,
    statementOwnMs: (own.user + own.system) / 1000,
    memory,
  };
}

function makeStatement(count: number): { payouts: OwnPayout[]; lines: StatementLine[] } {
  const madeAt = new Date(0);
  const references = Array.from({ length: count }, (_, index) => `kg-${index.toString(16).padStart(32, '0')}`);
  return {
    payouts: references.map((reference) => ({
      id: idFor<PayoutId>(reference),
      orderId: idFor<OrderId>(reference),
      reference,
      amountKobo: toKobo(1_600_000n),
      status: 'paid',
      bookedFeeKobo: toKobo(2_500n),
      sentAt: null,
    })),
    lines: references.map((reference) => ({
      reference,
      amountKobo: toKobo(1_600_000n),
      feeKobo: toKobo(2_500n),
      state: 'paid',
      madeAt,
    })),
  };
}

async function report(measured: readonly Measured[]): Promise<void> {
  const [small, large] = measured;
  if (small === undefined || large === undefined) throw new Error('nothing was measured');
  const grown = (of: (one: Measured) => number): number => of(large) / Math.max(1, of(small));
  const count = (entries: number): string => entries.toLocaleString('en-GB');
  const growth = (of: (one: Measured) => number) => ({
    what: `… beside ${count(small.entries)}`,
    value: grown(of),
    unit: '×',
    goal: { atMost: large.entries / small.entries },
  });
  await writeResult('reconciliation', {
    rounds: 1,
    figures: [
      { what: `the ledger of ${count(large.entries)} entries recomputed`, value: large.ledgerMs / 1000, unit: 's' },
      growth(({ ledgerMs }) => ledgerMs),
      {
        what: `${count(large.entries)} payouts compared with a statement, by processor time`,
        value: large.statementOwnMs / 1000,
        unit: 's',
        and: [{ what: 'memory', value: large.memory / MEBIBYTE, unit: 'MiB' }],
      },
      growth(({ statementOwnMs }) => statementOwnMs),
    ],
    details: measured,
  });
}
