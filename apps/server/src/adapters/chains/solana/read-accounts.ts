import { solanaAddress } from '@kobogate/addresses';
import { NONCE_BYTES, SYSTEM_PROGRAM, TOKEN_PROGRAM } from '@kobogate/plans';
import { NodeFault } from '../../../custody/index.ts';
import { garbage, readFields, readList } from '../fields.ts';
import { resultOf, type Rpc } from '../rpc.ts';
import { readCount, readKey } from './read-block.ts';
import { requireMainNetwork } from './solana-chain.ts';

/** An account as a node returns it. */
export interface FoundAccount {
  readonly lamports: bigint;
  /** The program that may change it. */
  readonly program: string;
  readonly bytes: Buffer;
}

/** The fields of a token account. */
export interface TokenAccount {
  readonly mint: string;
  readonly owner: string;
  readonly amount: bigint;
  /** The coin's issuer has frozen it. */
  readonly isFrozen: boolean;
}

/** A nonce account that a transaction can use. */
export interface Nonce {
  readonly account: string;
  readonly value: string;
}

/** The most accounts that a node returns in one call (https://solana.com/docs/rpc/http/getmultipleaccounts). */
const AT_ONCE = 100;
const KEY_BYTES = 32;
/** A token account (SPL Token's `Account`): mint, owner and amount, and further on its state. */
const TOKEN_ACCOUNT_BYTES = 165;
const OWNER_AT = 32;
const AMOUNT_AT = 64;
const STATE_AT = 108;
const [PLAIN, FROZEN] = [1, 2];
/** Whether it wraps SOL, and whether another key than its owner's closes it: 0 for no. */
const [NATIVE_AT, CLOSER_AT] = [109, 129];
/** A nonce account (solana-nonce, `versions.rs`): the version whose values never equal a block hash, and a state. */
const NONCE_VERSION = 1;
const INITIALISED = 1;
const AUTHORITY_AT = 8;
const VALUE_AT = 40;

/** Accounts in the order of `addresses`, by final blocks; null where there is none. Throws `NodeFault`. */
export async function readAccounts(rpc: Rpc, addresses: readonly string[]): Promise<(FoundAccount | null)[]> {
  return (await readAccountsAt(rpc, addresses)).found;
}

/** The same, with the slot up to which they are read at the latest, asked for where it is needed. Throws `NodeFault`. */
export async function readAccountsAt(
  rpc: Rpc,
  addresses: readonly string[],
): Promise<{ found: (FoundAccount | null)[]; slot: () => bigint }> {
  const found: (FoundAccount | null)[] = [];
  const contexts: unknown[] = [];
  for (let start = 0; start < addresses.length; start += AT_ONCE) {
    const some = await readSome(rpc, addresses.slice(start, start + AT_ONCE));
    found.push(...some.found);
    contexts.push(some.context);
  }
  const slotOf = (context: unknown): bigint => readCount(readFields(context, 'context')['slot'], 'slot');
  return {
    found,
    slot: () => contexts.map(slotOf).reduce((most, slot) => (slot > most ? slot : most), 0n),
  };
}

async function readSome(rpc: Rpc, addresses: readonly string[]) {
  const [genesis, answer] = await rpc([
    { method: 'getGenesisHash', params: [] },
    { method: 'getMultipleAccounts', params: [addresses, { encoding: 'base64', commitment: 'finalized' }] },
  ]);
  requireMainNetwork(genesis);
  const { value, context } = readFields(resultOf(answer, 'getMultipleAccounts'), 'list of accounts');
  const found = readList(value, 'list of accounts');
  if (found.length !== addresses.length)
    throw new NodeFault('The node does not list all accounts. Nothing was counted.');
  return { found: found.map((account) => (account === null ? null : readAccount(account))), context };
}

function readAccount(account: unknown): FoundAccount {
  const { lamports, owner, data } = readFields(account, 'account');
  const [text, encoding] = readList(data, 'account');
  if (typeof text !== 'string' || encoding !== 'base64') garbage('account');
  return {
    lamports: readCount(lamports, 'lamports'),
    program: readKey(owner, 'owner of an account'),
    bytes: Buffer.from(text, 'base64'),
  };
}

/** The fields of a token account. Throws `NodeFault` where it is not one. Pure. */
export function readTokenAccount({ bytes }: FoundAccount): TokenAccount {
  if (bytes.length !== TOKEN_ACCOUNT_BYTES) garbage('token account');
  return {
    mint: keyAt(bytes, 0),
    owner: keyAt(bytes, OWNER_AT),
    amount: bytes.readBigUInt64LE(AMOUNT_AT),
    isFrozen: bytes[STATE_AT] === FROZEN,
  };
}

/**
 * Whether there is only SOL at an address: anybody may have sent some to where a token or nonce account is to be opened, and
 * that does not prevent opening it. Pure.
 */
export const isUnopened = ({ program, bytes }: FoundAccount): boolean =>
  program === SYSTEM_PROGRAM && bytes.length === 0;

/** Whether its owner may close it, and its lamports are rent alone: it is empty, and no other key may act for it. Pure. */
export function isClosable(account: FoundAccount): boolean {
  const { bytes, program } = account;
  if (program !== TOKEN_PROGRAM || bytes.length !== TOKEN_ACCOUNT_BYTES) return false;
  const isPlain =
    bytes[STATE_AT] === PLAIN && bytes.readUInt32LE(NATIVE_AT) === 0 && bytes.readUInt32LE(CLOSER_AT) === 0;
  return isPlain && readTokenAccount(account).amount === 0n;
}

/** The value of a nonce account that `authority` may use; null for any other account. Pure. */
export function readNonce(account: FoundAccount | null, authority: string): string | null {
  if (account?.program !== SYSTEM_PROGRAM || account.bytes.length !== NONCE_BYTES) return null;
  const { bytes } = account;
  const isUsable = bytes.readUInt32LE(0) === NONCE_VERSION && bytes.readUInt32LE(4) === INITIALISED;
  return isUsable && keyAt(bytes, AUTHORITY_AT) === authority ? keyAt(bytes, VALUE_AT) : null;
}

const keyAt = (bytes: Buffer, start: number): string => solanaAddress(bytes.subarray(start, start + KEY_BYTES)).address;
