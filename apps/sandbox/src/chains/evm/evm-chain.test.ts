// A chain of the sandbox is a real node: tokens are where the product expects them, payments move, reorganisations
// replace blocks, and the same blocks with the same hashes come back after every kind of end.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { compiledContracts, temporaryFolder } from '@kobogate/testkit/sandbox/files.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { waitFor } from '../../platform/wait.ts';
import { findAnvil } from './anvil-binary.ts';
import { findLeftover, startAnvil } from './anvil-process.ts';
import type { EvmChain } from './evm-chain.ts';
import { startEvmChain } from './evm-chain.ts';
import { EVM_NETWORKS } from './networks.ts';
import type { Block, Rpc } from './rpc.ts';
import { Anything, createRpc, getBlock, Hex } from './rpc.ts';

// Real processes start here, on a machine that may be busy with other tests.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const TO = '0x00000000000000000000000000000000000A11cE';
const OTHER = '0x0000000000000000000000000000000000000B0b';
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const Receipt = z.object({ status: Hex, blockNumber: Hex.transform(Number) }).nullable();
const Logs = z.array(z.object({ address: Hex, data: Hex }));

const open: EvmChain[] = [];
const said: string[] = [];

async function start(network: string, folder: string, binary = findAnvil()): Promise<{ chain: EvmChain; rpc: Rpc }> {
  const found = EVM_NETWORKS.find((candidate) => candidate.network === network);
  if (found === undefined) throw new Error(`no network ${network}`);
  const chain = await startEvmChain({
    network: found,
    folder,
    binary,
    contracts: compiledContracts(),
    log: (sentence) => said.push(sentence),
    blockSeconds: 0,
  });
  open.push(chain);
  return { chain, rpc: createRpc((await chain.describe()).rpc) };
}

const receiptOf = (rpc: Rpc, txid: string) => rpc(Receipt, 'eth_getTransactionReceipt', [txid]);
const transfersTo = (rpc: Rpc, to: string) =>
  rpc(Logs, 'eth_getLogs', [
    { fromBlock: '0x0', topics: [TRANSFER, null, `0x${to.slice(2).toLowerCase().padStart(64, '0')}`] },
  ]);

async function hashes(rpc: Rpc): Promise<string[]> {
  const found: string[] = [];
  for (let block: Block | undefined = await getBlock(rpc, 'latest'); block !== undefined;) {
    found.push(block.hash);
    block = block.number > 0 ? await getBlock(rpc, block.number - 1) : undefined;
  }
  return found;
}

beforeAll(() => {
  compiledContracts();
});
afterAll(() => Promise.all(open.map((chain) => chain.close())));

test('[I1] an anvil that does not answer in time is ended before the start fails', async () => {
  const folder = temporaryFolder();
  const binary = join(folder, 'silent');
  writeFileSync(binary, '#!/bin/sh\nexec sleep 600\n', { mode: 0o755 });
  const starting = startAnvil({ binary, chainId: 1, port: 9, folder, limitMs: 1 });
  await expect(starting).rejects.toThrow('The start of anvil for chain 1 did not happen within 1 ms');
  const { pid } = z.object({ pid: z.number() }).parse(JSON.parse(readFileSync(join(folder, 'anvil.json'), 'utf8')));
  expect(() => process.kill(pid, 0)).toThrow(/ESRCH/);
});

describe('tokens and payments', () => {
  test('each network has its chain id, and its tokens with the pinned decimals at the pinned addresses', async () => {
    for (const network of EVM_NETWORKS) {
      const { chain, rpc } = await start(network.network, temporaryFolder());
      expect(Number(await rpc(Hex, 'eth_chainId'))).toBe(network.chainId);
      for (const asset of network.assets) {
        await chain.pay(asset.symbol, TO, '1.25');
        await chain.mine(1);
        const units = (125n * 10n ** BigInt(asset.decimals - 2)).toString();
        expect(await chain.balance(TO, asset.symbol), `${asset.symbol} on ${network.network}`).toEqual({
          amount: '1.25',
          units,
        });
        if (asset.contract === null) continue;
        const decimals = await rpc(Hex, 'eth_call', [{ to: asset.contract, data: '0x313ce567' }, 'latest']);
        expect(Number(decimals)).toBe(asset.decimals);
      }
      await chain.close();
    }
  });

  test('a payment waits for a block, and amounts and addresses that are not exact are refused', async () => {
    const { chain, rpc } = await start('ethereum', temporaryFolder());
    const { txid } = await chain.pay('ETH', TO, '0.000000000000000001');
    expect(await receiptOf(rpc, txid)).toBeNull();
    expect((await chain.describe()).pending).toBe(1);
    await chain.mine(1);
    expect((await receiptOf(rpc, txid))?.status).toBe('0x1');
    await expect(chain.pay('USDT', TO, '0.0000001')).rejects.toThrow(/at most 6 decimals/);
    await expect(chain.pay('USDT', TO, '1e3')).rejects.toThrow(/not an amount/);
    await expect(chain.pay('BNB', TO, '1')).rejects.toThrow(/no BNB on ethereum/);
    await expect(chain.pay('ETH', TO.toLowerCase().replace('a11ce', 'A11cE').replace('0x', '0X'), '1')).rejects.toThrow(
      /not an EVM address/,
    );
    await expect(chain.pay('ETH', TO, '99999999999')).rejects.toThrow(/holds less/);
  });
});

test('where another program takes the port of a chain between the look at it and the start, the chain starts at another one', async () => {
  const folder = temporaryFolder();
  const taken = createServer();
  await new Promise<void>((resolve) => {
    taken.listen(0, '127.0.0.1', resolve);
  });
  const address = taken.address();
  // The first start gets the taken port in the place of its own.
  const binary = join(folder, 'anvil-once-late');
  const late = `[ -e ${folder}/late ] || { touch ${folder}/late; shift 2; set -- --port ${typeof address === 'object' && address?.port} "$@"; }`;
  writeFileSync(binary, `#!/bin/sh\n${late}\nexec ${findAnvil()} "$@"\n`, { mode: 0o755 });
  const { chain, rpc } = await start('ethereum', folder, binary);
  taken.close();
  expect(existsSync(`${folder}/late`)).toBe(true);
  expect(said.join('\n')).toContain('another program took anvil');
  await chain.mine(1);
  expect((await getBlock(rpc, 'latest')).number).toBe(2);
  expect(new URL((await chain.describe()).rpc).port).toBe(String(findLeftover(folder)?.port));
});

describe('hostile contracts', () => {
  let chain: EvmChain;
  let rpc: Rpc;
  const deploy = async (name: string, args: unknown[] = []): Promise<string> => {
    const { address } = await chain.deploy(name, args);
    await chain.mine(1);
    return address;
  };
  const call = async (contract: string, address: string, name: string, args: unknown[], value = '0') => {
    const { txid } = await chain.call({ contract, address, function: name, args, value });
    await chain.mine(1);
    return receiptOf(rpc, txid);
  };
  beforeAll(async () => {
    ({ chain, rpc } = await start('ethereum', temporaryFolder()));
  });

  test('a fake token emits a Transfer of the same symbol from its own address and moves nothing', async () => {
    const fake = await deploy('FakeToken', ['USDT', '6']);
    expect((await call('FakeToken', fake, 'transfer', [TO, '5000000']))?.status).toBe('0x1');
    expect(await transfersTo(rpc, TO)).toEqual([expect.objectContaining({ address: fake.toLowerCase() })]);
    expect((await chain.balance(TO, 'USDT')).units).toBe('0');
  });

  test('a token that returns false succeeds as a transaction, without event or movement', async () => {
    const token = await deploy('ReturnsFalseToken');
    expect((await call('ReturnsFalseToken', token, 'transfer', [OTHER, '5']))?.status).toBe('0x1');
    const usdc = EVM_NETWORKS[0]?.assets.find((asset) => asset.symbol === 'USDC')?.contract ?? '';
    const tooMuch = (10n ** 30n).toString();
    expect((await call('PlainUsdc', usdc, 'transfer', [OTHER, tooMuch]))?.status).toBe('0x1');
    expect(await transfersTo(rpc, OTHER)).toEqual([]);
  });

  test('a batch pays one address twice in one transaction, in tokens and in the native coin', async () => {
    const batch = await deploy('BatchPayer');
    const usdt = EVM_NETWORKS[0]?.assets.find((asset) => asset.symbol === 'USDT')?.contract ?? '';
    await chain.pay('USDT', batch, '3');
    await chain.mine(1);
    expect((await call('BatchPayer', batch, 'payToken', [usdt, [OTHER, OTHER], ['1000000', '2000000']]))?.status).toBe(
      '0x1',
    );
    expect((await transfersTo(rpc, OTHER)).length).toBe(2);
    await call(
      'BatchPayer',
      batch,
      'payNative',
      [
        [OTHER, TO],
        ['7', '8'],
      ],
      '0.000000000000000015',
    );
    expect((await chain.balance(OTHER, 'ETH')).units).toBe('7');
    expect((await chain.balance(TO, 'ETH')).units).toBe('8');
  });

  test('an inner call that reverts leaves the outer transaction successful and nothing moved', async () => {
    const contract = await deploy('RevertingInner');
    const before = (await chain.balance(TO, 'ETH')).units;
    const receipt = await call('RevertingInner', contract, 'payNative', [TO], '1');
    expect(receipt?.status).toBe('0x1');
    expect((await chain.balance(TO, 'ETH')).units).toBe(before);
    const traces = await rpc(z.array(z.looseObject({ error: z.string().optional() })), 'trace_block', [
      `0x${(receipt?.blockNumber ?? 0).toString(16)}`,
    ]);
    expect(traces.some((trace) => trace.error !== undefined)).toBe(true);
  });
});

describe('reorganisations', () => {
  test('the named transaction vanishes, the others are mined again, and every replaced block has a new hash', async () => {
    const { chain, rpc } = await start('polygon', temporaryFolder());
    const paid: string[] = [];
    for (const amount of ['1', '2', '3']) {
      paid.push((await chain.pay('USDT', TO, amount)).txid);
      await chain.mine(1);
    }
    const before = await hashes(rpc);
    await chain.reorg(3, [paid[1] ?? ''], []);
    const after = await hashes(rpc);
    expect(after.length).toBe(before.length);
    expect(after.slice(3)).toEqual(before.slice(3));
    for (const index of [0, 1, 2]) expect(after[index]).not.toBe(before[index]);
    expect((await chain.balance(TO, 'USDT')).amount).toBe('4');
    expect(await receiptOf(rpc, paid[1] ?? '')).toBeNull();
    await chain.pay('USDT', TO, '5');
    await chain.mine(1);
    expect((await chain.balance(TO, 'USDT')).amount).toBe('9');
  });

  test('blocks with equal content, of the same second, still have new hashes', async () => {
    const { chain, rpc } = await start('polygon', temporaryFolder());
    // After so many empty blocks the base fee has reached its floor and no longer distinguishes two blocks.
    await chain.mine(200);
    const before = await hashes(rpc);
    await chain.reorg(2, [], []);
    const after = await hashes(rpc);
    expect(after.slice(2)).toEqual(before.slice(2));
    expect(after.some((hash) => before.slice(0, 2).includes(hash))).toBe(false);
  });

  test('a moved transaction lands in a later block; a waiting one can be replaced before any block has it', async () => {
    const { chain, rpc } = await start('polygon', temporaryFolder());
    const { txid } = await chain.pay('USDC', TO, '1');
    await chain.mine(3);
    const height = (await receiptOf(rpc, txid))?.blockNumber ?? 0;
    await chain.reorg(3, [], [txid]);
    expect((await receiptOf(rpc, txid))?.blockNumber).toBe(height + 2);
    const waiting = await chain.pay('USDC', TO, '8');
    await chain.reorg(0, [waiting.txid], []);
    await chain.mine(1);
    expect(await receiptOf(rpc, waiting.txid)).toBeNull();
    expect((await chain.balance(TO, 'USDC')).amount).toBe('1');
    await expect(chain.reorg(1, [txid.replace(/....$/, '0000')], [])).rejects.toThrow(/in none of the last 1 blocks/);
    await expect(chain.reorg(50, [], [])).rejects.toThrow(/can be replaced/);
  });
});

describe('memory', () => {
  test('after a stop and a second start the chain has the same blocks, receipts, waiting transactions and port', async () => {
    const folder = temporaryFolder();
    const first = await start('bsc', folder);
    const { txid } = await first.chain.pay('USDT', TO, '1.5');
    await first.chain.mine(150);
    await first.chain.reorg(5, [], []);
    const waiting = await first.chain.pay('BNB', TO, '2');
    const before = await hashes(first.rpc);
    const { rpc: url } = await first.chain.describe();
    await first.chain.close();
    // The second start must be later than every block, or an anvil that refuses old timestamps would pass.
    const last = Math.floor(Date.now() / 1000);
    await waitFor('the next second', () => (Math.floor(Date.now() / 1000) > last ? true : undefined));

    const { chain, rpc } = await start('bsc', folder);
    expect(await hashes(rpc)).toEqual(before);
    expect((await chain.describe()).rpc).toBe(url);
    expect((await receiptOf(rpc, txid))?.status).toBe('0x1');
    expect((await transfersTo(rpc, TO)).length).toBe(1);
    await chain.reorg(30, [], []);
    expect((await hashes(rpc)).slice(30)).toEqual(before.slice(30));
    await chain.mine(1);
    expect((await receiptOf(rpc, waiting.txid))?.status).toBe('0x1');
    const { timestamp } = await getBlock(rpc, 'latest');
    expect(Number(timestamp)).toBeGreaterThan(last);
  });

  test('an anvil that is killed restarts on its port with the same blocks, and the log says so', async () => {
    const folder = temporaryFolder();
    const { chain, rpc } = await start('optimism', folder);
    await chain.pay('USDC', TO, '1');
    await chain.mine(3);
    const before = await hashes(rpc);
    const pid = findLeftover(folder)?.pid ?? 0;
    process.kill(pid, 'SIGKILL');
    await waitFor('a new anvil', () => (findLeftover(folder)?.pid === pid ? undefined : true));
    await chain.mine(1);
    expect((await hashes(rpc)).slice(1)).toEqual(before);
    expect(said.some((sentence) => sentence.includes('optimism: anvil ended unasked'))).toBe(true);
  });

  test("a change made by the node's own cheat calls survives too, although it can’t be mined again", async () => {
    const folder = temporaryFolder();
    const { chain, rpc } = await start('avalanche', folder);
    await rpc(Anything, 'anvil_setBalance', [OTHER, '0x7b']);
    await chain.mine(2);
    const before = await hashes(rpc);
    await chain.close();
    const again = await start('avalanche', folder);
    expect(await hashes(again.rpc)).toEqual(before);
    expect((await again.chain.balance(OTHER, 'AVAX')).units).toBe('123');
    // Then the node has no older states, and says so in words.
    await expect(again.chain.reorg(2, [], [])).rejects.toThrow(/Only the last 0 blocks/);
  });
});
