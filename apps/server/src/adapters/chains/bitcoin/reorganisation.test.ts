// After any sequence of payments and reorganisations, what is credited is what the chain that won has, final by the
// policy: no more, no less. The sequences are random and the same in every run.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSchedules, DEEPEST } from '../test-schedules.ts';
import { createTestBitcoin, type TestBitcoin } from './test-bitcoin.ts';
import { makeTransaction, type TestTransaction } from './test-node.ts';

const NEEDED = 3;
const SCHEDULES = createSchedules(60);
let bitcoin: TestBitcoin;

beforeAll(async () => {
  bitcoin = await createTestBitcoin(NEEDED);
  // From the first block on, so that the deepest reorganisation stays within what was read.
  await bitcoin.watchAll();
  bitcoin.node.mine(100);
});
afterAll(() => bitcoin.stop());

interface Payment {
  readonly transaction: TestTransaction;
  readonly amount: bigint;
  readonly height: number;
}

test(
  `[D6] ${SCHEDULES.count} random reorganisations of depth 1 to ${DEEPEST} leave exactly what the chain has`,
  { timeout: SCHEDULES.timeout },
  async () => {
    const { userId, script } = await bitcoin.createUser();
    const { node } = bitcoin;
    const { random } = SCHEDULES;
    let payments: Payment[] = [];
    const depths = new Set<number>();

    function extend(again: readonly Payment[]): void {
      const amount = BigInt(random(1_000_000) + 1);
      const fresh = random(3) > 0 ? [] : [{ transaction: makeTransaction([{ script, amount }]), amount }];
      const all = [...again, ...fresh];
      node.extend(all.map(({ transaction }) => transaction));
      const height = node.height();
      payments = [...payments, ...all.map(({ transaction, amount: paid }) => ({ transaction, amount: paid, height }))];
    }
    const expected = (): bigint =>
      payments
        .filter(({ height }) => node.height() - height + 1 >= NEEDED)
        .reduce((sum, { amount }) => sum + amount, 0n);

    for (let schedule = 0; schedule < SCHEDULES.count; schedule += 1) {
      const grown = random(6) + 1;
      for (let left = grown; left > 0; left -= 1) extend([]);
      await bitcoin.watchAll();
      expect(await bitcoin.balanceOf(userId), `schedule ${schedule}, before`).toBe(expected());

      const depth = random(4) === 0 ? random(DEEPEST) + 1 : random(8) + 1;
      depths.add(depth);
      node.cut(depth);
      const lost = payments.filter(({ height }) => height > node.height());
      payments = payments.filter(({ height }) => height <= node.height());
      // Some vanish; some come back in the first new block, some in a later one.
      const back = lost.filter(() => random(3) > 0);
      const soon = back.filter(() => random(2) === 0);
      extend(soon);
      for (let left = depth; left > 1; left -= 1) extend([]);
      extend(back.filter((payment) => !soon.includes(payment)));
      await bitcoin.watchAll();
      expect(await bitcoin.balanceOf(userId), `schedule ${schedule}, depth ${depth}`).toBe(expected());
    }
    expect(Math.max(...depths)).toBeGreaterThan(32);
  },
);
