// A seed replays exactly only if nothing in it happens by the database's own time: here a wait for a lock ends as simulated
// time and the order of turns say, however long the machine takes.
import { setTimeout as reallyWait } from 'node:timers/promises';
import { silentLog } from '@kobogate/testkit/platform/log.ts';
import { createTemporaryFolder, type TemporaryFolder } from '@kobogate/testkit/platform/temporary-folder.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../apps/server/src/platform/clock.ts';
import { limitLockWaits, type SocketAddress } from '../../apps/server/src/platform/database.ts';
import { errorCode } from '../../apps/server/src/platform/database-errors.ts';
import { startEmbeddedPostgres } from '../../apps/server/src/platform/embedded-postgres.ts';
import { Books } from '../world/books.ts';
import { Gate, type Task } from './gate.ts';
import { Machine, running, type SimProcess, useMachine } from './machine.ts';
import { closeConnections, Pool } from './pg.ts';
import { setTimeout as pause } from './timers-promises.ts';

const STATEMENT_MS = 30_000;

let folder: TemporaryFolder;
let postgres: { address: SocketAddress; stop: () => Promise<void> };
let books: Books;
let machine: Machine;
let gate: Gate;
let tasks: Task[];

beforeAll(async () => {
  folder = await createTemporaryFolder('gate');
  postgres = await startEmbeddedPostgres({ dataDir: folder.path, log: silentLog });
  books = new Books(postgres.address);
  await books.open();
  await books.query(`alter system set deadlock_timeout = '1h'`);
  await books.query('select pg_reload_conf()');
  await books.query('create table thing (id int primary key, writes int not null default 0)');
  await books.query('insert into thing select generate_series(1, 3)');
});

afterAll(async () => {
  await closeConnections();
  await books.close();
  await postgres.stop();
  await folder.remove();
});

beforeEach(() => {
  machine = new Machine(() => 0);
  useMachine(machine);
  gate = new Gate(machine, books);
  gate.pass = async (milliseconds) => void (machine.nowMs += milliseconds);
  tasks = [];
});

/** A transaction's steps: the ids of rows that it locks with one statement, one that it writes, or a time to which it pauses. */
type Step = { readonly lock: readonly number[] } | { readonly put: number } | { readonly until: number };

const PUT = 'insert into thing values ($1) on conflict (id) do update set writes = thing.writes + 1';

/** How a transaction ended, and when. */
interface Ended {
  code: string | undefined;
  atMs: number;
}

/** Begins a transaction in a process of its own. */
function begin(steps: readonly Step[], limitMs?: number): Ended {
  const start = machine.nowMs;
  const ended: Ended = { code: 'none', atMs: -1 };
  const process: SimProcess = { id: tasks.length, isDead: false, skewMs: 0, death: null, onDeath: new Set() };
  const task: Task = { process, isDone: false };
  tasks.push(task);
  const work = async (): Promise<void> => {
    const client = await new Pool({ ...postgres.address, statement_timeout: STATEMENT_MS }).connect();
    const query = async (text: string, values: readonly unknown[] = []): Promise<never[]> => {
      await client.query({ text, values: [...values] });
      return [];
    };
    await query('begin isolation level read committed');
    try {
      if (limitMs !== undefined)
        await limitLockWaits(
          { inTransaction: true, database: postgres, clock: systemClock, announce: () => undefined, query },
          limitMs,
        );
      for (const step of steps) {
        if ('until' in step) await pause(start + step.until - machine.nowMs);
        else if ('put' in step) await query(PUT, [step.put]);
        else await query('select from thing where id = any($1) order by id for update', [step.lock]);
      }
      await query('commit');
      ended.code = 'committed';
    } catch (error) {
      ended.code = errorCode(error);
      await query('rollback');
    }
    ended.atMs = machine.nowMs - start;
    client.release();
    task.isDone = true;
  };
  void running.run(process, work);
  return ended;
}

/** Gives turns until all have ended: the gate alone sees nothing more to do while the last pause has just ended. */
async function settle(): Promise<void> {
  while (tasks.some(({ isDone }) => !isDone)) await gate.settle([]);
}

describe('a wait for a lock', () => {
  it('goes on for as long as its limit in simulated time, whatever the machine takes', async () => {
    gate.pass = async (milliseconds) => {
      await reallyWait(300);
      machine.nowMs += milliseconds;
    };
    begin([{ lock: [1] }, { until: 40 }]);
    const waiting = begin([{ lock: [1] }], 50);
    await settle();
    expect(waiting).toEqual({ code: 'committed', atMs: 40 });
  });

  it('ends at its limit in simulated time', async () => {
    const holding = begin([{ lock: [1] }, { until: 120_000 }]);
    const waiting = begin([{ lock: [1] }], 20_000);
    await settle();
    expect([holding, waiting]).toEqual([
      { code: 'committed', atMs: 120_000 },
      { code: '55P03', atMs: 20_000 },
    ]);
  });

  it('ends before a turn, if time has gone on beyond its limit until then', async () => {
    const start = machine.nowMs;
    begin([{ lock: [1] }, { until: 20 }]);
    const waiting = begin([{ lock: [1] }], 1_000);
    gate.beforeTurn = async () => {
      if (machine.nowMs === start + 20) machine.nowMs += 60_000;
    };
    await settle();
    expect(waiting).toEqual({ code: '55P03', atMs: 60_020 });
  });

  it('has its limit again for the next lock of its statement', async () => {
    begin([{ lock: [1] }, { until: 40 }]);
    begin([{ lock: [2] }, { until: 120 }]);
    const waiting = begin([{ lock: [1, 2] }], 50);
    await settle();
    expect(waiting).toEqual({ code: '55P03', atMs: 90 });
  });

  it('ends with the time of its statement where it has no limit', async () => {
    begin([{ lock: [1] }, { until: 120_000 }]);
    const waiting = begin([{ lock: [1] }]);
    await settle();
    expect(waiting).toEqual({ code: '57014', atMs: STATEMENT_MS });
  });
});

it('a pause takes whole milliseconds, as Node’s timers do', async () => {
  const committed = begin([{ until: 2.9 }]);
  await settle();
  expect(committed).toEqual({ code: 'committed', atMs: 2 });
});

describe('a lock that many wait for', () => {
  it('is given to them in the order of their waits', async () => {
    const commits: string[] = [];
    gate.onTurn = (line) => {
      if (line.endsWith('sql commit')) commits.push(line.split(' ')[1] ?? '');
    };
    begin([{ put: 1 }, { until: 20 }]);
    // Each waits for the end of the same transaction, which wakes all of them at once.
    for (let each = 1; each <= 8; each += 1) begin([{ put: 1 }]);
    await settle();
    expect(commits.join(' ')).toBe('0 1 2 3 4 5 6 7 8');
  });
});

describe('a deadlock', () => {
  it.each([
    { first: 20, second: 30, codes: ['committed', '40P01'] },
    { first: 30, second: 20, codes: ['40P01', 'committed'] },
  ])('ends the wait that closed the circle: of $first and $second', async ({ first, second, codes }) => {
    begin([{ lock: [3] }, { until: 100 }]);
    // Something waits already, so that time goes from pause to pause.
    begin([{ lock: [3] }]);
    const ends = [
      begin([{ lock: [1] }, { until: first }, { lock: [2] }]),
      begin([{ lock: [2] }, { until: second }, { lock: [1] }]),
    ];
    await settle();
    expect(ends).toEqual(codes.map((code) => ({ code, atMs: 30 })));
  });

  it('ends the statement that got a lock and closed the circle by waiting for its next one', async () => {
    begin([{ lock: [1] }, { until: 40 }]);
    const moving = begin([{ lock: [3] }, { lock: [1, 2] }]);
    const waiting = begin([{ lock: [2] }, { until: 30 }, { lock: [3] }]);
    await settle();
    expect([moving, waiting]).toEqual([
      { code: '40P01', atMs: 40 },
      { code: 'committed', atMs: 40 },
    ]);
  });
});
