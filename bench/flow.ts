import { toKobo } from '@kobogate/money';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { silentLog } from '@kobogate/testkit/platform/log.ts';
import { createTemporaryFolder } from '@kobogate/testkit/platform/temporary-folder.ts';
import { insertSamples, type Sample } from '@kobogate/testkit/sales/samples/people.ts';
import { createBudpayRail } from '../apps/server/src/adapters/banks/budpay/budpay.ts';
import { systemClock } from '../apps/server/src/platform/clock.ts';
import type { Database } from '../apps/server/src/platform/database.ts';
import { createDeadline } from '../apps/server/src/platform/deadline.ts';
import { createSandbox } from '../tests/support/sandbox.ts';
import { startBanks } from './lib/banks.ts';
import { fillBooks, openPayments } from './lib/books.ts';
import { createDatabaseMeter, processorOf } from './lib/processes.ts';
import { freePort, type Product, startProduct } from './lib/product.ts';
import { writeResult } from './lib/results.ts';
import { type StandInNode, startStandInNode } from './lib/stand-in-node.ts';
import { median, shuffled, table } from './lib/statistics.ts';

/** Its node stands in for one that costs nothing. */
const OFTEN = { POLL_SECONDS: '0.1', REST_SECONDS: '0.1' };
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 9);
/** Orders in the books. */
const BOOKS = (process.env['BENCH_BOOKS'] ?? '0,1000000').split(',').map(Number);
/** Payments that wait at the same moment. */
const WAITING = (process.env['BENCH_WAITING'] ?? '1,10,100,1000').split(',').map(Number);
const SAMPLES = 50;
/** Blocks after which a payment is final here, with some more. */
const FINAL_BLOCKS = 15;
const LONGEST_MS = 10 * 60_000;
const CALLERS = 16;

/** One measured wave of payments. */
interface Wave {
  /** Payments a second from the blocks to the credit, to the covered payment, and to the bank’s acceptance. */
  readonly credited: number;
  readonly funded: number;
  readonly accepted: number;
  /** For each payment: milliseconds of processor, without what is used when nothing happens; bytes and commits. */
  readonly nodeMs: number;
  readonly postgresMs: number;
  readonly written: number;
  readonly commits: number;
}

interface Cell {
  readonly books: number;
  readonly waiting: number;
  readonly waves: Wave[];
}

/**
 * The whole way of payments by link, from the blocks of the chain to the bank’s acceptance, through the built server:
 * payments a second, processor time and bytes, by how many wait at once and how many orders are in the books; beside
 * the instructions a second that the sandbox’s bank takes from callers that do nothing else.
 */
export async function bench(): Promise<void> {
  const cells: Cell[] = [];
  const bare: number[] = [];
  for (const books of BOOKS) {
    await withProduct(books, async (way) => {
      const here = WAITING.map((waiting): Cell => ({ books, waiting, waves: [] }));
      cells.push(...here);
      // Round 0 warms up and is not counted.
      for (let round = 0; round <= ROUNDS; round += 1) {
        for (const { waiting, waves } of shuffled(here)) {
          const wave = await measure(way, waiting);
          if (round > 0) waves.push(wave);
        }
        const rate = await sendBare(way.bank, 200);
        if (round > 0) bare.push(rate);
      }
    });
  }
  const of = (cell: Cell, read: (wave: Wave) => number): number => median(cell.waves.map(read));
  const head = [
    'orders in the books',
    'waiting',
    'credited/s',
    'funded/s',
    'at the bank/s',
    'node ms',
    'PostgreSQL ms',
    'bytes',
    'commits',
  ];
  const rows = cells.map((cell) => [
    cell.books.toLocaleString('en'),
    String(cell.waiting),
    ...[
      of(cell, ({ credited }) => credited),
      of(cell, ({ funded }) => funded),
      of(cell, ({ accepted }) => accepted),
    ].map((value) => value.toFixed(0)),
    of(cell, ({ nodeMs }) => nodeMs).toFixed(2),
    of(cell, ({ postgresMs }) => postgresMs).toFixed(2),
    of(cell, ({ written }) => written).toFixed(0),
    of(cell, ({ commits }) => commits).toFixed(2),
  ]);
  process.stdout.write(`${table(head, rows)}\n\nThe bank alone: ${median(bare).toFixed(0)} instructions a second.\n`);
  const most = Math.max(...WAITING);
  const [empty, full] = [
    cells.find(({ waiting }) => waiting === most),
    cells.findLast(({ waiting }) => waiting === most),
  ];
  if (empty === undefined || full === undefined) return;
  const processor = ({ nodeMs, postgresMs }: Wave): number => nodeMs + postgresMs;
  await writeResult('flow', {
    rounds: ROUNDS,
    figures: [
      {
        what: `payments of which ${most.toLocaleString('en')} wait, from the chain to the covered payment`,
        value: of(full, ({ funded }) => funded),
        unit: '/s',
        goal: { atLeast: 2000 },
        and: [{ what: 'processor for the whole way', value: of(full, processor), unit: 'ms' }],
      },
      {
        what: '… from the chain to the bank’s acceptance, beside what the bank takes from callers that do nothing else',
        value: of(full, ({ accepted }) => accepted) / median(bare),
        unit: '×',
        goal: { atLeast: 0.5 },
        and: [{ value: of(full, ({ accepted }) => accepted), unit: '/s' }],
      },
      {
        what: `… processor with ${full.books.toLocaleString('en')} orders in the books, beside ${empty.books.toLocaleString('en')}`,
        value: of(full, processor) / of(empty, processor),
        unit: '×',
        goal: { atMost: 1.2 },
      },
    ],
    details: cells,
  });
}

/** What is measured. */
interface Way {
  readonly product: Product;
  readonly node: StandInNode;
  /** The variables by which the server reaches the bank. */
  readonly bank: Readonly<Record<string, string>>;
  readonly samples: readonly Sample[];
  /** Milliseconds of processor that the database has used. */
  readonly ofDatabase: () => Promise<number>;
}

async function withProduct(books: number, work: (way: Way) => Promise<void>): Promise<void> {
  const port = await freePort();
  const node = await startStandInNode();
  const folder = await createTemporaryFolder('bench-flow');
  const banks = await startBanks(`http://127.0.0.1:${port}/api/callbacks/`);
  try {
    const more = { RPC_ETHEREUM: node.url, ROLES: 'api,worker,watcher', DATA_DIR: folder.path, ...OFTEN };
    const product = await startProduct(1, { port, environment: { ...banks.environment, ...more } });
    try {
      const samples = await insertSamples(product.database, SAMPLES);
      await fillBooks(product.database, samples, { count: books, withBooks: true });
      await untilWatching(product.database);
      await work({
        product,
        node,
        bank: banks.environment,
        samples,
        ofDatabase: await createDatabaseMeter(product.database),
      });
    } finally {
      await product.stop();
    }
  } finally {
    await banks.stop();
    await node.stop();
    await folder.remove();
  }
}

/** A watcher begins at the newest block: what was in earlier ones it does not read. */
async function untilWatching(database: Database): Promise<void> {
  while ((await database.query(`select from block limit 1`)).length === 0) await pause(50);
}

interface Counted {
  readonly at: number;
  readonly server: number;
  readonly database: number;
  readonly written: number;
  readonly commits: number;
}

async function readCounts({ product, ofDatabase }: Way): Promise<Counted> {
  const [row] = await product.database.query<{ written: string; commits: bigint }>(
    `select pg_current_wal_lsn() - '0/0'::pg_lsn as written,
       (select xact_commit from pg_stat_database where datname = current_database()) as commits`,
  );
  const [server, database] = [await processorOf(product.pid), await ofDatabase()];
  return { at: performance.now(), server, database, written: Number(row?.written), commits: Number(row?.commits) };
}

async function measure(way: Way, waiting: number): Promise<Wave> {
  const { node, samples, bank } = way;
  const { database } = way.product;
  const opened = await openPayments(database, samples, waiting);
  const orderIds = opened.map(({ orderId }) => orderId);
  const resting = await readCounts(way);
  await pause(1000);
  const before = await readCounts(way);
  const start = Date.now();
  const addresses = opened.map(({ address }) => address);
  node.pay(addresses, opened[0]?.units ?? 0n, FINAL_BLOCKS);
  await untilDone(database, orderIds);
  const after = await readCounts(way);
  const times = await readTimes(database, bank, orderIds);
  const perSecond = (until: Date): number => (waiting * 1000) / Math.max(until.getTime() - start, 1);
  const idle = (after.at - before.at) / (before.at - resting.at);
  const used = (read: (counted: Counted) => number): number =>
    (read(after) - read(before) - (read(before) - read(resting)) * idle) / waiting;
  return {
    credited: perSecond(times.credited),
    funded: perSecond(times.funded),
    accepted: perSecond(times.accepted),
    nodeMs: used(({ server }) => server),
    postgresMs: used((counted) => counted.database),
    written: (after.written - before.written) / waiting,
    commits: (after.commits - before.commits) / waiting,
  };
}

/** Waits until all are paid, and everything that this started is done. */
async function untilDone(database: Database, orderIds: readonly string[]): Promise<void> {
  const start = performance.now();
  for (;;) {
    await pause(50);
    const [row] = await database.query<{ isOpen: boolean }>(
      `select exists (select from customer_order where id = any($1::uuid[]) and payout <> 'paid')
         or exists (select from event where run_at is null and dead_at is null) as "isOpen"`,
      [orderIds],
    );
    if (row?.isOpen === false) return;
    if (performance.now() - start > LONGEST_MS) throw new Error('payments are stuck');
  }
}

/** When the last of the payments was credited, covered, and accepted by the bank. */
async function readTimes(
  database: Database,
  bank: Readonly<Record<string, string>>,
  orderIds: readonly string[],
): Promise<{ credited: Date; funded: Date; accepted: Date }> {
  const rows = await database.query<{ credited: Date; funded: Date; reference: string }>(
    `select d.confirmed_at as credited, e.at as funded, p.reference
     from customer_order o join deposit d on d.address_id = o.address_id join payout p on p.order_id = o.id
     join order_event e on e.order_id = o.id and e.type = 'funded' where o.id = any($1::uuid[])`,
    [orderIds],
  );
  const references = new Set(rows.map(({ reference }) => reference));
  const { origin } = new URL(bank['BUDPAY_URL'] ?? '');
  const accepted = (await createSandbox(origin).transfers()).filter(({ reference }) => references.has(reference));
  if (accepted.length !== orderIds.length) throw new Error(`the bank has ${accepted.length} of ${orderIds.length}`);
  const last = (dates: readonly Date[]): Date => new Date(Math.max(...dates.map((date) => date.getTime())));
  return {
    credited: last(rows.map(({ credited }) => credited)),
    funded: last(rows.map(({ funded }) => funded)),
    accepted: last(accepted.map(({ at }) => new Date(at))),
  };
}

/** Instructions a second that the sandbox's bank takes from callers that do nothing else. */
async function sendBare(environment: Readonly<Record<string, string>>, count: number): Promise<number> {
  const of = (name: string): string => environment[name] ?? '';
  const rail = createBudpayRail({
    url: of('BUDPAY_URL'),
    secretKey: of('BUDPAY_SECRET_KEY'),
    publicKey: of('BUDPAY_PUBLIC_KEY'),
    log: silentLog,
  });
  const start = performance.now();
  let left = count;
  const caller = async (): Promise<void> => {
    for (; left > 0;) {
      left -= 1;
      const instruction = {
        // Not of our references' form: the product stops paying where its bank knows one that the books lack.
        reference: `bare-${randomUUID().replaceAll('-', '')}`,
        amountKobo: toKobo(1_600_000n),
        accountNumber: '0123456785',
        accountName: 'SAMPLE PERSON',
        bankCode: '000013',
        bankName: 'GTBANK',
        narration: 'Kobogate bench',
      };
      const answer = await rail.send(instruction, createDeadline(systemClock, 60_000));
      if (answer.kind !== 'accepted') throw new Error(`the bank did not take an instruction: ${answer.kind}`);
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, caller));
  return (count * 1000) / (performance.now() - start);
}
