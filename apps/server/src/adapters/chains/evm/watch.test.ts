// Only real value that really moved to one of our addresses is credited, in its real asset, once.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findLedgerAsset, type UserId } from '@kobogate/contract';
import { emitTransfer, RETURN_FALSE, REVERT, runtimeCode, send } from '@kobogate/testkit/chains/evm/contracts.ts';
import { createTestNetwork, reorganise, type TestNetwork } from '@kobogate/testkit/chains/evm/network.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { balance, suspense } from '../../../ledger/index.ts';

const CONFIRMATIONS = 3;
const ETHER = 10n ** 18n;
const ELSEWHERE = '0x00000000000000000000000000000000000c0de1';
const INSIDE = '0x00000000000000000000000000000000000c0de2';
const STRANGER = '0x1111111111111111111111111111111111111111';
let network: TestNetwork;

beforeAll(async () => {
  network = await createTestNetwork('ethereum', CONFIRMATIONS);
  await network.watchAll();
});
afterAll(() => network.stop());

async function depositsOf(userId: UserId) {
  return (await network.deposits()).filter((deposit) => deposit.user_id === userId);
}

test('[H-2] a native payment is seen, counted block by block and credited when it is final', async () => {
  const { userId, address } = await network.createUser('ETH');
  const hash = await network.mineTransaction(await network.sign(address, 5n * ETHER));
  const states: [string, number][] = [];
  for (let block = 1; block <= CONFIRMATIONS; block += 1) {
    await network.watchAll();
    const [deposit] = await depositsOf(userId);
    states.push([deposit?.status ?? '', deposit?.confirmations ?? 0]);
    expect(await network.balanceOf(userId, 'ETH@ethereum')).toBe(block < CONFIRMATIONS ? 0n : 5n * ETHER);
    await network.mine(1);
  }
  expect(states).toEqual([
    ['seen', 1],
    ['confirming', 2],
    ['confirmed', 3],
  ]);
  await network.watchAll();
  expect(await depositsOf(userId)).toMatchObject([{ identity: hash, asset: 'ETH@ethereum', confirmations: 3 }]);
  expect(await network.balanceOf(userId, 'ETH@ethereum')).toBe(5n * ETHER);
});

test('[D1] a pinned token that answers false in a successful transaction moves nothing, and nothing is credited', async () => {
  const { userId } = await network.createUser('USDC');
  await network.place(network.contractOf('USDC'), runtimeCode(RETURN_FALSE));
  await network.mineTransaction(await network.sign(network.contractOf('USDC'), 0n));
  await network.mine(CONFIRMATIONS);
  await network.watchAll();
  expect(await depositsOf(userId)).toEqual([]);
});

test('[D2] coins sent by a call that is undone inside a successful transaction are not credited; those that stay are', async () => {
  const undone = await network.createUser('ETH');
  const paid = await network.createUser('ETH');
  await network.fund(INSIDE, 10n * ETHER);
  await network.fund(ELSEWHERE, 10n * ETHER);
  await network.place(INSIDE, runtimeCode(send(undone.address, ETHER), REVERT));
  await network.place(
    ELSEWHERE,
    runtimeCode(send(INSIDE, ETHER), send(paid.address, 2n * ETHER), send(paid.address, ETHER)),
  );
  const hash = await network.mineTransaction(await network.sign(ELSEWHERE, 0n));
  await network.mine(CONFIRMATIONS);
  await network.watchAll();
  expect(await depositsOf(undone.userId)).toEqual([]);
  expect(await depositsOf(paid.userId)).toMatchObject([
    { identity: `${hash}:inner-${paid.address.toLowerCase()}-0`, amount: String(2n * ETHER) },
    { identity: `${hash}:inner-${paid.address.toLowerCase()}-1`, amount: String(ETHER) },
  ]);
  expect(await network.balanceOf(paid.userId, 'ETH@ethereum')).toBe(3n * ETHER);
  // The node's own data agrees with ours.
  expect(BigInt(String(await network.anvil.rpc('eth_getBalance', undone.address, 'latest')))).toBe(0n);
  expect(BigInt(String(await network.anvil.rpc('eth_getBalance', paid.address, 'latest')))).toBe(3n * ETHER);
});

test('[D5] coins that a contract sent before this version are named as it names them: read again, they are the same', async () => {
  const { userId, address } = await network.createUser('ETH');
  await network.fund(INSIDE, ETHER);
  await network.place(INSIDE, runtimeCode(send(STRANGER, 1n), send(address, 2n), send(address, 2n)));
  await network.mineTransaction(await network.sign(INSIDE, 0n));
  await network.mine(CONFIRMATIONS);
  await network.watchAll();
  const read = await depositsOf(userId);
  expect(read).toHaveLength(2);
  // By their places in the trace: 2 comes before 10.
  for (const [at, { identity }] of read.entries()) {
    await network.database.query(
      `update deposit set identity = transaction || case when $1::int = 0 then ':trace-2' else ':trace-10-0' end where identity = $2`,
      [at, identity],
    );
  }
  const migration = join(import.meta.dirname, '../../../../migrations/0262_inner_payments.sql');
  await network.database.query(await readFile(migration, 'utf8'));
  expect(await depositsOf(userId)).toEqual(read);
});

test('[D3] a Transfer event of a contract that only looks like the token is not credited', async () => {
  const { userId, address } = await network.createUser('USDT');
  await network.place(ELSEWHERE, runtimeCode(emitTransfer(address, 1_000_000n)));
  await network.mineTransaction(await network.sign(ELSEWHERE, 0n));
  await network.place(network.contractOf('USDT'), runtimeCode(emitTransfer(address, 7n)));
  await network.mineTransaction(await network.sign(network.contractOf('USDT'), 0n));
  await network.mine(CONFIRMATIONS);
  await network.watchAll();
  expect(await depositsOf(userId)).toMatchObject([
    { asset: 'USDT@ethereum', amount: '7', status: 'confirmed', senders: [network.payer] },
  ]);
});

test('[D4] zero-value transfers and payments to look-alike addresses change nothing', async () => {
  const { userId, address } = await network.createUser('USDT');
  // The same beginning and end, as address poisoners make them.
  const lookAlike = `${address.slice(0, 10)}${'ab'.repeat(12)}${address.slice(-8)}`.toLowerCase();
  await network.place(
    network.contractOf('USDT'),
    runtimeCode(emitTransfer(address, 0n), emitTransfer(lookAlike, 5_000_000n)),
  );
  await network.mineTransaction(await network.sign(network.contractOf('USDT'), 0n));
  await network.mineTransaction(await network.sign(address, 0n));
  await network.mineTransaction(await network.sign(lookAlike, ETHER));
  await network.mine(CONFIRMATIONS);
  await network.watchAll();
  expect(await depositsOf(userId)).toEqual([]);
});

test('[D5] two transfers to us in one transaction are two deposits, each credited once however often it is looked at', async () => {
  const { userId, address } = await network.createUser('USDT');
  const twice = runtimeCode(emitTransfer(STRANGER, 9n), emitTransfer(address, 30n), emitTransfer(address, 30n));
  await network.place(network.contractOf('USDT'), twice);
  const hash = await network.mineTransaction(await network.sign(network.contractOf('USDT'), 0n));
  await network.mine(CONFIRMATIONS);
  await network.watchAll();
  await network.watchAll();
  expect(await depositsOf(userId)).toMatchObject([{ identity: `${hash}:1` }, { identity: `${hash}:2` }]);
  expect(await network.balanceOf(userId, 'USDT@ethereum')).toBe(60n);
});

test('[D8] a failed transaction with value for us is not credited', async () => {
  const { userId, address } = await network.createUser('ETH');
  // The address gets code that refuses, so that the payment to it fails.
  await network.place(address, runtimeCode(REVERT));
  await network.mineTransaction(await network.sign(address, ETHER));
  await network.place(address, '0x');
  await network.mine(CONFIRMATIONS);
  await network.watchAll();
  expect(await depositsOf(userId)).toEqual([]);
});

test('[D10] another known asset that arrives at an address is credited in its real asset', async () => {
  const { userId, address } = await network.createUser('ETH');
  await network.place(network.contractOf('USDC'), runtimeCode(emitTransfer(address, 12_345n)));
  await network.mineTransaction(await network.sign(network.contractOf('USDC'), 0n));
  await network.mine(CONFIRMATIONS);
  await network.watchAll();
  expect(await network.balanceOf(userId, 'USDC@ethereum')).toBe(12_345n);
  expect(await network.balanceOf(userId, 'ETH@ethereum')).toBe(0n);
});

test('each change of a deposit is emitted once, in order', async () => {
  const before = await network.events('deposit.confirmed');
  const { address } = await network.createUser('ETH');
  await network.mineTransaction(await network.sign(address, 1n));
  await network.mine(CONFIRMATIONS);
  await network.watchAll();
  await network.watchAll();
  expect(await network.events('deposit.confirmed')).toBe(before + 1);
  expect(await network.events('deposit.seen')).toBe((await network.deposits()).length);
});

test('[D10] a coin that is not on offer is kept for its sender, and a chain that takes it back leaves no debt', async () => {
  const { userId, address } = await network.createUser('ETH');
  const dai = findLedgerAsset('DAI@ethereum')?.contract ?? '';
  await network.place(dai, runtimeCode(emitTransfer(address, 77n)));
  await network.mineTransaction(await network.sign(dai, 0n));
  await network.mine(CONFIRMATIONS);
  await network.watchAll();
  const kept = () => balance(network.database, suspense(userId, 'DAI@ethereum'));
  expect(await kept()).toBe(77n);
  expect(await network.balanceOf(userId, 'DAI@ethereum')).toBe(0n);
  await reorganise(network.anvil, CONFIRMATIONS + 1, []);
  await network.mine(1);
  await network.watchAll();
  expect(await kept()).toBe(0n);
  expect(await network.owedBy(userId, 'DAI@ethereum')).toBe(0n);
});
