// Blocks in which no coin of ours moved are not read, however many they are; one payment among them is found, in whichever
// way it is sent.
import { startProvider, type Provider } from '@kobogate/testkit/chains/provider.ts';
import { payingToken, runtimeCode, send } from '@kobogate/testkit/chains/evm/contracts.ts';
import { createTestNetwork, reorganise, type TestNetwork } from '@kobogate/testkit/chains/evm/network.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fieldOf } from '../fields.ts';
import { watchNetwork } from '../../../custody/deposits/watch-network.ts';

const NEEDED = 2;
const STRETCH = 150;
const ETHER = 10n ** 18n;
let network: TestNetwork;
let provider: Provider;

beforeAll(async () => {
  network = await createTestNetwork('ethereum', NEEDED);
  provider = await startProvider({ target: network.anvil.url });
  await network.watchAll();
});
afterAll(async () => {
  await provider.close();
  await network.stop();
});

/** Reads the chain to its end at the provider; answers the blocks that were read whole, and all calls. */
async function readAll(watching = network.watchAt(provider.url)): Promise<{ blocks: number; calls: number }> {
  const before = provider.asked();
  await network.watchAll(watching);
  const after = provider.asked();
  // Each block that is read is traced, and none else is.
  const traced = ({ methods }: typeof after) => methods['trace_block'] ?? 0;
  return { blocks: traced(after) - traced(before), calls: after.calls - before.calls };
}
const tip = async () => (await network.database.query(`select max(height) as height from block`))[0];
const head = async (): Promise<bigint> => BigInt(String(await network.anvil.rpc('eth_blockNumber')));

test('a stretch of blocks without a coin of ours costs a handful of calls, and reads none of them', async () => {
  await network.createUser('ETH');
  await network.mine(1000);
  const { blocks, calls } = await readAll();
  expect(blocks).toBe(0);
  expect(calls).toBeLessThan(10);
  expect(await tip()).toEqual({ height: await head() });
});

test('coins that an address of ours held before it was ours are no payment', async () => {
  const { userId, address } = await network.createUser('ETH');
  await network.fund(address, ETHER);
  await network.mine(STRETCH);
  await readAll();
  expect(await network.balanceOf(userId, 'ETH@ethereum')).toBe(0n);
});

const payments = {
  'a plain payment': async (to: string) => {
    await network.mineTransaction(await network.sign(to, ETHER));
  },
  'a payment by a contract': async (to: string) => {
    const at = `0x${'0'.repeat(34)}abcdef`;
    await network.fund(at, 10n * ETHER);
    await network.place(at, runtimeCode(send(to, ETHER)));
    await network.mineTransaction(await network.sign(at, 0n));
  },
  'a token': async (to: string) => {
    await network.place(network.contractOf('USDT'), payingToken(to, ETHER));
    await network.mine(STRETCH);
    await network.mineTransaction(await network.sign(network.contractOf('USDT'), 0n));
  },
};

test.each(Object.entries(payments))('%s between long stretches is found and credited once', async (name, pay) => {
  const { userId, address } = await network.createUser('ETH');
  await readAll();
  await network.mine(STRETCH);
  await pay(address);
  await network.mine(STRETCH);
  const { blocks } = await readAll();
  const asset = name === 'a token' ? 'USDT@ethereum' : 'ETH@ethereum';
  expect(await network.balanceOf(userId, asset)).toBe(ETHER);
  // Up to the payment and a step beyond, and no further.
  expect(blocks).toBeLessThan((name === 'a token' ? 2 : 1) * STRETCH + 40);
});

test('[D6] a payment in blocks that replace a stretch which was not read is found, and one that vanishes is taken back', async () => {
  const { userId, address } = await network.createUser('ETH');
  const watching = network.watchAt(provider.url);
  await readAll(watching);
  await network.mine(STRETCH);
  await readAll(watching);
  await reorganise(network.anvil, 40, [[await network.sign(address, ETHER), 5]]);
  await readAll(watching);
  expect(await network.balanceOf(userId, 'ETH@ethereum')).toBe(ETHER);
  await reorganise(network.anvil, 50, []);
  await readAll(watching);
  expect(await network.balanceOf(userId, 'ETH@ethereum')).toBe(0n);
});

test('a key that is no address hides no coins of the others', async () => {
  const chain = network.watchAt(provider.url).chain;
  const at = { hash: String(fieldOf(await network.anvil.rpc('eth_getBlockByNumber', 'latest', false), 'hash')) };
  const rich = `0x${'9'.repeat(40)}`;
  await network.fund(rich, 7n);
  expect(await chain.holdings?.(at, [rich, network.payer])).not.toBe('0 0 0 0');
  expect(await chain.holdings?.(at, ['0x0123', rich, network.payer])).toBe(null);
});

test('[D11] where a provider does not say what addresses hold, every block is read', async () => {
  const watching = network.watchAt(provider.url);
  await readAll(watching);
  await network.mine(30);
  const silent = { ...watching, chain: { ...watching.chain, holdings: () => Promise.resolve(null) } };
  expect(await readAll(silent)).toMatchObject({ blocks: 30 });
  expect((await watchNetwork(watching)).hasMore).toBe(false);
});
