import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { solanaAddress, solanaAddressWithSeed } from '@kobogate/addresses';
import {
  makeNonce,
  NONCE_BYTES,
  type SolanaInstruction,
  solanaMessage,
  solanaTransaction,
  solTransfer,
  SYSTEM_PROGRAM,
} from '@kobogate/plans';
import { NodeFault, type NonceMaker, type NonceMakerOptions } from '../../../custody/index.ts';
import { readFields } from '../fields.ts';
import { resultOf, type Rpc } from '../rpc.ts';
import { isUnopened, readAccounts, readNonce } from './read-accounts.ts';
import { readCount, readKey } from './read-block.ts';
import { readStatus, sendRaw, signatureOf } from './send-raw.ts';

/** As many as fit into one transaction of 1,232 bytes. */
const AT_ONCE = 5;
const A_SIGNATURE = 5_000n;
/** The minimum for the treasury, for the network fees of the first plans. */
const FOR_FEES = 10_000_000n;
/** A recent block hash is valid for about a minute: by then the transaction is in a final block, or never will be. */
const PAUSE_MS = 1_000;
const TRIES = 120;

/** A new key for `createNonceMaker`, in hexadecimal. */
export function newNonceSecret(): string {
  const { d } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  return Buffer.from(d ?? '', 'base64url').toString('hex');
}

/**
 * Creates nonce accounts for the treasury from SOL that the operator sends to a key used for this alone, and passes on
 * the rest. Each account's address follows from that key and a number, so that a repeat creates none twice.
 */
export function createNonceMaker({ rpc, secret, treasury, count }: NonceMakerOptions & { rpc: Rpc }): NonceMaker {
  const key = readSecret(secret);
  const { address } = key;
  const places = Array.from({ length: count }, (_, at) => {
    const seed = String(at + 1);
    return { seed, account: solanaAddressWithSeed(address, seed, SYSTEM_PROGRAM) };
  });
  const accounts = places.map(({ account }) => account);

  /** The accounts to be made, each with the SOL that it still lacks: anybody may have sent some there. */
  async function listMissing() {
    const [found, rent] = [await readAccounts(rpc, accounts), await readRent()];
    return places.flatMap((place, at) => {
      const there = found[at] ?? null;
      if (there !== null && !isUnopened(there)) {
        if (readNonce(there, treasury) !== null) return [];
        throw new NodeFault(`${place.account} is not a nonce account of the treasury. Nothing was made.`);
      }
      const held = there?.lamports ?? 0n;
      return [{ place, lacks: held < rent ? rent - held : 0n }];
    });
  }
  async function readRent(): Promise<bigint> {
    const [answer] = await rpc([{ method: 'getMinimumBalanceForRentExemption', params: [NONCE_BYTES] }]);
    return readCount(resultOf(answer, 'getMinimumBalanceForRentExemption'), 'rent');
  }
  async function readLamports(): Promise<bigint> {
    const [own = null] = await readAccounts(rpc, [address]);
    return own?.lamports ?? 0n;
  }

  /** Signs, sends, and waits until it is in a final block. Throws `NodeFault` where it failed or did not get there. */
  async function carryOut(instructions: readonly SolanaInstruction[]): Promise<void> {
    const [latest] = await rpc([{ method: 'getLatestBlockhash', params: [{ commitment: 'confirmed' }] }]);
    const { value } = readFields(resultOf(latest, 'getLatestBlockhash'), 'answer');
    const date = readKey(readFields(value, 'value')['blockhash'], 'blockhash');
    const message = solanaMessage(address, date, instructions);
    const bytes = solanaTransaction(message, [key.sign(message.bytes)]);
    await sendRaw(rpc, bytes);
    for (let tries = 0; tries < TRIES; tries += 1) {
      const status = await readStatus(rpc, signatureOf(bytes));
      if (status !== null && status.error !== null) throw new NodeFault(`${signatureOf(bytes)} failed in its block.`);
      if (status?.isFinal === true) return;
      await setTimeout(PAUSE_MS);
    }
    throw new NodeFault(
      `${signatureOf(bytes)} is in no final block yet. Please run this again; nothing is made twice.`,
    );
  }

  return {
    address,
    accounts,
    lacking: async () => {
      const missing = await listMissing();
      if (missing.length === 0) return 0n;
      const fees = A_SIGNATURE * BigInt(Math.ceil(missing.length / AT_ONCE) + 1);
      const rents = missing.reduce((sum, { lacks }) => sum + lacks, 0n);
      const lacking = rents + fees + FOR_FEES - (await readLamports());
      return lacking > 0n ? lacking : 0n;
    },
    make: async () => {
      const missing = await listMissing();
      for (let start = 0; start < missing.length; start += AT_ONCE) {
        const some = missing.slice(start, start + AT_ONCE);
        await carryOut(
          some.flatMap(({ place, lacks }) => makeNonce({ payer: address, authority: treasury, ...place }, lacks)),
        );
      }
    },
    passOn: async () => {
      const rest = (await readLamports()) - A_SIGNATURE;
      if (rest > 0n) await carryOut([solTransfer(address, treasury, rest)]);
    },
  };
}

/** The start of a private key in PKCS 8 (RFC 8410), before its 32 bytes. */
const PKCS8 = '302e020100300506032b657004220420';

function readSecret(secret: string) {
  const privateKey = createPrivateKey({ key: Buffer.from(PKCS8 + secret, 'hex'), format: 'der', type: 'pkcs8' });
  const { x } = createPublicKey(privateKey).export({ format: 'jwk' });
  return {
    address: solanaAddress(Buffer.from(x ?? '', 'base64url')).address,
    sign: (message: Uint8Array): Uint8Array => sign(null, message, privateKey),
  };
}
