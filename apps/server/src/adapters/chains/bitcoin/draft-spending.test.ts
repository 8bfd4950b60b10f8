// A plan spends each coin once, pays every refund in full, and its summary matches its PSBT.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { RefundId } from '@kobogate/contract';
import { bitcoinAddressSource } from '@kobogate/addresses';
import { mostBitcoinFee } from '@kobogate/plans';
import { idFor } from '@kobogate/testkit/contract/ids.ts';
import { RawTx, Transaction } from '@scure/btc-signer';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { OwnAddress } from '../../../custody/index.ts';
import { createBitcoinTreasuryWallet } from './bitcoin-treasury-wallet.ts';
import { type Coin, draftSpending, mustWait } from './draft-spending.ts';

const source = bitcoinAddressSource(
  'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs',
  'segwit',
);
const treasury: OwnAddress = { chain: 1, index: 0, ...(source.treasury?.() ?? source.derive(0)) };
const deposit = (index: number): OwnAddress => ({ chain: 0, index, ...source.derive(index) });
const PAYEE = 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr';
function coin(address: OwnAddress, amount: bigint, rest: Partial<Coin> = {}): Coin {
  const maker = new Transaction();
  maker.addInput({ txid: 'ab'.repeat(32), index: address.index + 10 * address.chain });
  maker.addOutput({ script: Buffer.from(address.addressKey, 'hex'), amount });
  const raw = Buffer.from(maker.unsignedTx).toString('hex');
  return { address, transaction: maker.id, index: 0, raw, amount, isUnripe: false, ...rest };
}
const refund = (id: RefundId, amount: bigint) => ({ id, asset: 'BTC@mainnet', amount, address: PAYEE });
const draft = (coins: readonly Coin[], { refunds = [] as ReturnType<typeof refund>[], isSweep = true } = {}) => {
  const made = draftSpending(coins, 10n, { treasury, deposits: [], refunds, isSweep, leastOf: () => 0n });
  const [planned] = made.transactions;
  return { ...made, planned: planned?.kind === 'bitcoin' ? planned : null };
};

test('the treasury of a seed is at 1/0', () => {
  expect(treasury.address).toBe('bc1q8c6fshw2dlwun7ekn9qwf37cu2rn755upcp6el');
});

test('a sweep takes every coin that is worth its fee, and gives it to the treasury', () => {
  const { planned, notes } = draft([
    coin(deposit(0), 50_000n),
    coin(deposit(1), 30_000n),
    coin(deposit(2), 690n),
    coin(deposit(3), 10n ** 8n, { isUnripe: true }),
    coin(treasury, 70_000n),
  ]);
  expect(planned?.inputs.map(({ amount }) => amount)).toEqual([50_000n, 30_000n]);
  expect(planned?.outputs).toEqual([
    { address: treasury.address, amount: 80_000n - (planned?.fee ?? 0n), refundId: null },
  ]);
  expect(planned?.fee).toBe(10n * (11n + 2n * 69n + 43n));
  expect(notes).toEqual([expect.stringMatching(/^1 coins are worth less/)]);
});

test('the PSBT matches the plan: coins, payees, amounts, fee', () => {
  const { planned } = draft([coin(deposit(0), 50_000n), coin(treasury, 70_000n)], {
    refunds: [refund(idFor<RefundId>('r'), 60_000n)],
  });
  const psbt = Transaction.fromPSBT(Buffer.from(planned?.psbt ?? '', 'base64'));
  // From the transaction that made each coin, which the key tool asks for.
  const inputs = planned?.inputs.map((_, at) => psbt.getInput(at).nonWitnessUtxo?.outputs[0]?.amount ?? 0n) ?? [];
  const outputs = planned?.outputs.map((_, at) => psbt.getOutput(at).amount ?? 0n) ?? [];
  expect(inputs).toEqual(planned?.inputs.map(({ amount }) => amount));
  expect(outputs).toEqual(planned?.outputs.map(({ amount }) => amount));
  const sum = (all: readonly bigint[]): bigint => all.reduce((one, other) => one + other, 0n);
  expect(sum(inputs) - sum(outputs)).toBe(planned?.fee);
  expect(planned?.outputs[0]).toEqual({ address: PAYEE, amount: 60_000n, refundId: 'r' });
});

test('a signed transaction is taken with signatures alone: bytes beside them would give it a name that no block has', async () => {
  const { planned } = draft([coin(deposit(0), 50_000n)]);
  if (planned === null) throw new Error('nothing was planned');
  const psbt = Transaction.fromPSBT(Buffer.from(planned.psbt, 'base64'));
  const bytes = RawTx.decode(psbt.unsignedTx);
  const withWitness = { ...bytes, segwitFlag: true, witnesses: [[Buffer.alloc(71, 1), Buffer.alloc(33, 2)]] };
  const raw = (script: Uint8Array): string =>
    Buffer.from(
      RawTx.encode({
        ...withWitness,
        inputs: bytes.inputs.map((input) => Object.assign({}, input, { finalScriptSig: script })),
      }),
    ).toString('hex');
  const { identify } = createBitcoinTreasuryWallet({ rpcUrl: 'http://127.0.0.1:1', confirmations: 1 });
  expect(await identify(planned, raw(new Uint8Array()))).toBe(psbt.id);
  expect(await identify(planned, raw(Buffer.from('0151', 'hex')))).toBeNull();
});

test('a transaction that the node has already is sent, in each of its wordings, and one that it refuses is not', async () => {
  let said: { code: number; message: string } = { code: 0, message: '' };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const calls = z.array(z.object({ id: z.number() })).parse([await json(request)].flat());
    response.end(JSON.stringify(calls.map(({ id }) => ({ id, result: null, error: said }))));
  };
  const node = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1');
  try {
    await once(node, 'listening');
    const { port } = node.address() as AddressInfo;
    const wallet = createBitcoinTreasuryWallet({ rpcUrl: `http://127.0.0.1:${port}`, confirmations: 1 });
    for (const [code, message] of [
      [-27, 'Transaction already in block chain'],
      [-26, 'txn-already-in-mempool'],
      [-26, 'txn-already-known'],
    ] as const) {
      said = { code, message };
      await wallet.broadcast('00');
    }
    said = { code: -26, message: 'txn-mempool-conflict' };
    await expect(wallet.broadcast('00')).rejects.toThrow('txn-mempool-conflict');
  } finally {
    node.close();
  }
});

test('no draft costs more than the key tool signs for', () => {
  const many = Array.from({ length: 300 }, (_, index) => coin(deposit(index), 50_000n));
  const made = draftSpending(many, 300n, { treasury, deposits: [], refunds: [], isSweep: true, leastOf: () => 0n });
  const [planned] = made.transactions;
  if (planned?.kind !== 'bitcoin') throw new Error('nothing was planned');
  expect(planned.inputs).toHaveLength(95);
  expect(planned.fee).toBeLessThanOrEqual(mostBitcoinFee(planned.inputs.length));
});

test("a coin is spent once the operator's policy calls it final, a miner's after a hundred blocks", () => {
  expect([0, 1, 2].map((above) => mustWait(above, false, 3))).toEqual([true, true, false]);
  expect([99, 100].map((above) => mustWait(above, true, 3))).toEqual([true, false]);
});

test('without a sweep a refund takes the treasury first and no more than it needs', () => {
  const coins = [coin(deposit(0), 50_000n), coin(deposit(1), 90_000n), coin(treasury, 70_000n)];
  const one = draft(coins, { refunds: [refund(idFor<RefundId>('r'), 60_000n)], isSweep: false });
  expect(one.planned?.inputs.map(({ place }) => place.chain)).toEqual([1]);
  const two = draft(coins, {
    refunds: [refund(idFor<RefundId>('r'), 100_000n), refund(idFor<RefundId>('s'), 10n ** 9n)],
    isSweep: false,
  });
  expect(two.planned?.inputs.map(({ amount }) => amount)).toEqual([70_000n, 90_000n]);
  expect(two.notes).toEqual([expect.stringMatching(/^The refund s is not in the plan/)]);
  expect(draft(coins, { isSweep: false }).planned).toBeNull();
});

test('coins that came in large payments of an exchange are planned as far as the signer takes a file of 4 MiB, the rest later', () => {
  // As long as one to three thousand others: the key tool reads a coin's value from all of it.
  const raw = (at: number): Partial<Coin> => {
    const maker = new Transaction({ allowUnknownOutputs: true });
    maker.addInput({ txid: 'cd'.repeat(32), index: at });
    maker.addOutput({ script: Buffer.from(deposit(at).addressKey, 'hex'), amount: 50_000n });
    maker.addOutput({ script: Buffer.alloc(99_000, 0x6a), amount: 0n });
    return { transaction: maker.id, raw: Buffer.from(maker.unsignedTx).toString('hex') };
  };
  const coins = Array.from({ length: 45 }, (_, at) => coin(deposit(at), 50_000n, raw(at)));
  const { planned } = draft(coins);
  expect(planned?.psbt.length).toBeLessThan(3_900_000);
  expect(planned?.inputs.length).toBeGreaterThan(20);
  const left = coins.slice(planned?.inputs.length);
  expect(draft(left).planned?.inputs).toHaveLength(left.length);
  // A refund takes no more than fits either.
  const refunds = [refund(idFor<RefundId>('large'), 45n * 49_000n)];
  const paying = draft(coins, { refunds, isSweep: false });
  expect(paying).toMatchObject({ transactions: [], notes: [expect.stringContaining('large is not in the plan')] });
});
