// A node's answers to a payer's wallet are read exactly or not at all, a node on another chain is not used, and a
// transaction that the node may have accepted is never called refused.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { associatedTokenAccount } from '@kobogate/addresses';
import { findAsset } from '@kobogate/contract';
import { SYSTEM_PROGRAM, TOKEN_PROGRAM } from '@kobogate/plans';
import { keyOf } from '@kobogate/testkit/chains/solana/node.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { PayerNodeDown } from '../../../sales/index.ts';
import { createPayerNode } from './payer-node.ts';

const GENESIS_HASH = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d';
const USDC = findAsset('USDC', 'solana')?.contract ?? '';
const [payer, receiver] = [keyOf('a payer'), keyOf('a receiver')];

type Answers = Readonly<Record<string, (params: readonly unknown[]) => object>>;
const stops: (() => void)[] = [];
afterEach(() => stops.splice(0).forEach((stop) => stop()));

/** A node that answers each method as the test says; an answer is `{result}` or `{error}`. */
async function nodeWith(answers: Answers) {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const calls: { id: number; method: string; params: unknown[] }[] = JSON.parse(Buffer.concat(chunks).toString());
      const told = calls.map(({ id, method, params }) => Object.assign({ id }, answers[method]?.(params)));
      response.end(JSON.stringify(told));
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  stops.push(() => {
    server.close();
    server.closeAllConnections();
  });
  // A server that listens on TCP has such an address.
  const { port } = server.address() as AddressInfo;
  return createPayerNode({ rpcUrl: `http://127.0.0.1:${port}` });
}

const inContext = (value: unknown) => ({ result: { context: { slot: 1 }, value } });
const refusal = (code: number, message: string) => ({ error: { code, message } });
const HEALTHY: Answers = {
  getGenesisHash: () => ({ result: GENESIS_HASH }),
  getLatestBlockhash: () => inContext({ blockhash: GENESIS_HASH, lastValidBlockHeight: 150 }),
  getBalance: ([of]) => inContext(of === payer ? 5_000_000 : 7),
  getTokenAccountBalance: ([of]) =>
    of === associatedTokenAccount(payer, USDC)
      ? inContext({ amount: '12500000', decimals: 6 })
      : refusal(-32_602, 'Invalid param: could not find account'),
  getAccountInfo: () => inContext(null),
};

describe('the balances of a payer and a receiver', () => {
  const asked = { payer, receiver, mint: USDC };

  it('is read exactly, with an account that is not there as nothing', async () => {
    const node = await nodeWith(HEALTHY);
    expect(await node.look(asked)).toEqual({
      blockhash: GENESIS_HASH,
      payerLamports: 5_000_000n,
      receiverLamports: 7n,
      payerTokens: 12_500_000n,
      isReceiverOpen: false,
    });
    expect(await node.look({ ...asked, payer: keyOf('stranger') })).toMatchObject({ payerTokens: 0n });
    expect(await node.look({ ...asked, mint: null })).toMatchObject({ payerTokens: 0n, isReceiverOpen: false });
  });

  it('takes SOL that a stranger sent to where the receiver’s token account is not open yet for no account', async () => {
    const lookWhere = async (owner: string) =>
      (await nodeWith({ ...HEALTHY, getAccountInfo: () => inContext({ owner, lamports: 890_880 }) })).look(asked);
    expect(await lookWhere(SYSTEM_PROGRAM)).toMatchObject({ isReceiverOpen: false });
    expect(await lookWhere(TOKEN_PROGRAM)).toMatchObject({ isReceiverOpen: true });
  });

  it.each([
    ['another chain', { getGenesisHash: () => ({ result: keyOf('another chain') }) }],
    ['a balance that JSON can not hold', { getBalance: () => inContext(2 ** 53) }],
    ['a balance that is none', { getBalance: () => inContext('5') }],
    ['no block', { getLatestBlockhash: () => inContext(null) }],
    ['an amount that is none', { getTokenAccountBalance: () => inContext({ amount: '1e9' }) }],
    ['a refusal', { getBalance: () => refusal(-32_005, 'behind') }],
  ] as const)('is not believed of %s', async (_what, changes) => {
    const node = await nodeWith({ ...HEALTHY, ...changes });
    await expect(node.look(asked)).rejects.toBeInstanceOf(PayerNodeDown);
  });
});

describe('handing in', () => {
  const sending = (answer: object) => nodeWith({ ...HEALTHY, sendTransaction: () => answer });

  it('distinguishes accepted, refused and unknown', async () => {
    expect(await (await sending({ result: 'signature' })).send('AQ==')).toBe('taken');
    const failed = refusal(-32_002, 'Transaction simulation failed: Blockhash not found');
    expect(await (await sending(failed)).send('AQ==')).toBe('refused');
    const again = refusal(-32_002, 'Transaction simulation failed: This transaction has already been processed');
    expect(await (await sending(again)).send('AQ==')).toBe('taken');
    await expect((await sending(refusal(-32_603, 'Internal error'))).send('AQ==')).rejects.toBeInstanceOf(
      PayerNodeDown,
    );
  });
});
