// On TRON, payments are read, swept and refunded to the unit over its node's two APIs, with what energy, bandwidth and new
// accounts cost; a worthless token's amount is no payment, and nothing is final before the solidity node has it.
import { tronSignature } from '@kobogate/plans';
import { signTron, startTestTron, tronOwner } from '@kobogate/testkit/chains/tron/tron.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { idFor } from '@kobogate/testkit/contract/ids.ts';
import type { RefundId } from '@kobogate/contract';
import { createTronPayerNode } from './payer-node.ts';
import { createTronChain } from './tron-chain.ts';
import { createTronTreasuryWallet } from './tron-treasury-wallet.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const PAYEE = 'TLyqzVGLV1srkB7dToTAEqgDSfPtXRJZYH';
const treasury = tronOwner(1, 0);
const [first, second] = [tronOwner(0, 0), tronOwner(0, 1)];
let tron: Awaited<ReturnType<typeof startTestTron>>;
beforeAll(async () => {
  tron = await startTestTron();
});
afterAll(() => tron.stop());

const findOurs = async () => new Set([treasury, first, second].map(({ addressKey }) => addressKey));
const watcher = () => createTronChain({ provider: tron.url });
const wallet = () => createTronTreasuryWallet({ rpcUrl: tron.url });
const scanNewest = async (blocks: number) => {
  const { head } = await watcher().look(0n);
  return watcher().scan(head.height - BigInt(blocks - 1), head.height, findOurs);
};

test('[H-2] a payment of USDT and one of TRX are read with their ids, and final when the solidity node has them', async () => {
  const usdt = await tron.pay('USDT', first.address, '40.000001');
  const trx = await tron.pay('TRX', second.address, '3.5');
  const blocks = await scanNewest(2);
  expect(blocks.flatMap(({ transfers }) => transfers)).toMatchObject([
    { identity: `${usdt}:0`, transaction: usdt, asset: 'USDT@tron', addressKey: first.addressKey, amount: 40_000_001n },
    { identity: trx, transaction: trx, asset: 'TRX@tron', addressKey: second.addressKey, amount: 3_500_000n },
  ]);
  expect(blocks.map(({ transactions }) => transactions)).toEqual([[usdt], [trx]]);
  const { head } = await watcher().look(0n);
  expect(await watcher().finalHeight?.()).toBe(head.height - 2n);
  await tron.chain.mine(2);
  expect(await watcher().finalHeight?.()).toBe(head.height);
});

test('[D10] a sweep and a refund go through with the TRX that they were given, to the sun', async () => {
  await tron.pay('TRX', treasury.address, '200');
  const wish = {
    treasury,
    deposits: [first, second],
    refunds: [{ id: idFor<RefundId>('one'), asset: 'USDT@tron', amount: 10_000_000n, address: PAYEE }],
    isSweep: true,
    leastOf: () => 1n,
  };
  const { transactions, notes } = await wallet().draft(wish);
  expect(notes).toEqual([]);
  expect(transactions.map((planned) => ('purpose' in planned ? planned.purpose : ''))).toEqual([
    'gas',
    'sweep',
    'sweep',
    'refund',
  ]);
  for (const planned of transactions) {
    if (planned.kind !== 'tron') continue;
    const owner = [treasury, first, second].find(({ address }) => address === planned.from.address);
    const raw = signTron(planned, owner?.privateKey ?? new Uint8Array());
    const id = await wallet().identify(planned, raw);
    expect(tronSignature(planned, raw)).not.toBeNull();
    expect(await wallet().identify({ ...planned, amount: planned.amount + 1n }, raw)).toBeNull();
    expect(await wallet().identify(planned, signTron(planned, tronOwner(0, 9).privateKey))).toBeNull();
    await wallet().broadcast(raw);
    await tron.chain.mine(1);
    // Once more is no error, and moves nothing twice.
    await wallet().broadcast(raw);
    const [block] = await scanNewest(1);
    expect(block?.sent).toEqual([id]);
    const outcome = await wallet().outcome(planned, id ?? '', block?.hash ?? '');
    expect(outcome?.isSuccess).toBe(true);
    expect(outcome?.fee).toBeLessThanOrEqual(planned.fee);
    expect(await wallet().outcome(planned, id ?? '', `0x${'1'.repeat(64)}`)).toBeNull();
    const traced = await wallet().trace(id ?? '', block?.hash ?? '');
    expect(traced?.uses).toEqual([id]);
    expect(traced?.changes.reduce((sum, { amount }) => sum + amount, 0n)).toBe(-(outcome?.fee ?? 0n));
  }
  expect(await tron.chain.balance(PAYEE, 'USDT')).toMatchObject({ amount: '10' });
  expect(await tron.chain.balance(treasury.address, 'USDT')).toMatchObject({ amount: '30.000001' });
  expect(await tron.chain.balance(first.address, 'USDT')).toMatchObject({ amount: '0' });
});

test('a payer is told what the transfer takes of their TRX, twice the energy to an address without USDT, and the network’s time', async () => {
  const payer = tronOwner(0, 7);
  await tron.pay('USDT', payer.address, '5');
  const node = createTronPayerNode({ rpcUrl: tron.url });
  const ask = (payee: string) => node.look({ payer: payer.address, asset: 'USDT@tron', amount: 2_000_000n, payee });
  const [toNew, toOld] = [await ask(tronOwner(0, 8).address), await ask(treasury.address)];
  expect(toNew).toMatchObject({ payerTokens: 5_000_000n, payerSun: 0n, feeLimit: 15_634_200n });
  expect(toOld.feeLimit).toBe(7_714_200n);
  expect(toNew.fee - toNew.feeLimit).toBe(toOld.fee - toOld.feeLimit);
  expect(toNew.fee).toBeGreaterThan(toNew.feeLimit);

  // Blocks are made, and for longer than the transfer is good none of them becomes final.
  await tron.pay('TRX', payer.address, '100');
  await tron.chain.mine(1, 1_200);
  const { block, now, feeLimit } = await ask(PAYEE);
  const transfer = { from: payer, asset: 'USDT@tron', amount: 2_000_000n, payee: PAYEE, feeLimit, ...block };
  const signed = (expiration: number) => signTron({ ...transfer, expiration, timestamp: now }, payer.privateKey);
  expect(await node.send(signed(now))).toBe('refused');
  expect(await node.send(signed(now + 600_000))).toBe('taken');

  // Bytes that are no transaction are refused, and never reach a block.
  expect(await node.send('0a00')).toBe('refused');
});
