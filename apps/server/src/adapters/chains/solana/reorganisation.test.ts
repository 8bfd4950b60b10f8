// After any sequence of payments, dropped forks and pauses of finality, the credited deposits are exactly those in
// final blocks, deep enough by the policy. The sequences are random and the same in every run.
import { startProvider } from '@kobogate/testkit/chains/provider.ts';
import { openQuickLine } from '@kobogate/testkit/chains/quick-line.ts';
import { comeBack, createSchedules, DEEPEST } from '@kobogate/testkit/chains/schedules.ts';
import type { TestTransaction } from '@kobogate/testkit/chains/solana/node.ts';
import {
  createTestSolana,
  payCoins,
  payTokens,
  type TestSolana,
  USDC,
} from '@kobogate/testkit/chains/solana/solana.ts';
import { createTally } from '@kobogate/testkit/chains/tally.ts';
import { readToEnd, suffer, TROUBLES } from '@kobogate/testkit/chains/troubles.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { watchNetwork } from '../../../custody/deposits/watch-network.ts';

const NEEDED = 3;
const SCHEDULES = createSchedules(20);
const tally = createTally('Solana');
let solana: TestSolana;

beforeAll(async () => {
  solana = await createTestSolana(NEEDED);
  await solana.watchAll();
});
afterAll(async () => {
  tally.write();
  await solana.stop();
});

interface Payment {
  readonly transaction: TestTransaction;
  readonly currency: 'SOL' | 'USDC';
  readonly amount: bigint;
  readonly slot: number;
}

test(
  `[D6] ${SCHEDULES.count} random reorganisations of depth 1 to ${DEEPEST} leave exactly what the final blocks have`,
  { timeout: SCHEDULES.timeout },
  async () => {
    const { userId, address } = await solana.createUser('SOL');
    const { node } = solana;
    const { random } = SCHEDULES;
    const provider = await startProvider({ target: node.url });
    const watching = solana.watchAt(openQuickLine(provider.url));
    let payments: Payment[] = [];
    let slots: number[] = [];
    const depths = new Set<number>();

    function pay(): Omit<Payment, 'slot'> {
      const amount = random(1_000_000) + 1;
      return random(2) === 0
        ? { transaction: payCoins(address, amount), currency: 'SOL', amount: BigInt(amount) }
        : { transaction: payTokens(address, USDC, BigInt(amount)), currency: 'USDC', amount: BigInt(amount) };
    }
    function extend(again: readonly Omit<Payment, 'slot'>[]): void {
      const all = [...again, ...(random(3) > 0 ? [] : [pay()])];
      const skipped = random(4) === 0 ? random(3) + 1 : 0;
      const slot = node.extend(
        all.map(({ transaction }) => transaction),
        skipped,
      );
      slots = [...slots, slot];
      payments = [...payments, ...all.map((payment) => Object.assign({}, payment, { slot }))];
    }
    const expected = (currency: string): bigint =>
      payments
        .filter((payment) => payment.currency === currency && node.finalSlot() - payment.slot + 1 >= NEEDED)
        .reduce((sum, { amount }) => sum + amount, 0n);
    async function agree(when: string): Promise<void> {
      const done = await suffer([provider], TROUBLES, SCHEDULES, () => watchNetwork(watching));
      await readToEnd(() => watchNetwork(watching));
      for (const currency of ['SOL', 'USDC']) {
        const credited = await solana.balanceOf(userId, currency);
        tally.count(done, expected(currency), credited);
        expect(credited, `${when}, ${currency}`).toBe(expected(currency));
      }
    }

    const openBlocks = (): number[] => [...new Set(slots)].filter((slot) => slot > node.finalSlot());
    for (let schedule = 0; schedule < SCHEDULES.count; schedule += 1) {
      // Now and then finality pauses for long, so that a deep part of the chain can still be replaced.
      const isPause = random(6) === 0;
      node.finalise(node.finalSlot());
      for (let left = isPause ? DEEPEST + random(8) : random(6) + 1; left > 0; left -= 1) extend([]);
      if (!isPause) node.finalise(openBlocks()[random(openBlocks().length)] ?? node.finalSlot());
      await agree(`schedule ${schedule}, before`);

      const depth = Math.min(openBlocks().length, random(DEEPEST) + 1);
      depths.add(depth);
      node.cut(depth);
      slots = slots.filter((slot) => slot <= node.slot());
      const lost = payments.filter(({ slot }) => slot > node.slot());
      payments = payments.filter(({ slot }) => slot <= node.slot());
      const { soon, later } = comeBack(lost, SCHEDULES);
      extend(soon);
      for (let left = depth; left > 1; left -= 1) extend([]);
      extend(later);
      await agree(`schedule ${schedule}, depth ${depth}`);
      if (isPause) node.finalise(openBlocks().at(-1 - random(4)) ?? node.finalSlot());
    }
    node.finalise(null);
    await agree('at the end');
    await provider.close();
    expect(expected('SOL') * expected('USDC')).toBeGreaterThan(0n);
    expect(Math.max(...depths)).toBeGreaterThan(32);
  },
);

test('[D6] a node that replaces a final block is not believed: the watcher stops, and credited deposits stay', async () => {
  const { userId, address } = await solana.createUser('SOL');
  solana.node.finalise(null);
  solana.node.extend([payCoins(address, 50)]);
  solana.node.mine(NEEDED);
  await solana.watchAll();
  solana.node.cut(NEEDED + 1);
  solana.node.mine(NEEDED + 8);
  await expect(solana.watchAll()).rejects.toThrow(/final/);
  expect(await solana.balanceOf(userId, 'SOL')).toBe(50n);
});
