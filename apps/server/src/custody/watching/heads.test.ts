// Announced blocks wake a watcher at once and let it poll less often; one that is late, ahead of what is found, or comes
// while every look fails changes nothing about polling.
import { createTestChain } from '@kobogate/testkit/custody/chain.ts';
import { createTestDatabase } from '@kobogate/testkit/platform/database.ts';
import { silentLog } from '@kobogate/testkit/platform/log.ts';
import { expect, test } from 'vitest';
import { systemClock } from '../../platform/clock.ts';
import { createTakeLease } from '../../platform/lease.ts';
import type { Chain } from '../deposits/chain.ts';
import { createWatchList } from '../watch-list/watch-list.ts';
import { createWakeUps, type Heads, type HeadsStatus, stretchPause } from './heads.ts';
import { createProviders } from './providers.ts';
import { createWatcher } from './watcher.ts';

const LIVE: HeadsStatus = { state: 'live', height: 100n, gapMs: 12_000, lastError: null, lastErrorAt: null };
const at = (headHeight: bigint, isFirst = false) => ({ headHeight, isFirst });

test('the pause grows while blocks are announced, and is the usual one as soon as one is late or the connection ends', () => {
  const pause = (status: Partial<HeadsStatus & { quietMs: number }>, usual = 12_000): number =>
    stretchPause(usual, [{ ...LIVE, quietMs: 0, ...status }], at(100n));
  expect(pause({})).toBe(36_000);
  expect(pause({ quietMs: 36_001 })).toBe(12_000);
  expect(pause({ state: 'down' })).toBe(12_000);
  expect(pause({ gapMs: null })).toBe(12_000);
  // Announcements that come seldom, as a liar's may, stretch it to four times the usual pause, and a minute at most.
  expect(pause({ gapMs: 600_000 })).toBe(48_000);
  expect(pause({ gapMs: 600_000 }, 50_000)).toBe(60_000);
  // On a fast chain the poll is no faster than it was.
  expect(pause({ gapMs: 250 }, 3_000)).toBe(3_000);
  // A budget that asks for a longer pause keeps it.
  expect(pause({}, 90_000)).toBe(90_000);
  expect(stretchPause(12_000, [], at(100n))).toBe(12_000);
});

test('a block that was announced and not found is looked for once more soon, and then at the usual pace', () => {
  const announced = [{ ...LIVE, height: 101n, quietMs: 0 }];
  expect(stretchPause(12_000, announced, at(100n, true))).toBe(2_000);
  expect(stretchPause(12_000, announced, at(100n))).toBe(12_000);
});

/** Announcements by hand. */
function createTestHeads() {
  let wake: (() => void) | undefined;
  let status: HeadsStatus = { ...LIVE, height: null, gapMs: null };
  const heads: Heads = {
    start: (given) => {
      wake = given;
    },
    stop: () => {
      wake = undefined;
    },
    status: () => status,
    quietMs: () => 0,
  };
  return {
    heads,
    isListening: () => wake !== undefined,
    announce: (height: bigint) => {
      status = { ...status, height };
      wake?.();
    },
  };
}

async function watch(chain: Chain, pollMs: number, leaseMs?: number) {
  const { database, drop } = await createTestDatabase();
  const { heads, isListening, announce } = createTestHeads();
  const watcher = createWatcher({
    database,
    providers: createProviders([{ chain, host: 'node', heads }], 10),
    watchList: createWatchList(database, 'evm'),
    confirmations: 2,
    clock: systemClock,
    log: silentLog,
    board: { take: createTakeLease(database), wait: () => () => undefined, hasCandidates: async () => false },
    holder: 'first',
    pollMs,
    ...(leaseMs === undefined ? {} : { leaseMs }),
  });
  watcher.start();
  const stop = async () => {
    await watcher.stop();
    await drop();
  };
  return { database, isListening, announce, stop };
}

test('an announced block is read at once, however long the pause; looks never run beside each other', async () => {
  const chain = createTestChain();
  let [looks, running, most] = [0, 0, 0];
  const look: Chain['look'] = async (height) => {
    looks += 1;
    running += 1;
    most = Math.max(most, running);
    try {
      return await chain.look(height);
    } finally {
      running -= 1;
    }
  };
  const { database, announce, isListening, stop } = await watch({ ...chain, look }, 3_600_000);
  await expect.poll(() => looks).toBeGreaterThan(0);
  expect(isListening()).toBe(true);
  const before = looks;
  chain.extend([]);
  // A storm of them is one look, three seconds after the last one at the earliest.
  for (let times = 0; times < 1_000; times += 1) announce(1n);
  const tip = async () =>
    (await database.query<{ tip: bigint | null }>(`select max(height) as tip from block`))[0]?.tip;
  await expect.poll(tip, { timeout: 15_000 }).toBe(1n);
  expect(looks - before).toBeLessThanOrEqual(3);
  expect(most).toBe(1);
  const [provider] = await database.query(`select heads, heads_error from network_provider`);
  expect(provider).toEqual({ heads: 'live', heads_error: null });
  await stop();
  expect(isListening()).toBe(false);
});

test('announcements do not cut short the pause of a network whose looks fail, nor one that a budget of calls asks for', () => {
  const { heads, announce } = createTestHeads();
  let woken = 0;
  const wake = (): void => {
    woken += 1;
  };
  const wakeUps = createWakeUps([{ heads }], { wake, pollMs: 0 });
  wakeUps.start();
  announce(1n);
  expect(woken).toBe(1);
  wakeUps.failed();
  announce(2n);
  expect(woken).toBe(1);
  wakeUps.pauseMs(0, 2n);
  announce(3n);
  expect(woken).toBe(2);
  wakeUps.stop();
  const thrifty = createWakeUps([{ heads, line: { paceMs: () => 60_000 } }], { wake, pollMs: 0 });
  thrifty.start();
  thrifty.looks();
  announce(4n);
  expect(woken).toBe(2);
  thrifty.stop();
});

test('the process that listens keeps the lease over a long pause', async () => {
  const chain = createTestChain();
  const { database, isListening, stop } = await watch(chain, 3_600_000, 100);
  await expect.poll(isListening).toBe(true);
  const renewed = async () => (await database.query<{ xmin: string }>(`select xmin::text from lease`))[0]?.xmin;
  const before = await renewed();
  await expect.poll(renewed).not.toBe(before);
  await stop();
});
