// After any sequence of payments and reorganisations, the credited deposits are exactly those of the winning chain that
// are final by the policy, whatever the provider did in between. The sequences are random and the same in every run.
import { createTestCardano, type TestCardano } from '@kobogate/testkit/chains/cardano/cardano.ts';
import { makeTransaction } from '@kobogate/testkit/chains/cardano/node.ts';
import { startProvider } from '@kobogate/testkit/chains/provider.ts';
import { openQuickLine } from '@kobogate/testkit/chains/quick-line.ts';
import { createSchedules, DEEPEST, runSchedules } from '@kobogate/testkit/chains/schedules.ts';
import { createTally } from '@kobogate/testkit/chains/tally.ts';
import { readToEnd, suffer, TROUBLES } from '@kobogate/testkit/chains/troubles.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { watchNetwork } from '../../../custody/deposits/watch-network.ts';

const NEEDED = 3;
const SCHEDULES = createSchedules(20);
const tally = createTally('Cardano');
let cardano: TestCardano;

beforeAll(async () => {
  cardano = await createTestCardano(NEEDED);
  // From the first block on, so that the deepest reorganisation stays within the blocks already read.
  await cardano.watchAll();
  cardano.node.mine(100);
});
afterAll(async () => {
  tally.write();
  await cardano.stop();
});

test(
  `[D6] ${SCHEDULES.count} random reorganisations of depth 1 to ${DEEPEST} leave exactly what the chain has`,
  { timeout: SCHEDULES.timeout },
  async () => {
    const { userId, address } = await cardano.createUser();
    const { node } = cardano;
    const provider = await startProvider({ target: node.url });
    const watching = cardano.watchAt(openQuickLine(provider.url));
    const deepest = await runSchedules(
      {
        confirmations: NEEDED,
        pay: (amount) => makeTransaction([{ address, lovelace: amount }]),
        extend: (transactions) => node.extend([...transactions]),
        cut: (depth) => node.cut(depth),
        height: () => node.height(),
        agree: async (expected, when) => {
          const done = await suffer([provider], TROUBLES, SCHEDULES, () => watchNetwork(watching));
          await readToEnd(() => watchNetwork(watching));
          expect(tally.count(done, expected, await cardano.balanceOf(userId)), when).toBe(expected);
        },
      },
      SCHEDULES,
    );
    await provider.close();
    expect(deepest).toBeGreaterThan(32);
  },
);
