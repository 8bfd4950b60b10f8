import { formatCardanoAddress } from '@kobogate/addresses';
import { type Cbor, Tagged } from '@kobogate/plans';
import { blake2b } from '@noble/hashes/blake2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { readCbor } from './read-cbor.ts';
import { type CardanoTransaction, describedBy, type Output } from './transactions.ts';

/** A key and what it has signed, beside a transaction's own words. */
export interface Witness {
  readonly publicKey: Uint8Array;
  readonly signature: Uint8Array;
}

/** Reads a transaction of Conway's form from its bytes in hexadecimal, with who signed it. Throws for anything else. Pure. */
export function readTransaction(cbor: string): { transaction: CardanoTransaction; witnesses: readonly Witness[] } {
  const bytes = hexToBytes(cbor);
  // After the head of a list of four.
  const { value: body, end } = readCbor(bytes, 1);
  const { value: witnesses, end: endOfWitnesses } = readCbor(bytes, end);
  const { value: isValid, end: endOfValidity } = readCbor(bytes, endOfWitnesses);
  if (bytes[0] !== 0x84 || readCbor(bytes, endOfValidity).end !== bytes.length) throw new Error('not a transaction');
  const parts = mapOf(body);
  const [back, collateral] = [parts.get(16n), parts.get(13n)];
  const lastSlot = parts.get(3n);
  const plan = {
    inputs: setOf(parts.get(0n)).map(coinOf),
    outputs: listOf(parts.get(1n)).map(outputOf),
    fee: numberOf(parts.get(2n)),
    lastSlot: lastSlot === undefined ? null : Number(numberOf(lastSlot)),
    failure: isValid === true ? null : { collateral: setOf(collateral).map(coinOf), back: outputOf(back) },
  };
  const hash = bytesToHex(blake2b(bytes.subarray(1, end), { dkLen: 32 }));
  const keys = mapOf(witnesses).get(0n);
  return {
    transaction: describedBy(plan, { hash, cbor }),
    witnesses: keys === undefined ? [] : setOf(keys).map(witnessOf),
  };
}

function mapOf(value: Cbor | undefined): ReadonlyMap<Cbor, Cbor> {
  if (value instanceof Map) return value;
  throw new Error('not a map');
}

function listOf(value: Cbor | undefined): readonly Cbor[] {
  if (Array.isArray(value)) return value;
  throw new Error('not a list');
}

/** With Conway's tag of a set or without. */
const setOf = (value: Cbor | undefined): readonly Cbor[] => listOf(value instanceof Tagged ? value.value : value);

function numberOf(value: Cbor | undefined): bigint {
  if (typeof value === 'bigint' && value >= 0n) return value;
  throw new Error('not a number');
}

function bytesOf(value: Cbor | undefined): Uint8Array {
  if (value instanceof Uint8Array) return value;
  throw new Error('not bytes');
}

function coinOf(value: Cbor): string {
  const [hash, index] = listOf(value);
  return `${bytesToHex(bytesOf(hash))}#${numberOf(index)}`;
}

function outputOf(value: Cbor | undefined): Output {
  const parts = mapOf(value);
  const worth = parts.get(1n);
  const [lovelace, bundle] = typeof worth === 'bigint' ? [worth, undefined] : listOf(worth);
  const policies = bundle === undefined ? [] : [...mapOf(bundle)];
  const tokens = policies.flatMap(([policy, names]) =>
    [...mapOf(names)].map(([name, amount]): [string, bigint] => [
      bytesToHex(bytesOf(policy)) + bytesToHex(bytesOf(name)),
      numberOf(amount),
    ]),
  );
  const address = formatCardanoAddress(bytesOf(parts.get(0n)));
  return { address, lovelace: numberOf(lovelace), tokens: Object.fromEntries(tokens) };
}

function witnessOf(value: Cbor): Witness {
  const [publicKey, signature] = listOf(value);
  return { publicKey: bytesOf(publicKey), signature: bytesOf(signature) };
}
