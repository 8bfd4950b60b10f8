// After a restore nothing leaves before administrators have checked, every session has ended, and the books are
// verified.
import { randomBytes } from 'node:crypto';
import { dateTimeText } from '@kobogate/contract';
import { type TestBackup, useTestBackup } from '@kobogate/testkit/books/backup.ts';
import { makePayableOrder } from '@kobogate/testkit/payouts/payouts.ts';
import { createTestClock } from '@kobogate/testkit/platform/clock.ts';
import { createBlankDatabase, onServer } from '@kobogate/testkit/platform/database.ts';
import { insertCustomer } from '@kobogate/testkit/sales/orders.ts';
import { expect, test } from 'vitest';
import { endEverySignIn } from '../../identity/index.ts';
import { checkBackup } from '../../platform/backup/check-backup.ts';
import { writeBackup } from '../../platform/backup/write-backup.ts';
import type { Database } from '../../platform/database.ts';
import { migrateWithin } from '../../platform/migrate.ts';
import { findFence, loadDepartures } from '../../controls/fence/db.ts';
import { restoreBackup } from './restore-backup.ts';

/** The key that the fixtures sign quotes with. */
const secretsKey = Buffer.alloc(32, 7);
const FENCE = '0085_fence.sql';

let temporary: TestBackup['folder'];
let source: TestBackup['source'];
let target: TestBackup['target'];
let migrations: TestBackup['migrations'];
useTestBackup((made) => {
  ({ folder: temporary, source, target, migrations } = made);
});

async function restore({ from = source.url, key = secretsKey } = {}) {
  const { folder, contents } = await writeBackup({ address: from, to: temporary.path, secretsKey });
  const now = new Date(Date.parse(contents.takenAt) + 60_000);
  const restored = await restoreBackup(await checkBackup(folder), {
    address: target.url,
    migrations,
    secretsKey: key,
    now,
    endSessions: endEverySignIn,
  });
  return { ...restored, takenAt: new Date(contents.takenAt) };
}

const look = <Result>(work: (database: Database) => Promise<Result>): Promise<Result> => onServer(target.url, work);

test('[I5] the fence is up before a server can start on it, every session has ended, and the books are verified', async () => {
  const people = {
    owner: await insertCustomer(source.database),
    admin: await insertCustomer(source.database, { isAdmin: true }),
  };
  await makePayableOrder({ database: source.database, clock: createTestClock() }, people);
  await source.database.query(
    `insert into session (token_hash, user_id, expires_at) values ($1, $2, now() + interval '1 day')`,
    [randomBytes(32), people.owner.userId],
  );
  const before = await loadDepartures(source.database);
  const { result, takenAt } = await restore();
  expect(result).toMatchObject({ differences: [] });
  expect(result.transactions).toBeGreaterThan(0);
  expect(await look(loadDepartures)).toEqual({ ...before, isFenced: true });
  const fence = await look(findFence);
  expect(fence).toMatchObject({ cause: 'restored', firstLiftedBy: null });
  expect(fence?.reason).toContain(`from the backup of ${dateTimeText(takenAt.toISOString())}`);
  expect(fence?.readFrom.getTime()).toBeLessThanOrEqual(takenAt.getTime());
  expect(await look((database) => database.query(`select 1 from session where revoked_at is null`))).toEqual([]);
});

test('[I5] a quote whose signature does not fit is named, and everything is restored all the same', async () => {
  const people = {
    owner: await insertCustomer(source.database),
    admin: await insertCustomer(source.database, { isAdmin: true }),
  };
  await makePayableOrder({ database: source.database, clock: createTestClock() }, people);
  const { result } = await restore({ key: Buffer.alloc(32, 8) });
  expect(result.differences.join('\n')).toMatch(/quote/);
  expect(await look((database) => database.query(`select 1 from customer_order`))).toHaveLength(1);
});

test('[I5] a backup that is older than the fence is restored behind one', async () => {
  const older = await createBlankDatabase();
  try {
    const before = migrations.filter(({ name }) => name < FENCE);
    await onServer(older.url, (database) => database.transaction((tx) => migrateWithin(tx, before)));
    await restore({ from: older.url });
    expect(await look(findFence)).toMatchObject({ cause: 'restored' });
  } finally {
    await older.drop();
  }
});
