import { NodeFault } from '../../../custody/index.ts';
import { type Fields, garbage, readFields, readList, timeOf } from '../fields.ts';

/** A block as its node reports it. */
export interface SolanaHeader {
  readonly slot: bigint;
  /** The slot of the previous block: those between the two were skipped. Below zero for the very first block. */
  readonly parentSlot: bigint;
  readonly hash: string;
  readonly parentHash: string;
  readonly madeAt: Date;
}

/** An account of a transaction, with its lamports as a JSON number. */
export interface Account {
  readonly address: string;
  readonly isSigner: boolean;
  readonly before: unknown;
  readonly after: unknown;
}

/** What a token account holds, before or after a transaction. */
export interface TokenBalance {
  readonly accountIndex: number;
  readonly mint: string;
  readonly owner: unknown;
  readonly amount: unknown;
  readonly decimals: unknown;
}

/** A transaction that succeeded. */
export interface SolanaTransaction {
  readonly signature: string;
  readonly accounts: readonly Account[];
  readonly tokensBefore: readonly TokenBalance[];
  readonly tokensAfter: readonly TokenBalance[];
}

const UNITS = /^(?:0|[1-9]\d{0,19})$/;
/** 32 and 64 bytes in base58. */
const KEY = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;
const SIGNATURE = /^[1-9A-HJ-NP-Za-km-z]{64,88}$/;
/** A node may not know when a block was made; then the time when we saw it is used. */
const TIME_UNKNOWN = new Date(8_640_000_000_000_000);

/** An integer of zero or more that JSON holds exactly. */
export function readCount(value: unknown, field: string): bigint {
  // Above 2^53 a JSON number is not the one that was written.
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? BigInt(value) : garbage(field);
}

/** An amount of tokens in its smallest units, which is a text: at most 2^64. */
export const readUnits = (value: unknown): bigint =>
  typeof value === 'string' && UNITS.test(value) ? BigInt(value) : garbage('amount');

/** 32 bytes in base58: an address or a block hash. */
export function readKey(value: unknown, field: string): string {
  return typeof value === 'string' && KEY.test(value) ? value : garbage(field);
}

/** The block's position in the answer of `getBlock` for a slot. Throws `NodeFault` where it is impossible. */
export function readHeader(result: unknown, slot: bigint): SolanaHeader {
  const { blockhash, previousBlockhash, parentSlot, blockTime } = fieldsOf(result, 'block');
  const parent = slot === 0n ? -1n : readCount(parentSlot, 'parentSlot');
  if (parent >= slot) throw new NodeFault(`The node's block ${slot} claims to follow one that is not before it.`);
  return {
    slot,
    parentSlot: parent,
    hash: readKey(blockhash, 'blockhash'),
    parentHash: readKey(previousBlockhash, 'previousBlockhash'),
    madeAt: blockTime === null ? TIME_UNKNOWN : timeOf(Number(readCount(blockTime, 'blockTime')), 'blockTime'),
  };
}

/** A transaction by its id, whatever its outcome. */
export interface SolanaName {
  readonly signature: string;
  /** The account that paid the fee. */
  readonly payer: string;
}

/** All transactions of a block. */
export function readNames(result: unknown): SolanaName[] {
  const { transactions } = fieldsOf(result, 'block');
  return readList(transactions, 'list of transactions').map((entry) => {
    const { transaction } = fieldsOf(entry, 'transaction');
    const { signatures, accountKeys } = fieldsOf(transaction, 'transaction');
    const [payer] = readList(accountKeys, 'accountKeys');
    const { pubkey } = fieldsOf(payer, 'account');
    return { signature: readSignature(signatures), payer: readKey(pubkey, 'pubkey') };
  });
}

/** The successful transactions of a block; the others only have to be readable. */
export function readTransactions(result: unknown): SolanaTransaction[] {
  const { transactions } = fieldsOf(result, 'block');
  return readList(transactions, 'list of transactions').flatMap((entry) => {
    const { transaction, meta } = fieldsOf(entry, 'transaction');
    const read = readTransaction(fieldsOf(transaction, 'transaction'), fieldsOf(meta, 'meta'));
    return read === null ? [] : [read];
  });
}

function readTransaction(
  { signatures, accountKeys }: Partial<Fields>,
  { err, preBalances, postBalances, preTokenBalances, postTokenBalances }: Partial<Fields>,
): SolanaTransaction | null {
  // A failure is an object or a text; a missing field is neither success nor failure.
  if (err === undefined) garbage('err');
  if (err !== null) return null;
  const keys = readList(accountKeys, 'accountKeys');
  const before = readList(preBalances, 'preBalances');
  const after = readList(postBalances, 'postBalances');
  if (before.length !== keys.length || after.length !== keys.length) garbage('list of balances');
  return {
    signature: readSignature(signatures),
    accounts: keys.map((key, index) => {
      const { pubkey, signer } = fieldsOf(key, 'account');
      return {
        address: readKey(pubkey, 'pubkey'),
        isSigner: typeof signer === 'boolean' ? signer : garbage('signer'),
        before: before[index],
        after: after[index],
      };
    }),
    tokensBefore: readList(preTokenBalances, 'preTokenBalances').map((entry) => readBalance(entry, keys.length)),
    tokensAfter: readList(postTokenBalances, 'postTokenBalances').map((entry) => readBalance(entry, keys.length)),
  };
}

function readSignature(signatures: unknown): string {
  const [first] = readList(signatures, 'signatures');
  return typeof first === 'string' && SIGNATURE.test(first) ? first : garbage('signature');
}

function readBalance(entry: unknown, accounts: number): TokenBalance {
  const { accountIndex, mint, owner, uiTokenAmount } = fieldsOf(entry, 'token balance');
  const { amount, decimals } = fieldsOf(uiTokenAmount, 'uiTokenAmount');
  const index = Number(readCount(accountIndex, 'accountIndex'));
  if (index >= accounts) garbage('accountIndex');
  return { accountIndex: index, mint: readKey(mint, 'mint'), owner, amount, decimals };
}

const fieldsOf = (value: unknown, field: string): Partial<Fields> => readFields(value, field);
