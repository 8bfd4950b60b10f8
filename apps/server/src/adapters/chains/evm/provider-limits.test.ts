// A provider's limits slow a network down and never stop it; a block that it would not trace is not read for coins that
// contracts sent until a provider has traced it.
import { startLyingNode } from '@kobogate/testkit/chains/lying-node.ts';
import { startProvider, type Provider } from '@kobogate/testkit/chains/provider.ts';
import { emitTransfer, runtimeCode, send } from '@kobogate/testkit/chains/evm/contracts.ts';
import { createTestNetwork, type TestNetwork } from '@kobogate/testkit/chains/evm/network.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { watchNetwork } from '../../../custody/deposits/watch-network.ts';
import { createInnerPayments } from './inner-payments.ts';

const NEEDED = 2;
const ETHER = 10n ** 18n;
const FAR_BEHIND = 60;
let network: TestNetwork;
let provider: Provider;
let other: Provider;

beforeAll(async () => {
  network = await createTestNetwork('ethereum', NEEDED);
  provider = await startProvider({ target: network.anvil.url });
  other = await startProvider({ target: network.anvil.url });
  await network.watchAll();
});
beforeEach(() => {
  provider.behave({});
  other.behave({});
});
afterAll(async () => {
  await Promise.all([provider.close(), other.close()]);
  await network.stop();
});

/** A contract that pays `to` whenever it is called, and a block with a call of it. */
async function payByContract(to: string, at: string): Promise<void> {
  await network.fund(at, 10n * ETHER);
  await network.place(at, runtimeCode(send(to, ETHER)));
  await network.mineTransaction(await network.sign(at, 0n));
}
const untraced = () => network.database.query(`select height from untraced_block order by height`);
const contractAt = (digit: string): string => `0x${'0'.repeat(34)}${digit.repeat(6)}`;

test.each([
  ['logs of 5 blocks', { rangeLimit: 5 }],
  ['logs of 10 blocks in batches of 3', { rangeLimit: 10, batchLimit: 3 }],
  ['single blocks in single calls', { rangeLimit: 1, batchLimit: 1 }],
  ['4 logs in one answer', { resultLimit: 4 }],
  ['nothing twice, and asks to wait', { busy: 2 }],
])(
  `[K3][D11] a provider that gives %s: ${FAR_BEHIND} blocks behind, the network is read to its end and credits everything`,
  async (_, manners) => {
    const { userId, address } = await network.createUser('USDT');
    await network.place(network.contractOf('USDT'), runtimeCode(emitTransfer(address, 7n)));
    for (let block = 0; block < FAR_BEHIND / 2; block += 1) {
      await network.mineTransaction(await network.sign(network.contractOf('USDT'), 0n));
      await network.mine(1);
    }
    await network.mine(NEEDED);
    provider.behave(manners);
    const watching = network.watchAt(provider.url);
    let looks = 0;
    for (let hasMore = true; hasMore; looks += 1) {
      // A refused look is made again, as the watcher does; each makes the next request smaller.
      hasMore = await watchNetwork(watching).then(
        (step) => step.hasMore,
        () => true,
      );
      expect(looks).toBeLessThan(100);
    }
    expect(await network.balanceOf(userId, 'USDT@ethereum')).toBe(7n * BigInt(FAR_BEHIND / 2));
    expect(await untraced()).toEqual([]);
  },
);

test('[K2][D11] a block whose trace is refused is traced by the next provider in the same look', async () => {
  const { userId, address } = await network.createUser('ETH');
  await payByContract(address, contractAt('1'));
  await network.mine(NEEDED);
  provider.behave({ refuseTraces: true });
  const others = [network.watchAt(other.url).chain];
  await network.watchAll({ ...network.watchAt(provider.url), others });
  expect(await network.balanceOf(userId, 'ETH@ethereum')).toBe(ETHER);
  expect(await untraced()).toEqual([]);
});

test.each([true, 'method'] as const)(
  '[K2][D11] where no provider traces (%s), a block waits for its trace, later ones are read, and it is looked at again',
  async (refuseTraces) => {
    const { userId, address } = await network.createUser('ETH');
    await network.watchAll();
    await payByContract(address, contractAt(refuseTraces === true ? '2' : '3'));
    await network.mine(NEEDED);
    const plain = await network.createUser('ETH');
    await network.mineTransaction(await network.sign(plain.address, 5n));
    await network.mine(NEEDED);
    provider.behave({ refuseTraces });
    const watching = network.watchAt(provider.url);
    await network.watchAll(watching);
    expect(watching.chain.tracing?.()).toBe(refuseTraces === true ? 'refused' : 'not offered');
    // Money that needs no trace is not held up.
    expect(await network.balanceOf(plain.userId, 'ETH@ethereum')).toBe(5n);
    expect(await network.balanceOf(userId, 'ETH@ethereum')).toBe(0n);
    expect(await untraced()).toHaveLength(1 + NEEDED + 1 + NEEDED);

    provider.behave({});
    await network.watchAll(network.watchAt(provider.url));
    await network.watchAll(network.watchAt(provider.url));
    expect(await untraced()).toEqual([]);
    expect(await network.balanceOf(userId, 'ETH@ethereum')).toBe(ETHER);
    expect(await network.balanceOf(plain.userId, 'ETH@ethereum')).toBe(5n);
  },
);

test('[K2][D6] an untraced block that the chain replaces is forgotten with it', async () => {
  await network.watchAll();
  await network.mine(2);
  provider.behave({ refuseTraces: true });
  await network.watchAll(network.watchAt(provider.url));
  expect(await untraced()).toHaveLength(2);
  await network.anvil.rpc('anvil_reorg', 2, []);
  await network.watchAll();
  await network.mine(1);
  await network.watchAll();
  expect(await untraced()).toEqual([]);
});

test('[K2][D11] a refusal is remembered for its block and for a time; a later block is asked for at once', async () => {
  let now = 0;
  const asked: unknown[] = [];
  let refused: string | null = 'historical state not available in path scheme yet';
  const inner = createInnerPayments(
    async (calls) =>
      calls.map(({ params }) => {
        asked.push(params[0]);
        return refused === null ? { ok: true, result: [] } : { ok: false, code: -32000, message: refused };
      }),
    () => now,
  );
  expect(await inner.read([1n])).toEqual([null]);
  expect(inner.mayAsk(1n)).toBe(false);
  expect(inner.mayAsk(2n)).toBe(true);
  refused = null;
  expect(await inner.read([1n, 2n])).toEqual([null, []]);
  now += 30_000;
  expect(await inner.read([1n])).toEqual([[]]);
  expect(inner.state()).toBe('offered');
});

test('[K2][D11] a block in which one transaction could not be traced waits for its trace, and holds up no other', async () => {
  const call = { type: 'CALL', to: `0x${'b'.repeat(40)}`, value: '0x0' };
  let later: object = { error: 'execution timeout' };
  let now = 0;
  const inner = createInnerPayments(
    async (calls) =>
      calls.map(({ method, params }) =>
        method === 'trace_block'
          ? { ok: false, code: -32601, message: 'the method trace_block does not exist' }
          : {
              ok: true,
              // As geth answers: each transaction has a result, or why it has none.
              result: [
                { txHash: `0x${'1'.repeat(64)}`, result: call },
                { txHash: `0x${'2'.repeat(64)}`, ...(params[0] === '0x2' ? later : { result: call }) },
              ],
            },
      ),
    () => now,
  );
  expect(await inner.read([1n, 2n, 3n])).toEqual([[], null, []]);
  expect([inner.state(), inner.mayAsk(2n)]).toEqual(['refused', false]);
  now += 30_000;
  later = { result: call };
  expect(await inner.read([2n])).toEqual([[]]);
});

test.each([
  ['nothing', null],
  ['an empty list', []],
])('[K2][D11] a trace that is %s of a block with transactions is none: the block waits for one', async (_, result) => {
  let now = 0;
  const call = { type: 'CALL', to: `0x${'b'.repeat(40)}`, value: '0x0' };
  const traced = [{ txHash: `0x${'1'.repeat(64)}`, result: call }];
  const inner = createInnerPayments(
    async (calls) =>
      calls.map(({ method, params: [height] }) =>
        method === 'trace_block'
          ? { ok: false, code: -32601, message: 'the method trace_block does not exist' }
          : { ok: true, result: height === '0x2' ? result : height === '0x3' ? [] : traced },
      ),
    () => now,
  );
  const countOf = (height: bigint) => Promise.resolve(height === 3n ? 0 : 1);
  expect(await inner.read([1n, 2n, 3n], countOf)).toEqual([[], 'blank', []]);
  inner.putOff(2n);
  expect(inner.mayAsk(2n)).toBe(false);
  now += 30_000;
  expect(inner.mayAsk(2n)).toBe(true);
});

test('[K2][D11] coins that a contract sent are found although the provider had no trace of their block at first', async () => {
  const { userId, address } = await network.createUser('ETH');
  await payByContract(address, contractAt('4'));
  await network.mine(NEEDED);
  const late = await startLyingNode(network.anvil.url);
  try {
    late.lie = (method, result) => (/^(trace_|debug_trace)/.test(method) ? [] : result);
    await network.watchAll(network.watchAt(late.url));
    expect(await network.balanceOf(userId, 'ETH@ethereum')).toBe(0n);
    expect(await untraced()).not.toEqual([]);
    late.lie = null;
    await network.watchAll(network.watchAt(late.url));
    await network.watchAll(network.watchAt(late.url));
    expect(await untraced()).toEqual([]);
    expect(await network.balanceOf(userId, 'ETH@ethereum')).toBe(ETHER);
  } finally {
    await late.stop();
  }
});
