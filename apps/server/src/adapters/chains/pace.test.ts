// A provider's limits are found by asking for less, kept, and tried again after a time: they change with its plans.
import { expect, test } from 'vitest';
import { silentLog } from '@kobogate/testkit/platform/log.ts';
import type { Chain } from '../../custody/index.ts';
import { createBitcoinChain } from './bitcoin/bitcoin-chain.ts';
import { createCardanoChain } from './cardano/cardano-chain.ts';
import { createEvmChain } from './evm/evm-chain.ts';
import { createPace, inPacedSteps } from './pace.ts';
import { createPolkadotChain } from './polkadot/polkadot-chain.ts';
import { createSolanaChain } from './solana/solana-chain.ts';
import { createTronChain } from './tron/tron-chain.ts';

/** Asks `times` requests of a provider that takes `limit` at most; answers how many were refused. */
function ask(pace: ReturnType<typeof createPace>, limit: number, times: number): number {
  let refused = 0;
  for (let request = 0; request < times; request += 1) {
    const size = pace.size();
    if (size > limit) {
      refused += 1;
      pace.refused(size);
    } else pace.done(size);
  }
  return refused;
}

test.each([1, 2, 3, 5, 10, 17, 20])(
  '[K3][D11] a limit of %i is found within few refusals, and the work stays at it',
  (limit) => {
    const pace = createPace(20, () => 0);
    expect(ask(pace, limit, 200)).toBeLessThanOrEqual(8);
    expect(pace.size()).toBe(limit);
    expect(ask(pace, limit, 200)).toBe(0);
  },
);

test('[K3][D11] a limit that is lifted is noticed, and one that is lowered too', () => {
  let now = 0;
  const pace = createPace(20, () => now);
  ask(pace, 5, 100);
  expect(pace.size()).toBe(5);
  now += 3_600_001;
  ask(pace, 20, 100);
  expect(pace.size()).toBe(20);
  ask(pace, 1, 10);
  expect(pace.size()).toBe(1);
});

test('[D11] after an outage, in which the smallest request failed too, the work is soon at its old size again', () => {
  const pace = createPace(20, () => 0);
  for (let failed = 0; failed < 30; failed += 1) pace.refused(pace.size());
  expect(pace.size()).toBe(1);
  expect(ask(pace, 20, 50)).toBe(0);
  expect(pace.size()).toBe(20);
});

test('[D11] a provider that never gets through many blocks at once is read in as many as it gets through', async () => {
  const given: bigint[] = [];
  const scan: Chain['scan'] = async (from, to) => {
    if (to - from >= 6n) throw new Error('a block did not come in time');
    for (let height = from; height <= to; height += 1n) given.push(height);
    return [];
  };
  const paced = inPacedSteps(scan);
  let failures = 0;
  for (let looks = 0; looks < 100; looks += 1) {
    const next = (given.at(-1) ?? 0n) + 1n;
    await paced
      .scan(next, next + BigInt(paced.step()) - 1n, () => Promise.resolve(new Set()))
      .catch(() => (failures += 1));
  }
  expect(failures).toBeLessThan(10);
  expect(given).toEqual(given.map((_, index) => BigInt(index + 1)));
  expect(given.length).toBeGreaterThan(400);
});

// Nothing listens there.
const provider = 'http://127.0.0.1:9';
test.each([
  createEvmChain({ network: 'ethereum', provider }),
  createTronChain({ provider }),
  createBitcoinChain({ provider }),
  createSolanaChain({ provider }),
  createCardanoChain({ provider, log: silentLog }),
  createPolkadotChain({ provider }),
])('[D11] the steps of $network become smaller where its provider fails', async (chain) => {
  expect(chain.step?.()).toBe(20);
  await expect(chain.scan(1n, 20n, () => Promise.resolve(new Set()))).rejects.toThrow(/can’t be reached/);
  expect(chain.step?.()).toBe(10);
});
