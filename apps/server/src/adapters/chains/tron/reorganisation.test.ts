// After any sequence of payments and reorganisations of TRON, those that are credited are exactly those that its chain has
// and calls final, whatever one of two providers did in between. The sequences are random and the same in every run.
import { startProvider } from '@kobogate/testkit/chains/provider.ts';
import { createSchedules } from '@kobogate/testkit/chains/schedules.ts';
import { createTally } from '@kobogate/testkit/chains/tally.ts';
import { EVM_TROUBLES, OMISSIONS, readToEnd, suffer } from '@kobogate/testkit/chains/troubles.ts';
import { createTestTronNetwork } from '@kobogate/testkit/chains/tron/network.ts';
import { readTronAddress } from '@kobogate/addresses';
import { toKobo } from '@kobogate/money';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

vi.setConfig({ hookTimeout: 120_000 });

const SCHEDULES = createSchedules(8);
/** The sandbox's chain keeps the states of about thirty blocks to go back to. */
const DEEPEST = 24;
/** Blocks after which the solidity node has one. */
const FINAL = 3;
const LIES = [...EVM_TROUBLES, ...OMISSIONS];
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
  `[D6][D11][D12] ${SCHEDULES.count} random reorganisations of depth 1 to ${DEEPEST}, at two providers of which one fails, lags or lies, leave exactly what the chain calls final`,
  { timeout: SCHEDULES.timeout },
  async () => {
    const { random } = SCHEDULES;
    const { tron } = network;
    const { userId, address } = await network.createUser('USDT');
    const providers = [await startProvider({ target: tron.url }), await startProvider({ target: tron.url })];
    const urls = providers.map(({ url }) => url);
    const { look, lookForLeftOut } = network.lookAt(urls, { aloneUpTo: toKobo(0n), finalAbove: toKobo(0n) });
    let living: { readonly txid: string; readonly amount: bigint; readonly height: number }[] = [];
    let vanished = 0;

    for (let schedule = 0; schedule < SCHEDULES.count; schedule += 1) {
      for (let left = random(4) + 1; left > 0; left -= 1) {
        const units = random(1_000_000) + 1;
        const txid = await tron.pay('USDT', address, String(units / 1_000_000), random(3) + 1);
        living.push({ txid, amount: BigInt(units), height: (await tron.chain.describe()).height });
      }
      const before = await suffer(providers, LIES, SCHEDULES, look);
      await readToEnd(look);
      const depth = random(3) === 0 ? random(DEEPEST) + 1 : random(6) + 1;
      const kept = (await tron.chain.describe()).height - depth;
      // `height` is that of the newest block after the payment, so that its own may be below: those near the edge stay.
      const drop = living.filter(({ height }) => height - 2 > kept && random(2) === 0).map(({ txid }) => txid);
      vanished += drop.length;
      await tron.chain.reorg(depth, drop, []);
      living = living.filter(({ txid }) => !drop.includes(txid));
      const done = await suffer(providers, LIES, SCHEDULES, look);
      await readToEnd(look);
      await tron.chain.mine(FINAL);
      await readToEnd(look);
      if ([before, done].some((trouble) => /leaves payments out/.test(trouble))) {
        await lookForLeftOut(readTronAddress(address) ?? '');
      }
      await readToEnd(look);
      const expected = living.reduce((sum, { amount }) => sum + amount, 0n);
      const credited = await network.balanceOf(userId, 'USDT@tron');
      expect(tally.count(done, expected, credited), `schedule ${schedule}`).toBe(expected);
    }
    for (const provider of providers) await provider.close();
    expect(vanished).toBeGreaterThan(0);
    expect(living.length).toBeGreaterThan(0);
  },
);
