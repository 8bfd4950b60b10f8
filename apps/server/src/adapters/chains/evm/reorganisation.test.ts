// After a reorganisation at any depth each payment is credited once where it still is on the chain, and taken back
// where it is not.
import type { DepositId } from '@kobogate/contract';
import { emitTransfer, runtimeCode } from '@kobogate/testkit/chains/evm/contracts.ts';
import { createTestNetwork, reorganise, type TestNetwork } from '@kobogate/testkit/chains/evm/network.ts';
import { idFor } from '@kobogate/testkit/contract/ids.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { keccak256 } from 'ethers';
import { customer, held, post } from '../../../ledger/index.ts';
import { collectAfterRevert } from '../../../custody/deposits/collect-receivable.ts';

const NEEDED = 3;
const ETHER = 10n ** 18n;
const ETH = 'ETH@ethereum';
let network: TestNetwork;

beforeEach(async () => {
  network = await createTestNetwork('ethereum', NEEDED);
  await network.mine(30);
  await network.watchAll();
});
afterEach(() => network.stop());

const statuses = async (): Promise<string[]> => (await network.deposits()).map(({ status }) => status);

/**
 * Pays, mines until the payment's block has `depth` blocks from itself to the head, and lets the watcher see it all.
 */
async function payAt(depth: number) {
  const { userId, address } = await network.createUser('ETH');
  const raw = await network.sign(address, ETHER);
  await network.mineTransaction(raw);
  await network.watchAll();
  if (depth > 1) await network.mine(depth - 1);
  await network.watchAll();
  return { userId, address, raw };
}

describe.each([
  ['1', 1],
  ['N-1', NEEDED - 1],
  ['N', NEEDED],
  ['N+20', NEEDED + 20],
])('[D6] at depth %s', (_, depth) => {
  const wasFinal = depth >= NEEDED;

  test('[D6] a payment that vanishes is taken back', async () => {
    const { userId } = await payAt(depth);
    expect(await network.balanceOf(userId, ETH)).toBe(wasFinal ? ETHER : 0n);
    await reorganise(network.anvil, depth, []);
    await network.mine(NEEDED);
    await network.watchAll();
    expect(await statuses()).toEqual([wasFinal ? 'reverted' : 'dropped']);
    expect(await network.balanceOf(userId, ETH)).toBe(0n);
    expect(await network.owedBy(userId, ETH)).toBe(0n);
    expect(await network.events(wasFinal ? 'deposit.reverted' : 'deposit.dropped')).toBe(1);
  });

  test('[D6] a payment that moves to another block is credited once', async () => {
    const { userId, raw } = await payAt(depth);
    await reorganise(network.anvil, depth, [[raw, depth - 1]]);
    await network.mine(NEEDED);
    await network.watchAll();
    const deposits = await network.deposits();
    expect(deposits.map(({ identity }) => identity)).toEqual([keccak256(raw), keccak256(raw)]);
    expect(await statuses()).toEqual([wasFinal ? 'reverted' : 'dropped', 'confirmed']);
    expect(await network.balanceOf(userId, ETH)).toBe(ETHER);
    expect(await network.owedBy(userId, ETH)).toBe(0n);
  });

  test('[D6] a payment that changes its amount is credited with the new one', async () => {
    const { userId, address } = await network.createUser('USDT');
    // Pays as many units as the height of its block: the same transaction, another amount.
    await network.place(network.contractOf('USDT'), runtimeCode(emitTransfer(address, null)));
    const raw = await network.sign(network.contractOf('USDT'), 0n);
    const first = BigInt(String(await network.anvil.rpc('eth_blockNumber'))) + 1n;
    await network.mineTransaction(raw);
    await network.mine(depth);
    await network.watchAll();
    await reorganise(network.anvil, depth + 1, [[raw, depth]]);
    await network.mine(NEEDED);
    await network.watchAll();
    expect((await network.deposits()).map(({ amount }) => BigInt(amount))).toEqual([first, first + BigInt(depth)]);
    expect(await network.balanceOf(userId, 'USDT@ethereum')).toBe(first + BigInt(depth));
  });
});

test('[D6] coins that were spent before the chain took them back stay a debt, which the next deposits pay first', async () => {
  const { userId, address } = await payAt(NEEDED);
  const setAside = { source: 'test', sourceId: '1', description: 'Set aside' };
  const transfer = { debit: customer(userId, ETH), credit: held(userId, ETH), amount: ETHER };
  await network.database.transaction((tx) => post(tx, [{ ...setAside, transfers: [transfer] }]));
  await reorganise(network.anvil, NEEDED, []);
  await network.mine(NEEDED);
  await network.watchAll();
  expect(await network.owedBy(userId, ETH)).toBe(ETHER);

  await network.mineTransaction(await network.sign(address, ETHER / 4n, 0));
  await network.mine(NEEDED);
  await network.watchAll();
  expect(await network.owedBy(userId, ETH)).toBe((ETHER * 3n) / 4n);
  expect(await network.balanceOf(userId, ETH)).toBe(0n);

  // Coins that an undone order gives back are collected too, and collecting again takes nothing more.
  const giveBack = { debit: held(userId, ETH), credit: customer(userId, ETH), amount: ETHER };
  await network.database.transaction((tx) => post(tx, [{ ...setAside, sourceId: '2', transfers: [giveBack] }]));
  const [reverted] = await network.deposits();
  await collectAfterRevert(network, reverted?.id ?? idFor<DepositId>(''));
  await collectAfterRevert(network, reverted?.id ?? idFor<DepositId>(''));
  expect(await network.owedBy(userId, ETH)).toBe(0n);
  expect(await network.balanceOf(userId, ETH)).toBe(ETHER / 4n);
});
