// On TRON a payment is credited once its block is final by the solidity node and a second provider has it exactly so,
// whichever blocks are replaced and whatever one provider says.
import { startProvider, type Provider } from '@kobogate/testkit/chains/provider.ts';
import { createTestTronNetwork } from '@kobogate/testkit/chains/tron/network.ts';
import { toKobo } from '@kobogate/money';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { NodeFault } from '../../../custody/index.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

/** Every payment waits for the chain's word, and for a second provider's. */
const EVERYTHING = { aloneUpTo: toKobo(0n), finalAbove: toKobo(0n) };
/** Blocks that the solidity node takes to have one. */
const FINAL = 3;
let network: Awaited<ReturnType<typeof createTestTronNetwork>>;
let first: Provider;
let second: Provider;

beforeAll(async () => {
  network = await createTestTronNetwork(1);
  const target = network.tron.url;
  [first, second] = [await startProvider({ target }), await startProvider({ target })];
  await atBoth().lookAll();
});
beforeEach(() => {
  first.behave({});
  second.behave({});
});
afterAll(async () => {
  await Promise.all([first.close(), second.close()]);
  await network.stop();
});

const atBoth = () => network.lookAt([first.url, second.url], EVERYTHING);

test('[D6] a payment in a block that is replaced before the solidity node has it is credited only where it is afterwards', async () => {
  const { tron } = network;
  const { lookAll } = atBoth();
  const { userId, address } = await network.createUser('USDT');
  const lost = await tron.pay('USDT', address, '40');
  await lookAll();
  expect(await network.deposits(userId)).toMatchObject([{ status: 'confirming', waits_for: 'finality' }]);
  await tron.chain.reorg(1, [lost], []);
  await tron.chain.mine(FINAL);
  await lookAll();
  expect(await network.deposits(userId)).toMatchObject([{ status: 'dropped' }]);
  expect(await network.balanceOf(userId, 'USDT@tron')).toBe(0n);

  const moved = await tron.pay('USDT', address, '7');
  await lookAll();
  await tron.chain.reorg(1, [], [moved]);
  await tron.chain.mine(FINAL);
  await lookAll();
  await lookAll();
  expect(await network.balanceOf(userId, 'USDT@tron')).toBe(7_000_000n);
  expect((await network.deposits(userId)).map(({ status }) => status).toSorted()).toEqual([
    'confirmed',
    'dropped',
    'dropped',
  ]);
});

test('[D6] a payment that was credited is taken back where the chain replaces even what was final', async () => {
  const { tron } = network;
  const { lookAll } = atBoth();
  const { userId, address } = await network.createUser('USDT');
  const txid = await tron.pay('USDT', address, '3.5', FINAL + 1);
  await lookAll();
  expect(await network.balanceOf(userId, 'USDT@tron')).toBe(3_500_000n);
  await tron.chain.reorg(FINAL + 2, [txid], []);
  await tron.chain.mine(FINAL);
  await lookAll();
  expect(await network.balanceOf(userId, 'USDT@tron')).toBe(0n);
  expect(await network.deposits(userId)).toMatchObject([{ status: 'reverted' }]);
});

test('[D12] USDT of which one provider tells another amount, consistently with itself, are not credited', async () => {
  const { userId, address } = await network.createUser('USDT');
  await network.tron.pay('USDT', address, '2', FINAL);
  first.behave({ lie: 'amount' });
  const { lookAll } = atBoth();
  await lookAll();
  await network.tron.chain.mine(1);
  await lookAll();
  expect(await network.balanceOf(userId, 'USDT@tron')).toBe(0n);
  expect(await network.deposits(userId)).toMatchObject([{ waits_for: 'provider', amount: '2000000000' }]);
});

test('[D12] TRX of which one provider’s two APIs tell different amounts are credited once both providers agree', async () => {
  const { address } = await network.createUser('USDT');
  await network.tron.pay('TRX', address, '2', FINAL);
  first.behave({ lie: 'amount' });
  const { lookAll } = atBoth();
  await lookAll();
  // Kept for its sender, as TRX is not on offer.
  const kept = () =>
    network.database.query(`select status, waits_for, amount::text from deposit where asset = 'TRX@tron'`);
  expect(await kept()).toEqual([{ status: 'confirming', waits_for: 'provider', amount: '2000000' }]);
  first.behave({});
  await lookAll();
  expect(await kept()).toEqual([{ status: 'confirmed', waits_for: null, amount: '2000000' }]);
});

test.each([
  ['is down', { down: true }],
  ['answers 429', { busy: 1_000 }],
  ['answers with a page', { lie: 'html' }],
  ['breaks off its answers', { lie: 'half' }],
  ['is on another chain', { lie: 'chain' }],
  ['has fallen behind what was read', { lagBlocks: 5 }],
] as const)('[D9] [D11] a provider that %s is left for the next one in the same look', async (_, manners) => {
  const third = await startProvider({ target: network.tron.url });
  const { userId, address } = await network.createUser('USDT');
  const { look, lookAll, providers } = network.lookAt([first.url, second.url, third.url], EVERYTHING);
  await lookAll();
  await network.tron.pay('USDT', address, '7', FINAL);
  first.behave(manners);
  await look();
  expect(await network.balanceOf(userId, 'USDT@tron')).toBe(7_000_000n);
  expect(providers.all.map(providers.stateOf)).toEqual([expect.stringMatching(/fails|rests/), 'used', 'ready']);
  await third.close();
});

test('[D11] a provider that gives logs of one block at a time, in batches of three, is read to its end', async () => {
  const { userId, address } = await network.createUser('USDT');
  await network.tron.pay('USDT', address, '9', 30);
  first.behave({ rangeLimit: 1, batchLimit: 3 });
  const { look } = atBoth();
  await expect
    .poll(async () => {
      await look().catch(orFault);
      return network.balanceOf(userId, 'USDT@tron');
    })
    .toBe(9_000_000n);
});

test('[D12] [D6] one provider’s word that blocks were replaced is not believed while another still has them', async () => {
  const { userId, address } = await network.createUser('USDT');
  const { look, lookAll, providers } = atBoth();
  await network.tron.pay('USDT', address, '9', FINAL);
  await lookAll();
  first.behave({ lie: 'fork' });
  await network.tron.chain.mine(1);
  await look();
  expect(await network.balanceOf(userId, 'USDT@tron')).toBe(9_000_000n);
  expect(providers.all.map(providers.stateOf)).toEqual(['fails', 'used']);
  await expect(network.lookAt([first.url], EVERYTHING).look()).rejects.toThrow(NodeFault);
});

function orFault(error: unknown): void {
  if (!(error instanceof NodeFault)) throw error;
}
