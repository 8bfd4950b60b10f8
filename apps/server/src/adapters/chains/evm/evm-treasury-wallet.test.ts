// A transaction counts as sent only where the node has that exact one, and as impossible only where it is known to be
// in no block.
import type { RefundId } from '@kobogate/contract';
import { createServer, type Server } from 'node:http';
import type { EvmPlanned } from '@kobogate/plans';
import { idFor } from '@kobogate/testkit/contract/ids.ts';
import { decodeRlp, encodeRlp, keccak256, toBeHex, Transaction, type TransactionLike, Wallet } from 'ethers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { OwnAddress } from '../../../custody/index.ts';
import { createEvmTreasuryWallet } from './evm-treasury-wallet.ts';

const calls = z.array(z.object({ id: z.number(), method: z.string(), params: z.array(z.unknown()) }));
let server: Server;
let rpcUrl: string;
let isThere = false;
let chainId = '0x1';
/** Of a payment's gas, while a plan is drafted. */
let estimate: string | null = null;
/** The first height whose blocks have the fifth transaction of the requested address. */
const USED_AT = 150n;
const answerOf = (method: string, [, block]: readonly unknown[]): unknown => {
  if (method === 'eth_getTransactionCount') {
    return block === 'latest' || block === 'pending' || BigInt(String(block)) >= USED_AT ? '0x5' : '0x4';
  }
  if (method === 'eth_getBlockByNumber') return { number: '0xc8', baseFeePerGas: '0x1' };
  if (method === 'eth_estimateGas') return estimate;
  if (method === 'eth_getBalance' && block === 'latest' && estimate !== null) return '0xde0b6b3a7640000';
  if (method === 'eth_call') return '0x';
  if (method === 'eth_getBalance' || method === 'eth_maxPriorityFeePerGas') return '0x1';
  return method === 'eth_getTransactionByHash' && isThere ? { hash: '0x' } : null;
};

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      const answers = calls.parse(JSON.parse(body)).map(({ id, method, params }) => {
        if (method === 'eth_sendRawTransaction') return { id, error: { code: -32000, message: 'nonce too low' } };
        return { id, result: method === 'eth_chainId' ? chainId : answerOf(method, params) };
      });
      response.end(JSON.stringify(answers));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server listens nowhere');
  rpcUrl = `http://127.0.0.1:${address.port}`;
});
afterAll(() => {
  server.close();
});

test('a number that is used up is a refusal, unless the node has this transaction', async () => {
  const treasuryWallet = createEvmTreasuryWallet({ network: 'ethereum', rpcUrl });
  await expect(treasuryWallet.broadcast('0x02ab')).rejects.toThrow(/nonce too low/);
  isThere = true;
  await expect(treasuryWallet.broadcast('0x02ab')).resolves.toBeUndefined();
});

test('without a receipt it is impossible only where the watcher has read the block that used its number up', async () => {
  const place = { chain: 1 as const, index: 0, address: `0x${'11'.repeat(20)}` };
  const planned: EvmPlanned = {
    kind: 'evm',
    stage: 2,
    purpose: 'refund',
    asset: 'ETH@ethereum',
    amount: 1n,
    value: 1n,
    refundId: idFor<RefundId>('r'),
    from: place,
    payee: place.address,
    payeePlace: null,
    nonce: 4,
    to: place.address,
    data: '0x',
    gas: 21_000n,
    maxFeePerGas: 1n,
    maxPriorityFeePerGas: 1n,
  };
  const treasury = { ...place, addressKey: place.address };
  const waiting = [{ planned, txid: `0x${'ab'.repeat(32)}` }];
  const draft = (readTo: bigint | null) =>
    createEvmTreasuryWallet({ network: 'ethereum', rpcUrl }).replacing?.draft(waiting, {
      treasury,
      deposits: [],
      confirmations: 3,
      readTo,
    });
  isThere = false;
  expect(await draft(null)).toMatchObject({ refusal: expect.stringMatching(/wait/) });
  expect(await draft(USED_AT - 1n)).toMatchObject({ refusal: expect.stringMatching(/wait/) });
  expect(await draft(USED_AT)).toMatchObject({ impossible: new Set([waiting[0]?.txid]) });
  isThere = true;
  expect(await draft(USED_AT)).toMatchObject({ refusal: expect.stringMatching(/wait/) });
});

describe('a signed transaction', () => {
  const signer = new Wallet(`0x${'07'.repeat(32)}`);
  const to = `0x${'11'.repeat(20)}`;
  const planned: EvmPlanned = {
    kind: 'evm',
    stage: 2,
    purpose: 'refund',
    asset: 'ETH@ethereum',
    amount: 300n,
    value: 300n,
    refundId: idFor<RefundId>('r'),
    from: { chain: 1, index: 0, address: signer.address },
    payee: to,
    payeePlace: null,
    nonce: 4,
    to,
    data: '0x',
    gas: 21_000n,
    maxFeePerGas: 9n,
    maxPriorityFeePerGas: 1n,
  };
  const fields = (of: EvmPlanned): TransactionLike => ({
    type: 2,
    chainId: 1,
    nonce: of.nonce,
    to: of.to,
    value: of.value,
    data: of.data,
    gasLimit: of.gas,
    maxFeePerGas: of.maxFeePerGas,
    maxPriorityFeePerGas: of.maxPriorityFeePerGas,
  });
  const sign = (changed: TransactionLike = {}, by = signer) => by.signTransaction({ ...fields(planned), ...changed });
  const { identify } = createEvmTreasuryWallet({ network: 'ethereum', rpcUrl: 'http://127.0.0.1:9' });

  test.each<readonly [string, Partial<EvmPlanned>]>([
    ['a payment', {}],
    ['the first of an address', { nonce: 0 }],
    ['a call of a token, which moves no coin', { value: 0n, data: `0xa9059cbb${'00'.repeat(64)}`, gas: 90_000n }],
    ['more gas and dearer than a person would choose', { nonce: 200_000, gas: 40_000_000n, maxFeePerGas: 10n ** 14n }],
    ['the most that fits', { nonce: 2 ** 53 - 1, value: 2n ** 256n - 1n, maxFeePerGas: 2n ** 200n }],
  ])('is found by its hash as ethers signs it: %s', async (_name, changed) => {
    const wanted = { ...planned, ...changed };
    const raw = await signer.signTransaction(fields(wanted));
    expect(await identify(wanted, raw)).toBe(keccak256(raw));
  });

  test('is another one where a single field is another', async () => {
    const others: Record<string, TransactionLike> = {
      'another network': { chainId: 56 },
      'another number': { nonce: 5 },
      'no number': { nonce: 0 },
      'another recipient': { to: `0x${'12'.repeat(20)}` },
      'no recipient': { to: null },
      'another value': { value: 301n },
      'no value': { value: 0n },
      'a call': { data: '0x00' },
      'more gas': { gasLimit: 21_001n },
      'another price': { maxFeePerGas: 10n },
      'another tip': { maxPriorityFeePerGas: 2n },
      'an access list': { accessList: [{ address: to, storageKeys: [] }] },
      'an older type': { type: 1, maxFeePerGas: null, maxPriorityFeePerGas: null, gasPrice: 9n },
      'the oldest type': { type: 0, maxFeePerGas: null, maxPriorityFeePerGas: null, gasPrice: 9n },
    };
    for (const [name, changed] of Object.entries(others))
      expect(await identify(planned, await sign(changed)), name).toBeNull();
    expect(await identify(planned, await sign({}, new Wallet(`0x${'08'.repeat(32)}`)))).toBeNull();
    expect(await identify(planned, Transaction.from(fields(planned)).unsignedSerialized)).toBeNull();
  });

  test('is taken in the one form that nodes take, so that no other bytes give it another name', async () => {
    const raw = await sign();
    expect(await identify(planned, raw)).toBe(keccak256(raw));
    const parts = decodeRlp(`0x${raw.slice(4)}`);
    if (typeof parts === 'string') throw new Error('a transaction is a list');
    const withPart = (at: number, change: (part: string) => string | string[]): string =>
      `0x02${encodeRlp(parts.map((part, index) => (index === at ? change(String(part)) : part))).slice(2)}`;
    const [parity, r, s] = [parts[9], parts[10], parts[11]].map((part) => BigInt(part === '0x' ? 0 : String(part)));
    const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
    const signedAs = (...signature: readonly bigint[]): string => {
      const numbers = signature.map((number) => (number === 0n ? '0x' : toBeHex(number)));
      return `0x02${encodeRlp([...parts.slice(0, 9), ...numbers]).slice(2)}`;
    };
    expect(signedAs(parity ?? 0n, r ?? 0n, s ?? 0n)).toBe(raw);
    // The list's own length takes one byte more here; 0x82 begins a string of two bytes, and 0x81 one of one.
    const body = raw.slice(8);
    const nonce = '04';
    const others = {
      'the other of the two signatures that fit': signedAs(1n - (parity ?? 0n), r ?? 0n, order - (s ?? 0n)),
      'the other key of the same signature': signedAs(1n - (parity ?? 0n), r ?? 0n, s ?? 0n),
      'no such key': signedAs(2n + (parity ?? 0n), r ?? 0n, s ?? 0n),
      'a signature of zeros': signedAs(0n, 0n, 0n),
      'a half of it that is zero': signedAs(parity ?? 0n, r ?? 0n, 0n),
      'a half of it beyond the order': signedAs(parity ?? 0n, (r ?? 0n) + order, s ?? 0n),
      'a number with a zero before it': withPart(6, (part) => `0x00${part.slice(2)}`),
      'a zero that is written': withPart(7, () => '0x00'),
      'a list in the place of a number': withPart(1, () => ['0x04']),
      'a number in the place of a list': withPart(8, () => '0x'),
      'a recipient of 19 bytes': withPart(5, (part) => part.slice(0, -2)),
      'a number of 33 bytes': withPart(6, () => `0x01${'00'.repeat(32)}`),
      'a length in more bytes than it takes': `0x02f900${raw.slice(6, 8)}${body}`,
      'a byte with a length before it': `0x02f8${(body.length / 2 + 1).toString(16)}${body.replace(nonce, `81${nonce}`)}`,
      'a length beyond the end': `0x02f8${(body.length / 2 + 1).toString(16)}${body}`,
      'bytes behind it': `${raw}00`,
      'bytes behind it, inside the list': `0x02f8${(body.length / 2 + 1).toString(16)}${body}00`,
      'its last byte missing': raw.slice(0, -2),
      'half a byte': raw.slice(0, -1),
      'upper case': `0x02${raw.slice(4).toUpperCase()}`,
      'no 0x': raw.slice(2),
      nothing: '0x',
      'only its type': '0x02',
      'a list in a list in a list': `0x02${'c1'.repeat(100_000)}c0`,
    };
    for (const [name, other] of Object.entries(others)) expect(await identify(planned, other), name).toBeNull();
  });
});

test.each([
  ['ethereum', '0x1', '0x5208', 21_000n],
  // Its gas includes what Ethereum takes for the bytes, by a price that changes while the plan is signed.
  ['arbitrum', '0xa4b1', '0x6000', 36_864n],
] as const)(
  'a payment on %s gets as much gas as it may need when the plan is sent',
  async (network, id, asked, gas) => {
    [chainId, estimate] = [id, asked];
    const own = (chain: 0 | 1): OwnAddress => {
      const address = `0x${String(chain + 1).repeat(40)}`;
      return { chain, index: 0, address, addressKey: address };
    };
    const wish = { treasury: own(1), deposits: [own(0)], refunds: [], isSweep: true, leastOf: () => 1n };
    const { transactions } = await createEvmTreasuryWallet({ network, rpcUrl }).draft(wish);
    expect(transactions).toMatchObject([{ purpose: 'sweep', gas }]);
    [chainId, estimate] = ['0x1', null];
  },
);
