// After any sequence of payments, forks of the best chain and pauses of finality, the credited deposits are exactly
// those in final blocks, deep enough by the policy. The sequences are random and the same in every run.
import { EVENTS } from '@kobogate/testkit/chains/polkadot/node.ts';
import {
  createTestPolkadot,
  STRANGER,
  succeeded,
  type TestPolkadot,
} from '@kobogate/testkit/chains/polkadot/polkadot.ts';
import { startProvider } from '@kobogate/testkit/chains/provider.ts';
import { openQuickLine } from '@kobogate/testkit/chains/quick-line.ts';
import { comeBack, createSchedules, DEEPEST } from '@kobogate/testkit/chains/schedules.ts';
import { createTally } from '@kobogate/testkit/chains/tally.ts';
import { readToEnd, suffer, TROUBLES } from '@kobogate/testkit/chains/troubles.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { watchNetwork } from '../../../custody/deposits/watch-network.ts';

const NEEDED = 3;
const SCHEDULES = createSchedules(20);
const tally = createTally('Polkadot');
let polkadot: TestPolkadot;

beforeAll(async () => {
  polkadot = await createTestPolkadot(NEEDED);
  await polkadot.watchAll();
});
afterAll(async () => {
  tally.write();
  await polkadot.stop();
});

interface Payment {
  readonly amount: bigint;
  readonly height: number;
}

test(
  `[D6] ${SCHEDULES.count} random reorganisations of depth 1 to ${DEEPEST} leave exactly what the final blocks have`,
  { timeout: SCHEDULES.timeout },
  async () => {
    const { userId, address } = await polkadot.createUser();
    const { node } = polkadot;
    const { random } = SCHEDULES;
    const provider = await startProvider({ target: node.url });
    const watching = polkadot.watchAt(openQuickLine(provider.url));
    let payments: Payment[] = [];
    const depths = new Set<number>();
    const height = (): number => node.chain.best().header.number;
    const final = (): number => node.chain.finalised().header.number;

    function extend(again: readonly Payment[]): void {
      const fresh = random(3) > 0 ? [] : [{ amount: BigInt(random(1_000_000) + 1) }];
      const all = [...again, ...fresh];
      node.extend(all.map(({ amount }) => succeeded(EVENTS.transfer(STRANGER, address, amount))));
      payments = [...payments, ...all.map(({ amount }) => ({ amount, height: height() }))];
    }
    const expected = (): bigint =>
      payments
        .filter((payment) => final() - payment.height + 1 >= NEEDED)
        .reduce((sum, { amount }) => sum + amount, 0n);

    async function agree(when: string): Promise<void> {
      const done = await suffer([provider], TROUBLES, SCHEDULES, () => watchNetwork(watching));
      await readToEnd(() => watchNetwork(watching));
      expect(tally.count(done, expected(), await polkadot.balanceOf(userId)), when).toBe(expected());
    }

    for (let schedule = 0; schedule < SCHEDULES.count; schedule += 1) {
      // Now and then finality pauses for long, so that a deep part of the chain can still be replaced.
      const isPause = random(6) === 0;
      const grown = isPause ? DEEPEST + random(8) : random(6) + 1;
      for (let left = grown; left > 0; left -= 1) extend([]);
      if (!isPause) node.chain.finalise(final() + random(height() - final() + 1));
      await agree(`schedule ${schedule}, before`);

      const depth = Math.min(height() - final(), random(DEEPEST) + 1);
      depths.add(depth);
      node.chain.cut(depth);
      const lost = payments.filter((payment) => payment.height > height());
      payments = payments.filter((payment) => payment.height <= height());
      const { soon, later } = comeBack(lost, SCHEDULES);
      extend(soon);
      for (let left = depth; left > 1; left -= 1) extend([]);
      extend(later);
      await agree(`schedule ${schedule}, depth ${depth}`);
      if (isPause) node.chain.finalise(height() - random(4));
    }
    node.finaliseAll();
    await agree('at the end');
    await provider.close();
    expect(Math.max(...depths)).toBeGreaterThan(32);
    expect(expected()).toBeGreaterThan(0n);
  },
);
