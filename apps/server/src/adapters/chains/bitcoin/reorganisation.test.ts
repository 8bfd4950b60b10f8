// After any sequence of payments and reorganisations, the credited deposits are exactly those of the winning chain that
// are final by the policy. The sequences are random and the same in every run.
import { createTestBitcoin, type TestBitcoin } from '@kobogate/testkit/chains/bitcoin/bitcoin.ts';
import { makeTransaction } from '@kobogate/testkit/chains/bitcoin/node.ts';
import { createSchedules, DEEPEST, runSchedules } from '@kobogate/testkit/chains/schedules.ts';
import { createTally } from '@kobogate/testkit/chains/tally.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

const NEEDED = 3;
const SCHEDULES = createSchedules(60);
const REPLACED = 'blocks replaced at random';
const tally = createTally('Bitcoin');
let bitcoin: TestBitcoin;

beforeAll(async () => {
  bitcoin = await createTestBitcoin(NEEDED);
  // From the first block on, so that the deepest reorganisation stays within the blocks already read.
  await bitcoin.watchAll();
  bitcoin.node.mine(100);
});
afterAll(async () => {
  tally.write();
  await bitcoin.stop();
});

test(
  `[D6] ${SCHEDULES.count} random reorganisations of depth 1 to ${DEEPEST} leave exactly what the chain has`,
  { timeout: SCHEDULES.timeout },
  async () => {
    const { userId, script } = await bitcoin.createUser();
    const { node } = bitcoin;
    const deepest = await runSchedules(
      {
        confirmations: NEEDED,
        pay: (amount) => makeTransaction([{ script, amount }]),
        extend: (transactions) => node.extend([...transactions]),
        cut: (depth) => node.cut(depth),
        height: () => node.height(),
        agree: async (expected, when) => {
          await bitcoin.watchAll();
          expect(tally.count(REPLACED, expected, await bitcoin.balanceOf(userId)), when).toBe(expected);
        },
      },
      SCHEDULES,
    );
    expect(deepest).toBeGreaterThan(32);
  },
);
