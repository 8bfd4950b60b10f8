import { formatCardanoAddress } from '@kobogate/addresses';
import { blake2b } from '@noble/hashes/blake2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { decode, decodeFirst, type DecodeOptions } from 'cborg';
import { type CardanoTransaction, describedBy, type Output } from './transactions.ts';

/** A key and its signature, beside a transaction's body. */
export interface Witness {
  readonly publicKey: Uint8Array;
  readonly signature: Uint8Array;
}

/**
 * A set is a list with Conway's tag or without. Lengths are definite, as wallets write them; a part that comes twice is
 * an error.
 */
const AS_WALLETS_WRITE: DecodeOptions = {
  useMaps: true,
  rejectDuplicateMapKeys: true,
  allowIndefinite: false,
  tags: { 258: (readSet) => readSet() },
};

/** Body, witnesses, whether its contracts succeeded, auxiliary data. */
const LIST_OF_FOUR = 0x84;

/**
 * Reads a transaction of Conway's form from its bytes in hexadecimal, with who signed it. Throws for anything else.
 * Pure.
 */
export function readTransaction(cbor: string): { transaction: CardanoTransaction; witnesses: readonly Witness[] } {
  const bytes = hexToBytes(cbor);
  const items = listOf(decode(bytes, AS_WALLETS_WRITE));
  if (bytes[0] !== LIST_OF_FOUR || items.length !== 4) throw new Error('not a transaction');
  const [body, witnesses, isValid] = items;
  const parts = mapOf(body);
  const [back, collateral] = [parts.get(16), parts.get(13)];
  const lastSlot = parts.get(3);
  const plan = {
    inputs: listOf(parts.get(0)).map(coinOf),
    outputs: listOf(parts.get(1)).map(outputOf),
    fee: numberOf(parts.get(2)),
    lastSlot: lastSlot === undefined ? null : Number(numberOf(lastSlot)),
    failure: isValid === true ? null : { collateral: listOf(collateral).map(coinOf), back: outputOf(back) },
  };
  const hash = bytesToHex(blake2b(bodyOf(bytes), { dkLen: 32 }));
  const keys = mapOf(witnesses).get(0);
  return {
    transaction: describedBy(plan, { hash, cbor }),
    witnesses: keys === undefined ? [] : listOf(keys).map(witnessOf),
  };
}

/** The bytes of a transaction's body, unchanged: its id is their hash. */
function bodyOf(bytes: Uint8Array): Uint8Array {
  const [, after] = decodeFirst(bytes.subarray(1), AS_WALLETS_WRITE);
  return bytes.subarray(1, bytes.length - after.length);
}

function mapOf(value: unknown): ReadonlyMap<unknown, unknown> {
  if (value instanceof Map) return value;
  throw new Error('not a map');
}

function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw new Error('not a list');
}

function numberOf(value: unknown): bigint {
  const number = typeof value === 'number' && Number.isInteger(value) ? BigInt(value) : value;
  if (typeof number === 'bigint' && number >= 0n) return number;
  throw new Error('not a number');
}

function bytesOf(value: unknown): Uint8Array {
  if (value instanceof Uint8Array) return value;
  throw new Error('not bytes');
}

function coinOf(value: unknown): string {
  const [hash, index] = listOf(value);
  return `${bytesToHex(bytesOf(hash))}#${numberOf(index)}`;
}

function outputOf(value: unknown): Output {
  const parts = mapOf(value);
  const worth = parts.get(1);
  const [lovelace, bundle] = Array.isArray(worth) ? listOf(worth) : [worth];
  const policies = bundle === undefined ? [] : [...mapOf(bundle)];
  const tokens = policies.flatMap(([policy, names]) =>
    [...mapOf(names)].map(([name, amount]): [string, bigint] => [
      bytesToHex(bytesOf(policy)) + bytesToHex(bytesOf(name)),
      numberOf(amount),
    ]),
  );
  const address = formatCardanoAddress(bytesOf(parts.get(0)));
  return { address, lovelace: numberOf(lovelace), tokens: Object.fromEntries(tokens) };
}

function witnessOf(value: unknown): Witness {
  const [publicKey, signature] = listOf(value);
  return { publicKey: bytesOf(publicKey), signature: bytesOf(signature) };
}
