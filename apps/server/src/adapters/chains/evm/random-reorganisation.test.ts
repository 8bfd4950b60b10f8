// After any sequence of payments and reorganisations of a real node, the credited deposits are exactly those of the
// winning chain that are final by the policy. The sequences are random and the same in every run.
import { createTestNetwork, reorganise, type TestNetwork } from '@kobogate/testkit/chains/evm/network.ts';
import { startProvider } from '@kobogate/testkit/chains/provider.ts';
import { createSchedules, DEEPEST } from '@kobogate/testkit/chains/schedules.ts';
import { toKobo } from '@kobogate/money';
import { createTally } from '@kobogate/testkit/chains/tally.ts';
import {
  EVM_TROUBLES,
  OMISSIONS,
  readToEnd,
  REPLACED,
  suffer,
  TRACE_TROUBLES,
} from '@kobogate/testkit/chains/troubles.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keccak256, toBeHex, Wallet } from 'ethers';

const NEEDED = 3;
const SCHEDULES = createSchedules(12);
const ETH = 'ETH@ethereum';
const tally = createTally('EVM');
let network: TestNetwork;

beforeAll(async () => {
  network = await createTestNetwork('ethereum', NEEDED);
  // From the first block on, so that the deepest reorganisation stays within the blocks already read.
  await network.watchAll();
});
afterAll(async () => {
  tally.write();
  await network.stop();
});

interface Payment {
  readonly raw: string;
  readonly amount: bigint;
  readonly height: number;
}

/**
 * Reads the chain to its end; with two providers first while one of them fails, lags or lies. Answers what was done to
 * the reader.
 */
async function createReader(isFaulty: boolean) {
  if (!isFaulty) {
    const read = async (): Promise<string> => {
      await network.watchAll();
      return REPLACED;
    };
    return { read, close: () => Promise.resolve() };
  }
  const providers = [
    await startProvider({ target: network.anvil.url }),
    await startProvider({ target: network.anvil.url }),
  ];
  const { look } = network.lookAt(
    providers.map(({ url }) => url),
    { aloneUpTo: toKobo(0n), finalAbove: null },
  );
  return {
    read: async (): Promise<string> => {
      const done = await suffer(providers, [...EVM_TROUBLES, ...TRACE_TROUBLES, ...OMISSIONS], SCHEDULES, look);
      await readToEnd(look);
      await readToEnd(look);
      return done;
    },
    close: async () => {
      await Promise.all(providers.map((provider) => provider.close()));
    },
  };
}

test.each([
  ['of a real node', false],
  ['at two providers of which one fails, lags or lies', true],
])(
  `[D6][D11][D12] ${SCHEDULES.count} random reorganisations %s, of depth 1 to ${DEEPEST}, leave exactly what the chain has`,
  { timeout: SCHEDULES.timeout },
  async (_name, isFaulty) => {
    const { userId, address } = await network.createUser('ETH');
    const { random } = SCHEDULES;
    const reader = await createReader(isFaulty);
    let payments: Payment[] = [];
    const depths = new Set<number>();
    // Each address pays once, so that one vanished payment blocks no other; all have their coins before the first
    // reorganisation.
    const payers = Array.from(
      { length: SCHEDULES.count * 4 },
      (_, at) => new Wallet(keccak256(toBeHex(at + (isFaulty ? 10_001 : 1), 32))),
    );
    for (const payer of payers) await network.fund(payer.address, 10n ** 18n);
    await network.mine(DEEPEST + 10);
    const height = async (): Promise<number> => Number(await network.anvil.rpc('eth_blockNumber'));

    async function grow(): Promise<void> {
      const payer = random(3) === 0 ? payers.pop() : undefined;
      if (payer === undefined) {
        // Now and then a stretch of blocks that is not read, as nothing of ours moves in it.
        await network.mine(random(6) === 0 ? 25 : 1);
        return;
      }
      const amount = BigInt(random(1_000_000) + 1);
      const prices = { gasLimit: 21_000n, gasPrice: 10n ** 10n };
      const raw = await payer.signTransaction({ chainId: 1, nonce: 0, to: address, value: amount, ...prices });
      await network.mineTransaction(raw);
      payments = [...payments, { raw, amount, height: await height() }];
    }
    async function agree(when: string): Promise<void> {
      const behaviour = await reader.read();
      const head = await height();
      const final = payments.filter((payment) => head - payment.height + 1 >= NEEDED);
      const expected = final.reduce((sum, { amount }) => sum + amount, 0n);
      const credited = await network.balanceOf(userId, ETH);
      expect(tally.count(behaviour, expected, credited), when).toBe(expected);
    }

    for (let schedule = 0; schedule < SCHEDULES.count; schedule += 1) {
      for (let left = random(6) + 1; left > 0; left -= 1) await grow();
      await agree(`schedule ${schedule}, before`);

      const depth = random(4) === 0 ? random(DEEPEST) + 1 : random(8) + 1;
      depths.add(depth);
      const kept = (await height()) - depth;
      const lost = payments.filter((payment) => payment.height > kept);
      payments = payments.filter((payment) => payment.height <= kept);
      // Some payments vanish; the others come back in any of the new blocks.
      const back = lost.filter(() => random(3) > 0).map((payment) => ({ payment, slot: random(depth) }));
      await reorganise(
        network.anvil,
        depth,
        back.map(({ payment, slot }) => [payment.raw, slot] as const),
      );
      payments = [
        ...payments,
        ...back.map(({ payment: { raw, amount }, slot }) => ({ raw, amount, height: kept + 1 + slot })),
      ];
      await agree(`schedule ${schedule}, depth ${depth}`);
    }
    expect(Math.max(...depths)).toBeGreaterThan(8);
    expect(payments.length).toBeGreaterThan(0);
    await reader.close();
  },
);
