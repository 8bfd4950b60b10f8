import type { AddressId, OrderId, TransferId, UserId, WalletId } from '@kobogate/contract';
import { join } from 'node:path';
import { decideTransfer, type Verdict } from '@kobogate/server/src/books/recovery/decide-transfer.ts';
import { liftFence } from '@kobogate/server/src/books/recovery/lift-fence.ts';
import { startGate } from '@kobogate/server/src/books/recovery/look-at-banks.ts';
import { readLists } from '@kobogate/server/src/books/recovery/read-lists.ts';
import { viewRecovery } from '@kobogate/server/src/books/recovery/view-recovery.ts';
import { inOrder } from '@kobogate/server/src/events.ts';
import { endEverySignIn } from '@kobogate/server/src/identity/index.ts';
import {
  type BankRail,
  loadNewestPayout,
  type PayoutInstruction,
  type StatementLine,
} from '@kobogate/server/src/payouts/index.ts';
import { systemClock } from '@kobogate/server/src/platform/clock.ts';
import { type Database, openDatabase } from '@kobogate/server/src/platform/database.ts';
import { newId } from '@kobogate/server/src/platform/identifiers.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { idleRail, makePayableOrder, testPayoutDependencies } from '../payouts/payouts.ts';
import { createTestDatabase, onServer, withDatabase } from '../platform/database.ts';
import { silentLog } from '../platform/log.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../platform/temporary-folder.ts';
import { insertCustomer, type TestCustomer } from '../sales/orders.ts';
import { createPayoutWriter } from '@kobogate/server/src/payouts/payout-writer.ts';
import { payoutHandlers } from '@kobogate/server/src/payouts/handlers.ts';
import { createWorker } from '@kobogate/server/src/platform/worker.ts';
import { idFor } from '../contract/ids.ts';

const clock = systemClock;
const log = silentLog;
/** What has to be compared before a fence is lifted in these tests. */
export const compared = { rails: ['budpay'], networks: [] };

interface Made {
  readonly line: StatementLine;
  readonly accountNumber: string;
}

/** For tests: a bank that makes every transfer at once, refuses only a repeated reference, and lists what it made. */
function createTestBank() {
  const made = new Map<string, Made>();
  const script = { isListed: true, state: 'paid' as StatementLine['state'] };
  const make = ({
    reference,
    amountKobo,
    accountNumber,
  }: Pick<PayoutInstruction, 'reference' | 'amountKobo' | 'accountNumber'>): void => {
    const line = { reference, amountKobo, feeKobo: null, state: script.state, madeAt: new Date() };
    made.set(reference, { line, accountNumber });
  };
  const repeats: string[] = [];
  const rail: BankRail = {
    ...idleRail,
    send: async (instruction) => {
      if (made.has(instruction.reference)) {
        repeats.push(instruction.reference);
        return { kind: 'unknown', reason: 'this reference was used before' };
      }
      make(instruction);
      return { kind: 'accepted' };
    },
    find: async (reference) => {
      const found = made.get(reference);
      if (found === undefined) return { kind: 'not-found' };
      const { line, accountNumber } = found;
      if (line.state === 'paid') {
        return { kind: 'paid', sessionId: null, made: { amountKobo: line.amountKobo, accountNumber } };
      }
      return line.state === 'failed' ? { kind: 'failed', reason: 'the bank said no' } : { kind: 'pending' };
    },
    statement: async ({ from, to }) =>
      script.isListed
        ? {
            kind: 'statement',
            lines: [...made.values()].map(({ line }) => line).filter(({ madeAt }) => madeAt >= from && madeAt < to),
          }
        : { kind: 'unanswered', reason: 'no answer' },
  };
  return { rail, made, make, repeats, script };
}

/** The status of an order's newest payout; `none` before the first. */
export const statusOf = async (database: Database, orderId: OrderId): Promise<string> =>
  (await loadNewestPayout(database, orderId))?.status ?? 'none';

/** For tests: a database that can be restored, a bank that keeps its transfers, a customer and three administrators. */
async function createTestRecovery(folder: TemporaryFolder) {
  const { database, url } = await createTestDatabase();
  const opened = new Set([database]);
  const names = [new URL(url).pathname.slice(1)];
  const bank = createTestBank();
  const owner: TestCustomer = await insertCustomer(database);
  const admins: [UserId, UserId, UserId] = [
    await insertAdmin(database),
    await insertAdmin(database),
    await insertAdmin(database),
  ];
  const world = { bank, owner, admins, original: database };

  const fileOf = (name: string): string => join(folder.path, `${name}-${newId()}.json`);

  const makeOrder = (from: Database): Promise<OrderId> =>
    makePayableOrder(
      { database: from, clock },
      { owner, admin: { userId: admins[0], addressId: idFor<AddressId>(''), walletId: idFor<WalletId>('') } },
    );

  /**
   * A server on a database, as it starts: `work` runs due events, optionally of some types alone; `pay` also those that
   * wait.
   */
  async function startServer(on: Database, epochFile: string, { isRecovery = false } = {}) {
    const rails = [bank.rail];
    const endSessions = endEverySignIn;
    const gate = await startGate({ database: on, clock, log, rails, endSessions }, { epochFile, isRecovery });
    const dependencies = testPayoutDependencies({ database: on, clock, rails, gate });
    const writer = createPayoutWriter(dependencies);
    const all = inOrder([payoutHandlers(dependencies)]);
    const work = (types = Object.keys(all)): Promise<void> => {
      const handlers = Object.fromEntries(Object.entries(all).filter(([type]) => types.includes(type)));
      return createWorker({ database: on, clock, log, handlers }).drain();
    };
    return {
      work,
      pay: async (): Promise<void> => {
        await on.query(`update event set run_at = null where type like 'payout.%' or type = 'order.payable'`);
        await work();
      },
      read: () => readLists({ database: on, clock, log, rails, writer }),
      view: () => viewRecovery({ database: on, compared }, { adminId: admins[0] }),
      decide: (id: TransferId, verdict: Verdict, adminId = admins[0]) =>
        decideTransfer({ database: on, clock, log: silentLog }, { id, adminId, verdict }),
      lift: (adminId: UserId) => liftFence({ database: on, clock, log, compared }, { adminId }),
    };
  }

  async function open(name: string): Promise<Database> {
    const again = await openDatabase({ url: withDatabase(url, name), maxConnections: 8, log });
    opened.add(again);
    return again;
  }

  /** A copy of the database as it is now, under another name: what a restore of it gives. */
  async function copy(): Promise<string> {
    const name = `kobogate_copy_${newId().replaceAll('-', '')}`;
    const [source = ''] = names;
    opened.delete(world.original);
    await world.original.close();
    await onServer(withDatabase(url, 'postgres'), (server) =>
      server.query(`create database ${name} template ${source}`),
    );
    names.push(name);
    world.original = await open(source);
    return name;
  }

  /** An order in the backup, and one after it; both were paid before the restore. */
  async function payTwoAndRestore(file = fileOf('epoch')) {
    const kept = await makeOrder(world.original);
    const backup = await copy();
    const before = await startServer(world.original, file);
    await before.pay();
    const lost = await makeOrder(world.original);
    await before.pay();
    await before.pay();
    expect(await statusOf(world.original, lost)).toBe('paid');
    expect(bank.made.size).toBe(2);
    return { kept, lost, restored: await open(backup), file };
  }

  async function drop(): Promise<void> {
    for (const each of opened) await each.close();
    const dropping = (name: string) => (server: Database) => server.query(`drop database ${name} with (force)`);
    for (const name of names) await onServer(withDatabase(url, 'postgres'), dropping(name));
  }

  return Object.assign(world, { fileOf, makeOrder, startServer, payTwoAndRestore, drop });
}

async function insertAdmin(database: Database): Promise<UserId> {
  const { userId } = await insertCustomer(database, { isAdmin: true });
  await database.query(`update bank_account set account_number = '9999999999' where user_id = $1`, [userId]);
  return userId;
}

export type TestRecovery = Awaited<ReturnType<typeof createTestRecovery>>;

/** For a test file: hands each of its tests such a database with everything around it. */
export function useTestRecovery(handOver: (recovery: TestRecovery) => void): void {
  let folder: TemporaryFolder;
  let recovery: TestRecovery;
  beforeAll(async () => {
    folder = await createTemporaryFolder('recovery');
  });
  afterAll(() => folder.remove());
  beforeEach(async () => {
    recovery = await createTestRecovery(folder);
    handOver(recovery);
  });
  afterEach(() => recovery.drop());
}
