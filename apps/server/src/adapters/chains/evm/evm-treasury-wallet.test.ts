// A transaction counts as sent only where the node has that exact one, and as impossible only where it is known to be
// in no block.
import type { RefundId } from '@kobogate/contract';
import { createServer, type Server } from 'node:http';
import type { EvmPlanned } from '@kobogate/plans';
import { idFor } from '@kobogate/testkit/contract/ids.ts';
import { fromRlp, type Hex, keccak256, parseTransaction, serializeTransaction, toHex, toRlp } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';
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

test('a signed transaction is taken in the one form that nodes take, so that no other bytes give it another name', async () => {
  const account = privateKeyToAccount(`0x${'07'.repeat(32)}`);
  const place = { chain: 1 as const, index: 0, address: account.address };
  const fields = { gas: 21_000n, maxFeePerGas: 9n, maxPriorityFeePerGas: 1n, nonce: 4, value: 300n };
  const to = `0x${'11'.repeat(20)}` as const;
  const planned: EvmPlanned = {
    ...fields,
    kind: 'evm',
    stage: 2,
    purpose: 'refund',
    asset: 'ETH@ethereum',
    amount: 300n,
    refundId: idFor<RefundId>('r'),
    from: place,
    payee: to,
    payeePlace: null,
    to,
    data: '0x',
  };
  const raw = await account.signTransaction({ ...fields, to, chainId: 1, type: 'eip1559' });
  const { identify } = createEvmTreasuryWallet({ network: 'ethereum', rpcUrl });
  expect(await identify(planned, raw)).toBe(keccak256(raw));
  const { r = '0x', s = '0x', yParity = 0, ...unsigned } = parseTransaction(raw);
  const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
  const parts = fromRlp(`0x${raw.slice(4)}`, 'hex');
  const padded = toRlp((parts as Hex[]).map((part, at) => (at === 6 ? (`0x00${part.slice(2)}` as const) : part)));
  const others = {
    'the other of the two signatures that fit': serializeTransaction(unsigned, {
      r,
      s: toHex(order - BigInt(s), { size: 32 }),
      yParity: yParity === 0 ? 1 : 0,
    }),
    'a number with a zero before it': `0x02${padded.slice(2)}`,
    'bytes behind it': `${raw}00`,
  };
  for (const [name, other] of Object.entries(others)) expect(await identify(planned, other), name).toBeNull();
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
