// The Solana chain speaks the node's own protocol with signed transactions that Solana's virtual machine ran: balances
// before and after are their effect, failures stay in their block, non-final forks vanish, and everything survives a
// restart.
import { associatedTokenAccount } from '@kobogate/addresses';
import { findAsset } from '@kobogate/contract';
import { temporaryFolder } from '@kobogate/testkit/sandbox/files.ts';
import {
  generateKeyPairSigner,
  getPublicKeyFromAddress,
  type SignatureBytes,
  type KeyPairSigner,
  verifySignature,
} from '@solana/kit';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { Chain } from '../chain.ts';
import { signPayment } from './faucet.ts';
import { startSolanaChain } from './solana-chain.ts';
import { readTransaction } from './transactions.ts';

const TO = 'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk';
const OTHER = 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96';
const USDC = findAsset('USDC', 'solana')?.contract ?? '';

const open: Chain[] = [];
async function start(folder = temporaryFolder()): Promise<Chain> {
  const chain = await startSolanaChain({ folder, log: () => undefined, blockSeconds: 0 });
  open.push(chain);
  return chain;
}
afterAll(() => Promise.all(open.map((chain) => chain.close())));

async function ask(chain: Chain, body: unknown): Promise<unknown> {
  const { rpc: url } = await chain.describe();
  return (await fetch(url, { method: 'POST', body: JSON.stringify(body) })).json();
}
const Answer = z.object({ result: z.unknown().optional(), error: z.unknown().optional() });
async function rpc(chain: Chain, method: string, ...params: unknown[]): Promise<unknown> {
  const { result, error } = Answer.parse(await ask(chain, { jsonrpc: '2.0', id: 1, method, params }));
  return error ?? result;
}

const Balances = z.object({
  blockhash: z.string(),
  previousBlockhash: z.string(),
  parentSlot: z.number(),
  transactions: z.array(
    z.object({
      transaction: z.object({
        signatures: z.array(z.string()),
        accountKeys: z.array(z.object({ pubkey: z.string() })),
      }),
      meta: z.object({
        err: z.unknown(),
        preBalances: z.array(z.number()),
        postBalances: z.array(z.number()),
        preTokenBalances: z.array(z.object({ accountIndex: z.number() })),
        postTokenBalances: z.array(
          z.object({
            accountIndex: z.number(),
            mint: z.string(),
            owner: z.string(),
            uiTokenAmount: z.object({ amount: z.string(), decimals: z.number() }),
          }),
        ),
      }),
    }),
  ),
});
const ACCOUNTS = { transactionDetails: 'accounts', maxSupportedTransactionVersion: 0, rewards: false };
async function blockIn(chain: Chain, slot: number): Promise<z.infer<typeof Balances>> {
  return Balances.parse(await rpc(chain, 'getBlock', slot, { ...ACCOUNTS, commitment: 'confirmed' }));
}
/** A payment by a payer whose key the test has, sent without simulation. */
async function send(chain: Chain, payer: KeyPairSigner, amount: bigint): Promise<string> {
  const { value } = z
    .object({ value: z.object({ blockhash: z.string() }) })
    .parse(await rpc(chain, 'getLatestBlockhash'));
  const raw = await signPayment(payer, { to: OTHER, amount, token: null }, value.blockhash, 1);
  return z.string().parse(await rpc(chain, 'sendTransaction', raw, { encoding: 'base64', skipPreflight: true }));
}

test('it is the main network by its genesis, blocks name their parents, and a skipped slot has none', async () => {
  const chain = await start();
  await chain.mine(20);
  expect(await rpc(chain, 'getGenesisHash')).toBe('5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d');
  const slots = z.array(z.number()).parse(await rpc(chain, 'getBlocks', 0));
  expect(slots).not.toContain(7);
  expect(await rpc(chain, 'getBlock', 7)).toMatchObject({ code: -32_007 });
  expect(await rpc(chain, 'getBlock', 1_000)).toMatchObject({ code: -32_004 });
  for (const [index, slot] of slots.entries()) {
    if (index === 0) continue;
    const parent = await blockIn(chain, slots[index - 1] ?? -1);
    expect(await blockIn(chain, slot)).toMatchObject({
      parentSlot: slots[index - 1],
      previousBlockhash: parent.blockhash,
    });
  }
});

test('SOL: a payment is signed, waits, and shows in its block as what its account had before and after', async () => {
  const chain = await start();
  const { txid } = await chain.pay('SOL', TO, '1.234567891');
  expect(await chain.balance(TO, 'SOL')).toEqual({ amount: '0', units: '0' });
  const { height } = await chain.mine(1);
  expect((await chain.balance(TO, 'SOL')).units).toBe('1234567891');
  const [only] = (await blockIn(chain, height)).transactions;
  const at = only?.transaction.accountKeys.findIndex(({ pubkey }) => pubkey === TO) ?? -1;
  expect(only?.transaction.signatures).toEqual([txid]);
  expect([only?.meta.err, only?.meta.preBalances[at], only?.meta.postBalances[at]]).toEqual([null, 0, 1_234_567_891]);

  const full = { encoding: 'base64', maxSupportedTransactionVersion: 0, commitment: 'confirmed' };
  const Raw = z.object({
    transactions: z.array(z.object({ transaction: z.tuple([z.string(), z.literal('base64')]) })),
  });
  const raw = Raw.parse(await rpc(chain, 'getBlock', height, full)).transactions[0]?.transaction[0] ?? '';
  const { signed, accounts } = readTransaction(raw);
  for (const { address, isSigner } of accounts) {
    if (!isSigner) continue;
    const key = Object.keys(signed.signatures).find((signer) => signer === address);
    const signature = Object.entries(signed.signatures).find(([signer]) => signer === key)?.[1];
    const publicKey = await getPublicKeyFromAddress(
      z.custom<Parameters<typeof getPublicKeyFromAddress>[0]>().parse(address),
    );
    expect(await verifySignature(publicKey, z.custom<SignatureBytes>().parse(signature), signed.messageBytes)).toBe(
      true,
    );
  }
});

test('USDC: it goes to the associated token account, which the first payment makes', async () => {
  const chain = await start();
  await chain.pay('USDC', TO, '25.000001');
  await chain.pay('USDC', TO, '1');
  const { height } = await chain.mine(1);
  expect((await chain.balance(TO, 'USDC')).units).toBe('26000001');
  const [first, second] = (await blockIn(chain, height)).transactions;
  const at = first?.transaction.accountKeys.findIndex(({ pubkey }) => pubkey === associatedTokenAccount(TO, USDC));
  const held = (amount: string) => ({
    accountIndex: at,
    mint: USDC,
    owner: TO,
    uiTokenAmount: { amount, decimals: 6 },
  });
  expect(first?.meta.preTokenBalances.map(({ accountIndex }) => accountIndex)).not.toContain(at);
  expect(first?.meta.postTokenBalances).toContainEqual(held('25000001'));
  expect(second?.meta.postTokenBalances).toContainEqual(held('26000001'));
});

test('[D8] a failed transaction is in its block with its error, and moves nothing but its fee', async () => {
  const chain = await start();
  const payer = await generateKeyPairSigner();
  await chain.pay('SOL', payer.address, '1');
  await chain.mine(5);
  const signature = await send(chain, payer, 5_000_000_000n);
  const { height } = await chain.mine(1);
  const [failed] = (await blockIn(chain, height)).transactions;
  expect(failed?.transaction.signatures).toEqual([signature]);
  expect(failed?.meta.err).toEqual({ InstructionError: [1, { Custom: 1 }] });
  expect((await chain.balance(payer.address, 'SOL')).units).toBe('999995000');
  expect((await chain.balance(OTHER, 'SOL')).units).toBe('0');
});

test('[D5] the same transaction sent twice is in a block once', async () => {
  const chain = await start();
  const payer = await generateKeyPairSigner();
  await chain.pay('SOL', payer.address, '1');
  await chain.mine(5);
  expect(await send(chain, payer, 300_000_000n)).toBe(await send(chain, payer, 300_000_000n));
  await chain.mine(2);
  expect((await chain.balance(OTHER, 'SOL')).amount).toBe('0.3');
});

test('finality lags behind, and a non-final fork keeps, moves and drops transactions as told', async () => {
  const chain = await start();
  const kept = await chain.pay('SOL', TO, '1');
  const before = await chain.mine(1);
  const dropped = await chain.pay('SOL', OTHER, '2');
  const moved = await chain.pay('SOL', TO, '4');
  await chain.mine(1);
  expect(z.number().parse(await rpc(chain, 'getSlot'))).toBeLessThan(before.height);
  expect(await rpc(chain, 'getBlock', before.height)).toMatchObject({ code: -32_004 });
  const after = await chain.reorg(2, [dropped.txid], [moved.txid]);
  expect(await rpc(chain, 'getBlock', before.height, { commitment: 'confirmed' })).toMatchObject({ code: -32_007 });
  expect((await chain.balance(TO, 'SOL')).amount).toBe('5');
  expect((await chain.balance(OTHER, 'SOL')).amount).toBe('0');
  const [last] = (await blockIn(chain, after.height)).transactions;
  expect(last?.transaction.signatures).toEqual([moved.txid]);
  expect(await rpc(chain, 'getSignatureStatuses', [kept.txid, moved.txid, dropped.txid])).toMatchObject({
    value: [{ confirmationStatus: 'finalized' }, { err: null, confirmationStatus: 'confirmed' }, null],
  });
  await chain.mine(2);
  expect(await rpc(chain, 'getSlot')).toBe(after.height);
  await expect(chain.reorg(3, [], [])).rejects.toThrow('final');
});

test('blocks, balances, waiting transactions and the port are there again after a restart', async () => {
  const folder = temporaryFolder();
  const chain = await start(folder);
  await chain.pay('SOL', TO, '1');
  await chain.pay('USDC', TO, '7');
  await chain.mine(2);
  await chain.reorg(1, [], []);
  await chain.pay('SOL', TO, '2');
  const before = await chain.describe();
  await chain.close();
  const again = await start(folder);
  expect(await again.describe()).toEqual(before);
  await again.mine(1);
  expect((await again.balance(TO, 'SOL')).amount).toBe('3');
  expect((await again.balance(TO, 'USDC')).amount).toBe('7');
});

test('several calls come in one batch, and a refusal has its own code', async () => {
  const chain = await start();
  const call = (id: number, method: string, params: unknown[] = []) => ({ jsonrpc: '2.0', id, method, params });
  expect(await ask(chain, [call(7, 'getHealth'), call(8, 'getBlock', [999]), call(9, 'no-such-call')])).toMatchObject([
    { id: 7, result: 'ok' },
    { id: 8, error: { code: -32_004 } },
    { id: 9, error: { code: -32_601 } },
  ]);
});

test.each([
  ['another coin', 'BTC', TO, '1', /no BTC/],
  ['a text that is no address', 'SOL', '0x00', '1', /not an address/],
  ['a mint as the receiver', 'SOL', USDC, '1', /address of a token/],
  ['too many decimals', 'USDC', TO, '0.1234567', /not an amount/],
  ['less than a new account must have', 'SOL', TO, '0.000000001', /InsufficientFundsForRent/],
  ['more than there is', 'SOL', TO, '20000000', /would refuse/],
])('%s is refused in words', async (_, asset, to, amount, sentence) => {
  const chain = open[0] ?? (await start());
  await expect(chain.pay(asset, to, amount)).rejects.toThrow(sentence);
});
