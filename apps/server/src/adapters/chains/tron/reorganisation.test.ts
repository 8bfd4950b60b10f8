// After any sequence of payments and reorganisations of TRON, those that are credited are exactly those that its chain has
// and calls final. The sequences are random and the same in every run.
import { createSchedules, DEEPEST } from '@kobogate/testkit/chains/schedules.ts';
import { createTally } from '@kobogate/testkit/chains/tally.ts';
import { createTestTronNetwork } from '@kobogate/testkit/chains/tron/network.ts';
import { toKobo } from '@kobogate/money';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

vi.setConfig({ hookTimeout: 120_000 });

const SCHEDULES = createSchedules(8);
/** Blocks after which the solidity node has one. */
const FINAL = 3;
const tally = createTally('TRON');
let network: Awaited<ReturnType<typeof createTestTronNetwork>>;

beforeAll(async () => {
  network = await createTestTronNetwork(1);
  await network.lookAt([network.tron.url], { aloneUpTo: toKobo(0n), finalAbove: null }).lookAll();
  await network.tron.chain.mine(DEEPEST);
});
afterAll(async () => {
  tally.write();
  await network.stop();
});

test(
  `[D6] ${SCHEDULES.count} random reorganisations of depth 1 to ${DEEPEST / 2} leave exactly what the chain calls final`,
  { timeout: SCHEDULES.timeout },
  async () => {
    const { random } = SCHEDULES;
    const { tron } = network;
    const { userId, address } = await network.createUser('USDT');
    // Two addresses of one provider: each word is said twice.
    const urls = [tron.url, tron.url.replace('127.0.0.1', 'localhost')];
    const { lookAll } = network.lookAt(urls, { aloneUpTo: toKobo(0n), finalAbove: toKobo(0n) });
    let living: { readonly txid: string; readonly amount: bigint; readonly height: number }[] = [];
    let vanished = 0;

    for (let schedule = 0; schedule < SCHEDULES.count; schedule += 1) {
      for (let left = random(4) + 1; left > 0; left -= 1) {
        const units = random(1_000_000) + 1;
        const txid = await tron.pay('USDT', address, String(units / 1_000_000), random(3) + 1);
        living.push({ txid, amount: BigInt(units), height: (await tron.chain.describe()).height });
      }
      await lookAll();
      const depth = random(3) === 0 ? random(DEEPEST / 2) + 1 : random(6) + 1;
      const kept = (await tron.chain.describe()).height - depth;
      // `height` is that of the newest block after the payment, so that its own may be below: those near the edge stay.
      const drop = living.filter(({ height }) => height - 2 > kept && random(2) === 0).map(({ txid }) => txid);
      vanished += drop.length;
      await tron.chain.reorg(depth, drop, []);
      living = living.filter(({ txid }) => !drop.includes(txid));
      await lookAll();
      await tron.chain.mine(FINAL);
      await lookAll();
      await lookAll();
      const expected = living.reduce((sum, { amount }) => sum + amount, 0n);
      const credited = await network.balanceOf(userId, 'USDT@tron');
      expect(tally.count('blocks replaced at random', expected, credited), `schedule ${schedule}`).toBe(expected);
    }
    expect(vanished).toBeGreaterThan(0);
    expect(living.length).toBeGreaterThan(0);
  },
);
