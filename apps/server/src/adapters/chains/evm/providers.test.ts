// What one provider invents, alters or omits is not credited where there is a second one, a provider that fails, lags or
// contradicts is left within the same look, and large payments wait for the chain's own word.
import { toKobo } from '@kobogate/money';
import { type Provider, startProvider } from '@kobogate/testkit/chains/provider.ts';
import { runtimeCode, send } from '@kobogate/testkit/chains/evm/contracts.ts';
import { createTestNetwork, type TestNetwork } from '@kobogate/testkit/chains/evm/network.ts';
import { startLyingNode } from '@kobogate/testkit/chains/lying-node.ts';
import { createTestRates } from '@kobogate/testkit/sales/orders.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { NodeFault } from '../../../custody/index.ts';
import { saveProviders } from '../../../custody/watching/db.ts';
import { describeNetworks } from '../../../custody/watching/describe-networks.ts';
import { describeProviders } from '../../../custody/watching/watch-at-providers.ts';

const NEEDED = 3;
const ETH = 'ETH@ethereum';
const ETHER = 10n ** 18n;
const EVERYTHING = { aloneUpTo: toKobo(10n ** 15n), finalAbove: null };
/** ₦5,000,000 each. */
const rates = createTestRates({ ETH: '5000000' }).currentRates;
const NAIRA = 100n;
let network: TestNetwork;
let first: Provider;
let second: Provider;

beforeAll(async () => {
  network = await createTestNetwork('ethereum', NEEDED);
  first = await startProvider({ target: network.anvil.url });
  second = await startProvider({ target: network.anvil.url });
  await network.watchAll();
});
beforeEach(async () => {
  first.behave({});
  second.behave({});
  await network.watchAll();
});
afterAll(async () => {
  await Promise.all([first.close(), second.close()]);
  await network.stop();
});

type Look = ReturnType<TestNetwork['lookAt']>;
/** Twice: what one look reads again is credited at the next. */
async function lookAll({ look }: Look): Promise<void> {
  for (let times = 0; times < 2; times += 1) while ((await look()).hasMore);
}
/** A customer with one payment that is deep enough. */
async function pay(amount: bigint) {
  const customer = await network.createUser('ETH');
  await network.mineTransaction(await network.sign(customer.address, amount));
  await network.mine(NEEDED - 1);
  return customer;
}
const waitsFor = async (userId: string) =>
  (
    await network.database.query<{ waits: string | null; by: string | null; status: string }>(
      `select waits_for as waits, vouched_by as by, status from deposit where user_id = $1`,
      [userId],
    )
  )[0];

test('[D5][D12] coins that a contract sent are the same payment at a provider with another tracing API', async () => {
  const { userId, address } = await network.createUser('ETH');
  const wallet = `0x${'0'.repeat(34)}5a5a5a`;
  await network.fund(wallet, ETHER);
  // Of the call of a precompiled contract that comes first, as in wallets of several signatures, only one of the APIs tells.
  await network.place(wallet, runtimeCode(send(address, 5n)));
  await network.mineTransaction(await network.sign(wallet, 0n));
  await network.mine(NEEDED - 1);
  second.behave({ refuseTraces: 'flat' });
  await lookAll(network.lookAt([first.url, second.url], EVERYTHING, rates));
  expect(await waitsFor(userId)).toMatchObject({ waits: null, status: 'confirmed' });
  expect(await network.balanceOf(userId, ETH)).toBe(5n);
});

test('[K6][D12] a payment is credited once a second provider has it exactly so, and says whose word that was', async () => {
  const { userId } = await pay(ETHER);
  await lookAll(network.lookAt([first.url, second.url], EVERYTHING));
  expect(await network.balanceOf(userId, ETH)).toBe(ETHER);
  expect(await waitsFor(userId)).toEqual({ waits: null, by: new URL(second.url).host, status: 'confirmed' });
});

/** All that was recorded of a customer's payment, the oldest first. */
const recordsOf = (userId: string) =>
  network.database.query<{ amount: string; status: string; waits: string | null; contradiction: string | null }>(
    `select amount::text, status, waits_for as waits, contradiction from deposit where user_id = $1 order by block_height, updated_at`,
    [userId],
  );
const host = ({ url }: Provider): string => new URL(url).host;

test('[K6][D12] an amount that one provider alters, consistently with itself, is not credited, and both are named', async () => {
  const { userId } = await pay(ETHER);
  first.behave({ lie: 'amount' });
  const looking = network.lookAt([first.url, second.url], EVERYTHING);
  await lookAll(looking);
  // However often it is asked.
  await network.mine(5);
  await lookAll(looking);
  expect(await network.balanceOf(userId, ETH)).toBe(0n);
  const contradiction = `${host(second)} has 1 ETH in its place.`;
  expect(await recordsOf(userId)).toEqual([
    { amount: String(1000n * ETHER), status: 'confirming', waits: 'provider', contradiction },
  ]);
  const [shown] = await describeNetworks(network.database, new Map());
  expect(shown?.waiting).toContainEqual(
    expect.objectContaining({ amount: '1000', readBy: host(first), contradiction }),
  );
  expect(shown?.degraded).toContainEqual(expect.stringContaining('not the same at all providers'));
});

test('[K6][D12] once the provider that altered an amount is repaired, the block is read again and the true amount credited once', async () => {
  const { userId } = await pay(ETHER);
  first.behave({ lie: 'amount' });
  const looking = network.lookAt([first.url, second.url], EVERYTHING);
  await lookAll(looking);
  first.behave({});
  await lookAll(looking);
  await network.mine(2);
  await lookAll(looking);
  expect(await network.balanceOf(userId, ETH)).toBe(ETHER);
  expect(await recordsOf(userId)).toMatchObject([
    { amount: String(1000n * ETHER), status: 'dropped' },
    { amount: String(ETHER), status: 'confirmed', waits: null, contradiction: null },
  ]);
});

test('[K6][D12] two providers that agree overrule a third one that goes on altering amounts, and it is named', async () => {
  const { userId } = await pay(ETHER);
  first.behave({ lie: 'amount' });
  const third = await startProvider({ target: network.anvil.url });
  const looking = network.lookAt([first.url, second.url, third.url], EVERYTHING);
  await lookAll(looking);
  await network.mine(2);
  await lookAll(looking);
  expect(await network.balanceOf(userId, ETH)).toBe(ETHER);
  expect((await recordsOf(userId)).map(({ status }) => status)).toEqual(['dropped', 'confirmed']);
  const [liar] = describeProviders(looking.providers);
  expect(liar?.lastError).toContain(`It has another payment in block`);
  expect(liar?.lastError).toContain(host(third));
  await third.close();
});

test('[K6][D12] a second provider that alters amounts holds a payment up, and changes nothing of it', async () => {
  const { userId } = await pay(ETHER);
  second.behave({ lie: 'amount' });
  const looking = network.lookAt([first.url, second.url], EVERYTHING);
  await lookAll(looking);
  expect(await recordsOf(userId)).toMatchObject([
    { status: 'confirming', contradiction: `${host(second)} has 1000 ETH in its place.` },
  ]);
  second.behave({});
  await lookAll(looking);
  expect(await network.balanceOf(userId, ETH)).toBe(ETHER);
  expect(await recordsOf(userId)).toMatchObject([{ amount: String(ETHER), status: 'confirmed' }]);
});

test('[K6][D12] a provider that is left alone after a contradiction is not believed: what it has is read, and waits for a person', async () => {
  const { userId } = await pay(ETHER);
  first.behave({ lie: 'amount' });
  await lookAll(network.lookAt([first.url, second.url], EVERYTHING));
  // Whichever of the two is taken away.
  await lookAll(network.lookAt([first.url], EVERYTHING));
  expect(await recordsOf(userId)).toMatchObject([{ amount: String(1000n * ETHER), waits: 'person' }]);
  await lookAll(network.lookAt([second.url], EVERYTHING));
  expect(await network.balanceOf(userId, ETH)).toBe(0n);
  expect(await recordsOf(userId)).toMatchObject([
    { status: 'dropped' },
    { amount: String(ETHER), waits: 'person', contradiction: `${host(first)} has 1000 ETH in its place.` },
  ]);
  // Another one that agrees with it is as good as a person.
  first.behave({});
  await lookAll(network.lookAt([first.url, second.url], EVERYTHING));
  expect(await network.balanceOf(userId, ETH)).toBe(ETHER);
});

test('[D12] a payment that one provider leaves out is read at the next one in the same look, and what it does is named', async () => {
  const { userId } = await pay(ETHER);
  first.behave({ lie: 'omit' });
  const looking = network.lookAt([first.url, second.url], EVERYTHING);
  await looking.look();
  first.behave({});
  await lookAll(looking);
  expect(await network.balanceOf(userId, ETH)).toBe(ETHER);
  const [liar] = describeProviders(looking.providers);
  expect(liar?.lastError).toMatch(/by its own balances, and it shows none, while another provider does/);
});

test('[D12] while no other provider can say whether a payment was left out, nothing counts as read', async () => {
  const { userId } = await pay(ETHER);
  first.behave({ lie: 'omit' });
  second.behave({ down: true });
  const looking = network.lookAt([first.url, second.url], EVERYTHING);
  const tip = () => network.database.query(`select max(height) as tip from block`);
  const before = await tip();
  await expect(looking.look()).rejects.toThrow(NodeFault);
  expect(await tip()).toEqual(before);
  second.behave({});
  // One that failed is left in peace for a moment.
  const seen = async () => {
    await lookAll(looking);
    return recordsOf(userId);
  };
  const contradiction = `${host(first)} has no such payment in this block.`;
  await expect
    .poll(seen, { timeout: 30_000 })
    .toMatchObject([{ amount: String(ETHER), waits: 'provider', contradiction }]);
  first.behave({});
  await lookAll(looking);
  expect(await network.balanceOf(userId, ETH)).toBe(ETHER);
});

test('[D12] coins that came in no way that any provider shows hold nothing up', async () => {
  const { userId, address } = await network.createUser('ETH');
  await network.watchAll();
  await network.fund(address, ETHER);
  await network.mine(2);
  await lookAll(network.lookAt([first.url, second.url], EVERYTHING));
  const head = Number(await network.anvil.rpc('eth_blockNumber'));
  expect(await network.database.query(`select max(height) as tip from block`)).toEqual([{ tip: BigInt(head) }]);
  expect(await network.balanceOf(userId, ETH)).toBe(0n);
});

test('[K6][D12] a payment that one provider invented ends once none has it any more', async () => {
  const { userId, address } = await network.createUser('ETH');
  first.behave({ lie: 'invent', to: address, units: String(1000n * ETHER) });
  await network.mine(NEEDED);
  const looking = network.lookAt([first.url, second.url], EVERYTHING);
  await lookAll(looking);
  const invented = await recordsOf(userId);
  expect(invented[0]?.contradiction).toBe(`${host(second)} has no such payment in this block.`);
  first.behave({});
  await network.mine(NEEDED);
  await lookAll(looking);
  expect((await recordsOf(userId)).map(({ status }) => status)).toEqual(invented.map(() => 'dropped'));
  expect(await network.balanceOf(userId, ETH)).toBe(0n);
});

test('[K6][D12] a block and a receipt that one provider invents credit nothing', async () => {
  const { userId, address } = await network.createUser('ETH');
  first.behave({ lie: 'invent', to: address, units: String(1000n * ETHER) });
  await network.mine(NEEDED);
  await lookAll(network.lookAt([first.url, second.url], EVERYTHING));
  expect(await network.balanceOf(userId, ETH)).toBe(0n);
  expect((await network.deposits()).filter((deposit) => deposit.user_id === userId)).not.toEqual([]);
});

test('[K6][D12] while the second provider is away a payment waits, and is credited once it is back', async () => {
  const { userId } = await pay(ETHER);
  second.behave({ down: true });
  const looking = network.lookAt([first.url, second.url], EVERYTHING);
  await lookAll(looking);
  expect(await network.balanceOf(userId, ETH)).toBe(0n);
  second.behave({});
  await lookAll(looking);
  expect(await network.balanceOf(userId, ETH)).toBe(ETHER);
});

test('[K6][D12] with one provider what is worth more than the operator’s amount waits for a person, also in parts', async () => {
  const policy = { aloneUpTo: toKobo(10_000_000n * 100n), finalAbove: null };
  const small = await pay(ETHER);
  const large = await pay(3n * ETHER);
  const looking = network.lookAt([first.url], policy, rates);
  await lookAll(looking);
  expect(await network.balanceOf(small.userId, ETH)).toBe(ETHER);
  expect(await waitsFor(small.userId)).toMatchObject({ by: 'one provider' });
  expect(await network.balanceOf(large.userId, ETH)).toBe(0n);
  expect(await waitsFor(large.userId)).toEqual({ waits: 'person', by: null, status: 'confirming' });
  // ₦5m were credited; the next ₦10m of the same customer on the same day are more than the amount together.
  await network.mineTransaction(await network.sign(small.address, 2n * ETHER));
  await network.mine(NEEDED);
  await lookAll(looking);
  expect(await network.balanceOf(small.userId, ETH)).toBe(ETHER);
});

test('[K7][D6] above the amount for the sequencer’s word a payment waits until the chain calls its block final', async () => {
  const policy = { ...EVERYTHING, finalAbove: toKobo(6_000_000n * NAIRA) };
  const small = await pay(ETHER);
  const large = await pay(2n * ETHER);
  const looking = network.lookAt([first.url, second.url], policy, rates);
  await lookAll(looking);
  expect(await network.balanceOf(small.userId, ETH)).toBe(ETHER);
  expect(await network.balanceOf(large.userId, ETH)).toBe(0n);
  expect(await waitsFor(large.userId)).toEqual({ waits: 'finality', by: null, status: 'confirming' });
  // Anvil calls a block final that is 64 deep.
  await network.mine(61);
  await lookAll(looking);
  expect(await network.balanceOf(large.userId, ETH)).toBe(0n);
  await network.mine(6);
  await lookAll(looking);
  expect(await network.balanceOf(large.userId, ETH)).toBe(2n * ETHER);
});

test('[K7][D6] between two amounts a payment on a rollup waits until its block is safe, and above them until it is final', async () => {
  const policy = { ...EVERYTHING, finalAbove: toKobo(6_000_000n * NAIRA), safeUpTo: toKobo(12_000_000n * NAIRA) };
  const medium = await pay(2n * ETHER);
  const large = await pay(3n * ETHER);
  const looking = network.lookAt([first.url, second.url], policy, rates);
  await lookAll(looking);
  expect(await waitsFor(medium.userId)).toMatchObject({ waits: 'finality' });
  // Anvil calls a block safe that is 32 deep.
  await network.mine(20);
  await lookAll(looking);
  expect(await network.balanceOf(medium.userId, ETH)).toBe(0n);
  await network.mine(16);
  await lookAll(looking);
  expect(await network.balanceOf(medium.userId, ETH)).toBe(2n * ETHER);
  expect(await network.balanceOf(large.userId, ETH)).toBe(0n);
  // What was credited on that word counts until it is final.
  await network.mineTransaction(await network.sign(medium.address, ETHER));
  await network.mine(36);
  await lookAll(looking);
  expect(await network.balanceOf(medium.userId, ETH)).toBe(3n * ETHER);
  expect(await network.balanceOf(large.userId, ETH)).toBe(3n * ETHER);
});

test('[K7][D6] many small payments of one customer count together until they are final', async () => {
  const policy = { ...EVERYTHING, finalAbove: toKobo(6_000_000n * NAIRA) };
  const { userId, address } = await network.createUser('ETH');
  for (let payment = 0; payment < 3; payment += 1) {
    await network.mineTransaction(await network.sign(address, ETHER));
  }
  await network.mine(NEEDED);
  await lookAll(network.lookAt([first.url, second.url], policy, rates));
  expect(await network.balanceOf(userId, ETH)).toBe(0n);
});

test.each([
  ['is down', { down: true }],
  ['answers 429', { busy: 100 }],
  ['is on another chain', { lie: 'chain' }],
  ['answers with a page', { lie: 'html' }],
  ['breaks off its answers', { lie: 'half' }],
  ['has fallen behind what was read', { lagBlocks: 20 }],
] as const)('[D11][D9] a provider that %s is left for the next one within the same look', async (_, manners) => {
  await network.mine(2);
  await network.watchAll();
  const { userId } = await pay(7n);
  first.behave(manners);
  const third = await startProvider({ target: network.anvil.url });
  const looking = network.lookAt([first.url, second.url, third.url], EVERYTHING);
  await looking.look();
  expect(await network.balanceOf(userId, ETH)).toBe(7n);
  expect(looking.providers.all.map(looking.providers.stateOf)).toEqual([
    expect.stringMatching(/fails|rests/),
    'used',
    'ready',
  ]);
  await third.close();
});

test('[D11] a provider that answers happily and is far behind the others is not used while they work', async () => {
  first.behave({ lagBlocks: 40 });
  await network.database.query(`delete from block where height < (select max(height) from block)`);
  const looking = network.lookAt([first.url, second.url], EVERYTHING);
  const { providers } = looking;
  await network.mine(60);
  await looking.look();
  await expect.poll(() => providers.all.map(providers.stateOf)).toEqual(['lags', 'ready']);
  await lookAll(looking);
  expect(providers.all.map(providers.stateOf)).toEqual(['lags', 'used']);
  const head = Number(await network.anvil.rpc('eth_blockNumber'));
  expect(await network.database.query(`select max(height) as tip from block`)).toEqual([{ tip: BigInt(head) }]);
});

test('[D9] one that claims a height that no chain has counts as failing, and how all do is written down', async () => {
  const liar = await startLyingNode(network.anvil.url);
  const { look, providers } = network.lookAt([first.url, liar.url], EVERYTHING);
  liar.lie = (method, result) =>
    method === 'eth_getBlockByNumber' && typeof result === 'object' && result !== null
      ? { ...result, number: `0x${'f'.repeat(32)}` }
      : result;
  await look();
  await expect.poll(() => providers.all.map(providers.stateOf)).toEqual(['used', 'fails']);
  await saveProviders(network.database, 'ethereum', describeProviders(providers));
  await liar.stop();
});

test.each([
  ['answers with a page', { lie: 'html' }, /./],
  ['breaks off its answers', { lie: 'half' }, /./],
  ['is on another chain', { lie: 'chain' }, /chain/],
  ['jumps back in height', { lagBlocks: 20 }, /behind/],
] as const)(
  '[D9] one provider alone that %s is named with its error, and nothing is credited',
  async (_, manners, words) => {
    await network.mine(20);
    await network.watchAll();
    const { userId } = await pay(5n);
    first.behave(manners);
    const { look, providers } = network.lookAt([`${first.url}/v2/a-secret-key-of-ours`], EVERYTHING);
    await expect(look()).rejects.toThrow(NodeFault);
    const [shown] = describeProviders(providers);
    expect(shown).toMatchObject({
      host: new URL(first.url).host,
      state: 'fails',
      lastError: expect.stringMatching(words),
    });
    expect(shown?.lastError).not.toContain('secret');
    expect(await network.balanceOf(userId, ETH)).toBe(0n);
    first.behave({});
    await network.watchAll();
    expect(await network.balanceOf(userId, ETH)).toBe(5n);
  },
);

test('[D12][D6] one provider’s word that blocks were replaced is not believed while another still has them', async () => {
  const { userId } = await pay(9n);
  const looking = network.lookAt([first.url, second.url], EVERYTHING);
  await lookAll(looking);
  expect(await network.balanceOf(userId, ETH)).toBe(9n);
  first.behave({ lie: 'fork' });
  await network.mine(1);
  await looking.look();
  expect(await network.balanceOf(userId, ETH)).toBe(9n);
  expect(looking.providers.all.map(looking.providers.stateOf)).toEqual(['fails', 'used']);
  // Alone it is only stopped: it has none of the blocks that were read.
  await expect(network.lookAt([first.url], EVERYTHING).look()).rejects.toThrow(NodeFault);
  // A reorganisation that both have is followed.
  first.behave({});
  await network.anvil.rpc('anvil_reorg', NEEDED + 1, []);
  await network.mine(1);
  await lookAll(looking);
  expect(await network.balanceOf(userId, ETH)).toBe(0n);
});
