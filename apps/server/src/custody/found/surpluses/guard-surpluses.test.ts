// Coins without a known payment are looked for once a newer block was read, for as long as a provider fails ten minutes at
// the most, and not at all where blocks are proved whole; only then the network stops.
import { createTestDatabase } from '@kobogate/testkit/platform/database.ts';
import { silentLog } from '@kobogate/testkit/platform/log.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { systemClock } from '../../../platform/clock.ts';
import { type Chain, NodeFault } from '../../deposits/chain.ts';
import { createProviders } from '../../watching/providers.ts';
import { createWatchList } from '../../watch-list/watch-list.ts';
import { insertSuspected, listOpen } from './db.ts';
import { guardSurpluses } from './guard-surpluses.ts';

let made: Awaited<ReturnType<typeof createTestDatabase>>;
beforeEach(async () => {
  made = await createTestDatabase();
  await made.database.query(`insert into watcher (network, start_height) values ('cardano', 1)`);
  await made.database.query(
    `insert into block (network, height, hash, parent_hash) values ('cardano', 100, 'a', ''), ('cardano', 101, 'b', 'a')`,
  );
  await insertSuspected(made.database, 'cardano', [
    { asset: 'ADA@cardano', amount: 5n, addressKeys: ['ours'], places: [], seenHeight: 100n },
  ]);
});
afterEach(() => made.drop());

/** A guard at a provider whose index is asked by way of `paidIn`. */
function guardAt(chain: Partial<Chain>) {
  const { database } = made;
  const asked: string[] = [];
  const block = { height: 101n, hash: 'b', parentHash: 'a' };
  const whole: Chain = {
    network: 'cardano',
    family: 'cardano',
    look: () => Promise.resolve({ head: block, block }),
    headers: () => Promise.resolve([]),
    scan: () => Promise.resolve([]),
    paidIn: (keys) => {
      asked.push(...keys);
      return Promise.resolve({ heights: [], isWhole: true });
    },
    ...chain,
  };
  const guard = guardSurpluses(
    {
      database,
      clock: systemClock,
      log: silentLog,
      watchList: createWatchList(database, 'cardano'),
      providers: createProviders([{ chain: whole, host: 'node' }], 10),
      publicOrigin: 'https://kobogate.test',
    },
    { confirmations: 1 },
    'cardano',
  );
  return { guard, asked };
}
const isStopped = async () => (await listOpen(made.database, 'cardano')).map((surplus) => surplus.isStopped);

test('[D14] nothing is asked before a newer block was read; then the index is, for the addresses, and the network stops', async () => {
  const { guard, asked } = guardAt({});
  expect(await guard.mustWait()).toBeNull();
  expect(guard.isSearching()).toBe(true);
  await guard.search(100n);
  expect([asked, await isStopped()]).toEqual([[], [false]]);
  await guard.search(101n);
  expect([asked, await isStopped()]).toEqual([['ours'], [true]]);
  expect(await guard.mustWait()).toMatch(/more than their known payments/);
  expect(guard.isSearching()).toBe(false);
});

test.each([
  ['fails', { paidIn: () => Promise.reject(new NodeFault('busy')) }],
  [
    'is on a fork',
    { look: () => Promise.resolve({ head: { height: 101n, hash: 'x', parentHash: 'y' }, block: null }) },
  ],
] as const)('[D14] while a provider %s the network goes on, and stops after ten minutes', async (_, chain) => {
  const first = guardAt(chain).guard;
  await first.mustWait();
  await first.search(101n);
  expect(await isStopped()).toEqual([false]);
  // A process that starts later goes on from the same moment.
  await made.database.query(`update balance_surplus set found_at = found_at - interval '11 minutes'`);
  const later = guardAt(chain).guard;
  await later.mustWait();
  await later.search(101n);
  expect(await isStopped()).toEqual([true]);
});

test('[D14] where blocks are proved whole no provider is asked, and the network stops at once', async () => {
  const { guard, asked } = guardAt({ isProven: true });
  await guard.mustWait();
  await guard.search(101n);
  expect([asked, await isStopped()]).toEqual([[], [true]]);
});
