// A transaction dated by a nonce account is valid at any time and for one block: using the nonce, even by failing,
// makes every other one with that value invalid, and a reorganisation or a restart leads back to the same values.
import { temporaryFolder } from '@kobogate/testkit/sandbox/files.ts';
import {
  AccountRole,
  address,
  appendTransactionMessageInstructions,
  blockhash,
  createTransactionMessage,
  generateKeyPairSigner,
  getBase58Encoder,
  getBase64EncodedWireTransaction,
  type Instruction,
  type KeyPairSigner,
  type Nonce,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  setTransactionMessageLifetimeUsingDurableNonce,
  signTransactionMessageWithSigners,
} from '@solana/kit';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { Chain } from '../chain.ts';
import { readNonce } from './durable-nonce.ts';
import { SYSTEM_PROGRAM } from './programs.ts';
import { startSolanaChain } from './solana-chain.ts';

const TO = 'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk';
const BLOCKHASHES = address('SysvarRecentB1ockHashes11111111111111111111');
const RENT = address('SysvarRent111111111111111111111111111111111');
const open: Chain[] = [];
afterAll(() => Promise.all(open.map((chain) => chain.close())));

async function start(folder = temporaryFolder()): Promise<Chain> {
  const chain = await startSolanaChain({ folder, log: () => undefined, blockSeconds: 0 });
  open.push(chain);
  return chain;
}
// A restarted chain may listen on the last one's port: a connection to the last one is useless.
const CLOSE = { connection: 'close' };
const Answer = z.object({ result: z.unknown().optional(), error: z.unknown().optional() });
async function rpc(chain: Chain, method: string, ...params: unknown[]): Promise<unknown> {
  const { rpc: url } = await chain.describe();
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const { result, error } = Answer.parse(await (await fetch(url, { method: 'POST', headers: CLOSE, body })).json());
  return error ?? result;
}
const send = (chain: Chain, raw: string, skipPreflight = true): Promise<unknown> =>
  rpc(chain, 'sendTransaction', raw, { encoding: 'base64', skipPreflight });
const unitsAt = async (chain: Chain, of: string): Promise<string> => (await chain.balance(of, 'SOL')).units;

function transfer(from: KeyPairSigner, lamports: bigint): Instruction {
  const data = Buffer.alloc(12);
  data.writeUInt32LE(2);
  data.writeBigUInt64LE(lamports, 4);
  const accounts = [
    { address: from.address, role: AccountRole.WRITABLE_SIGNER },
    { address: address(TO), role: AccountRole.WRITABLE },
  ];
  return { programAddress: SYSTEM_PROGRAM, accounts, data: Uint8Array.from(data) };
}

/** A nonce account of the payer's own, who has a SOL left. */
async function makeNonce(chain: Chain): Promise<{ payer: KeyPairSigner; nonce: KeyPairSigner }> {
  const [payer, nonce] = [await generateKeyPairSigner(), await generateKeyPairSigner()];
  await chain.pay('SOL', payer.address, '2');
  await chain.mine(1);
  const { value } = z
    .object({ value: z.object({ blockhash: z.string() }) })
    .parse(await rpc(chain, 'getLatestBlockhash'));
  const rent = z.number().parse(await rpc(chain, 'getMinimumBalanceForRentExemption', 80));
  const create = Buffer.alloc(52);
  create.writeBigUInt64LE(BigInt(rent), 4);
  create.writeBigUInt64LE(80n, 12);
  const initialise = Buffer.concat([
    Uint8Array.of(6, 0, 0, 0),
    Uint8Array.from(getBase58Encoder().encode(payer.address)),
  ]);
  const unsigned = pipe(
    createTransactionMessage({ version: 0 }),
    (message) => setTransactionMessageFeePayerSigner(payer, message),
    (message) =>
      setTransactionMessageLifetimeUsingBlockhash(
        { blockhash: blockhash(value.blockhash), lastValidBlockHeight: 0n },
        message,
      ),
    (message) =>
      appendTransactionMessageInstructions(
        [
          {
            programAddress: SYSTEM_PROGRAM,
            accounts: [
              { address: payer.address, role: AccountRole.WRITABLE_SIGNER },
              { address: nonce.address, role: AccountRole.WRITABLE_SIGNER, signer: nonce },
            ],
            data: Uint8Array.from(create),
          },
          {
            programAddress: SYSTEM_PROGRAM,
            accounts: [
              { address: nonce.address, role: AccountRole.WRITABLE },
              { address: BLOCKHASHES, role: AccountRole.READONLY },
              { address: RENT, role: AccountRole.READONLY },
            ],
            data: Uint8Array.from(initialise),
          },
        ],
        message,
      ),
  );
  await send(chain, getBase64EncodedWireTransaction(await signTransactionMessageWithSigners(unsigned)), false);
  await chain.mine(1);
  return { payer, nonce };
}

async function valueOf(chain: Chain, { nonce }: { nonce: KeyPairSigner }): Promise<string> {
  const Account = z.object({ value: z.object({ data: z.tuple([z.string(), z.string()]) }) });
  const { value } = Account.parse(await rpc(chain, 'getAccountInfo', nonce.address, { encoding: 'base64' }));
  const data = Buffer.from(value.data[0], 'base64');
  return readNonce({ data, programAddress: SYSTEM_PROGRAM }) ?? '';
}

/** A payment dated by the nonce's value, in base64. */
async function sign(
  { payer, nonce }: { payer: KeyPairSigner; nonce: KeyPairSigner },
  value: string,
  lamports: bigint,
): Promise<string> {
  const unsigned = pipe(
    createTransactionMessage({ version: 'legacy' }),
    (message) => setTransactionMessageFeePayerSigner(payer, message),
    (message) =>
      setTransactionMessageLifetimeUsingDurableNonce(
        {
          nonce: z.custom<Nonce>().parse(value),
          nonceAccountAddress: nonce.address,
          nonceAuthorityAddress: payer.address,
        },
        message,
      ),
    (message) => appendTransactionMessageInstructions([transfer(payer, lamports)], message),
  );
  return getBase64EncodedWireTransaction(await signTransactionMessageWithSigners(unsigned));
}

test('it outlives every block hash, counts once, and any other with its value comes too late', async () => {
  const chain = await start();
  const keys = await makeNonce(chain);
  const value = await valueOf(chain, keys);
  const [first, second] = [await sign(keys, value, 300_000_000n), await sign(keys, value, 400_000_000n)];
  await chain.mine(200);
  await send(chain, first, false);
  await send(chain, second, false);
  await chain.mine(2);
  expect(await unitsAt(chain, TO)).toBe('300000000');
  expect(await valueOf(chain, keys)).not.toBe(value);
  for (const late of [first, second]) {
    expect(await send(chain, late, false)).toMatchObject({
      code: -32_002,
      message: expect.stringMatching(/Blockhash/),
    });
    await send(chain, late);
  }
  await chain.mine(2);
  expect(await unitsAt(chain, TO)).toBe('300000000');
  await send(chain, await sign(keys, await valueOf(chain, keys), 100_000_000n), false);
  await chain.mine(1);
  expect(await unitsAt(chain, TO)).toBe('400000000');
});

test('one that fails in its block has used its nonce up, and pays its fee', async () => {
  const chain = await start();
  const keys = await makeNonce(chain);
  const value = await valueOf(chain, keys);
  const before = BigInt(await unitsAt(chain, keys.payer.address));
  const signature = await send(chain, await sign(keys, value, 9_000_000_000n));
  await chain.mine(3);
  expect(await rpc(chain, 'getTransaction', signature, { maxSupportedTransactionVersion: 0 })).toMatchObject({
    meta: { err: { InstructionError: [1, { Custom: 1 }] }, fee: 5_000 },
  });
  expect(BigInt(await unitsAt(chain, keys.payer.address))).toBe(before - 5_000n);
  await send(chain, await sign(keys, value, 100_000_000n));
  await chain.mine(1);
  expect(await unitsAt(chain, TO)).toBe('0');
});

test('a dropped block gives the value back, and a restart gives the same one', async () => {
  const folder = temporaryFolder();
  const chain = await start(folder);
  const keys = await makeNonce(chain);
  await chain.mine(3);
  const value = await valueOf(chain, keys);
  const raw = await sign(keys, value, 300_000_000n);
  const signature = z.string().parse(await send(chain, raw));
  await chain.mine(1);
  expect(await valueOf(chain, keys)).not.toBe(value);
  await chain.reorg(1, [signature], []);
  expect(await valueOf(chain, keys)).toBe(value);
  await send(chain, raw);
  await chain.mine(1);
  const after = await valueOf(chain, keys);
  await chain.close();
  const again = await start(folder);
  expect(await valueOf(again, keys)).toBe(after);
  expect(await unitsAt(again, TO)).toBe('300000000');
});
