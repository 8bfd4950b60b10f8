import { cardanoAddressBytes } from '@kobogate/addresses';
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import { encode, Tagged } from 'cborg';
import type { CardanoPlanned } from './plan.ts';

/** Conway's tag of a set. */
const SET = 258;
/** A policy's name in hexadecimal; a token's own name follows it. */
const POLICY_LETTERS = 56;
/**
 * A transaction is a list of body, witnesses, whether its contracts succeeded, and auxiliary data (the ledger's CDDL).
 */
const LIST_OF_FOUR = 0x84;
const KEY_BYTES = 32;
const SIGNATURE_BYTES = 64;
/** A pair of a key and a signature: the heads of the list and of both byte strings, and what they hold. */
const WITNESS_BYTES = 1 + 2 + KEY_BYTES + 2 + SIGNATURE_BYTES;

/**
 * With the shortest heads (RFC 8949, section 4.2.1), as wallets write it, and with maps in the plan's order. Throws
 * above 64 bits.
 */
const encodeCbor = (value: unknown): Uint8Array => encode(value, { mapSorter: () => 0 });

/** A key's signature under a transaction. */
export interface CardanoSignature {
  readonly publicKey: Uint8Array;
  readonly signature: Uint8Array;
}

type PlannedOutput = CardanoPlanned['outputs'][number];

/**
 * The body of a planned transaction; its BLAKE2b-256 is the transaction's id and is what is signed. It has inputs,
 * outputs, a fee and the slot at which it expires, and nothing else: it mints, burns and delegates nothing. Planner,
 * signer and sender make it with this function, so that none of them can sign or send another one. Pure.
 */
export function cardanoBody({
  inputs,
  outputs,
  fee,
  invalidHereafter,
}: Pick<CardanoPlanned, 'inputs' | 'outputs' | 'fee' | 'invalidHereafter'>): Uint8Array {
  const coins = inputs.map(({ transaction, index }) => [hexToBytes(transaction), index]);
  return encodeCbor(
    new Map<number, unknown>([
      [0, new Tagged(SET, coins)],
      [1, outputs.map(outputOf)],
      [2, fee],
      ...(invalidHereafter === undefined ? [] : [[3, invalidHereafter] as const]),
    ]),
  );
}

/** The fixed cost of an output, counted in bytes on top of its own (CIP-55). */
const ENTRY_BYTES = 160;

/** The least lovelace that an output holds, at the network's price of a byte. Pure. */
export const leastLovelace = (output: PlannedOutput, coinsPerByte: bigint): bigint =>
  BigInt(ENTRY_BYTES + encodeCbor(outputOf(output)).length) * coinsPerByte;

/** How many bytes a body takes once that many keys have signed it. Pure. */
export function cardanoSignedBytes(body: Uint8Array, keys: number): number {
  const filler = { publicKey: new Uint8Array(KEY_BYTES), signature: new Uint8Array(SIGNATURE_BYTES) };
  return cardanoSigned(
    body,
    Array.from({ length: keys }, () => filler),
  ).length;
}

/** A signed transaction as a node takes it. Pure. */
export function cardanoSigned(body: Uint8Array, signatures: readonly CardanoSignature[]): Uint8Array {
  const witnesses = signatures.map(({ publicKey, signature }) => [publicKey, signature]);
  return concatBytes(
    Uint8Array.of(LIST_OF_FOUR),
    body,
    encodeCbor(new Map([[0, new Tagged(SET, witnesses)]])),
    encodeCbor(true),
    encodeCbor(null),
  );
}

/** The signatures under a body in a signed transaction of this module's form; null where it is anything else. Pure. */
export function cardanoSignatures(body: Uint8Array, raw: string, keys: number): CardanoSignature[] | null {
  if (!/^(?:[0-9a-f]{2})+$/.test(raw)) return null;
  const bytes = hexToBytes(raw);
  // The last two say that no contract failed, and that there is no auxiliary data.
  const start = bytes.length - 2 - keys * WITNESS_BYTES;
  if (start < body.length) return null;
  const signatures = Array.from({ length: keys }, (_, at): CardanoSignature => {
    const witness = bytes.subarray(start + at * WITNESS_BYTES, start + (at + 1) * WITNESS_BYTES);
    return { publicKey: witness.subarray(3, 3 + KEY_BYTES), signature: witness.subarray(-SIGNATURE_BYTES) };
  });
  return bytesToHex(cardanoSigned(body, signatures)) === raw ? signatures : null;
}

function outputOf({ address, amount, tokens }: PlannedOutput): unknown {
  const policies = new Map<string, Map<Uint8Array, bigint>>();
  for (const { unit, amount: count } of tokens) {
    const policy = unit.slice(0, POLICY_LETTERS);
    const names = policies.get(policy) ?? new Map<Uint8Array, bigint>();
    names.set(hexToBytes(unit.slice(POLICY_LETTERS)), count);
    policies.set(policy, names);
  }
  const bundle = new Map([...policies].map(([policy, names]) => [hexToBytes(policy), names]));
  return new Map<number, unknown>([
    [0, cardanoAddressBytes(address)],
    [1, bundle.size === 0 ? amount : [amount, bundle]],
  ]);
}
