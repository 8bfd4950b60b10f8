// Only one holder has a lease at a time; after a release or expiry another can take it, and the old holder can no
// longer write.
import { createTestDatabase, type TestDatabase } from '@kobogate/testkit/platform/database.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from './identifiers.ts';
import { createLease } from './lease.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());

test('one of many gets it and keeps it until it releases it', async () => {
  const name = newId();
  const leases = Array.from({ length: 8 }, (_, index) => createLease(db.database, name, `holder-${index}`, 60_000));
  const got = await Promise.all(leases.map((lease) => lease.acquire()));
  expect(got.filter(Boolean)).toHaveLength(1);
  const holder = leases[got.indexOf(true)];
  const other = leases[got.indexOf(false)];
  expect([await holder?.renew(), await other?.renew(), await holder?.acquire()]).toEqual([true, false, true]);
  await other?.release();
  expect(await other?.acquire()).toBe(false);
  await holder?.release();
  expect(await other?.acquire()).toBe(true);
});

test('[I4] a lease that has run out by the database clock goes to another holder, and the old one may not write any more', async () => {
  const name = newId();
  const old = createLease(db.database, name, 'old', 60_000);
  const next = createLease(db.database, name, 'next', 60_000);
  await old.acquire();
  expect(await db.database.transaction((tx) => old.isHeldWithin(tx))).toBe(true);
  await db.database.query(`update lease set expires_at = clock_timestamp() - interval '1 ms' where name = $1`, [name]);
  expect(await old.renew()).toBe(false);
  expect(await db.database.transaction((tx) => old.isHeldWithin(tx))).toBe(false);
  expect(await next.acquire()).toBe(true);
  expect(await old.acquire()).toBe(false);
});
