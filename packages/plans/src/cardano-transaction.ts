import { cardanoAddressBytes } from '@kobogate/addresses';
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import { type Cbor, encodeCbor, Tagged } from './cbor.ts';
import type { CardanoPlanned } from './plan.ts';

/** Conway's tag of a set. */
const SET = 258n;
/** A policy's name in hexadecimal; a token's own name follows it. */
const POLICY_LETTERS = 56;
/** A transaction is a list of body, witnesses, whether its contracts succeeded, and auxiliary data (the ledger's CDDL). */
const LIST_OF_FOUR = 0x84;
const KEY_BYTES = 32;
const SIGNATURE_BYTES = 64;
/** A pair of a key and a signature: the heads of the list and of both byte strings, and what they hold. */
const WITNESS_BYTES = 1 + 2 + KEY_BYTES + 2 + SIGNATURE_BYTES;

/** What a key has put under a transaction. */
export interface CardanoSignature {
  readonly publicKey: Uint8Array;
  readonly signature: Uint8Array;
}

type PlannedOutput = CardanoPlanned['outputs'][number];

/**
 * The body of a planned transaction, whose BLAKE2b-256 is its name and what is signed. It has inputs, outputs and a fee, and
 * nothing else: it mints, burns and delegates nothing, and does not end. Planner, signer and sender make it from the same
 * words, so that none of them can sign or send another one. Pure.
 */
export function cardanoBody({ inputs, outputs, fee }: Pick<CardanoPlanned, 'inputs' | 'outputs' | 'fee'>): Uint8Array {
  const coins = inputs.map(({ transaction, index }): Cbor => [hexToBytes(transaction), BigInt(index)]);
  return encodeCbor(
    new Map<Cbor, Cbor>([
      [0n, new Tagged(SET, coins)],
      [1n, outputs.map(outputOf)],
      [2n, fee],
    ]),
  );
}

/** How many bytes an output takes in a body. Pure. */
export const cardanoOutputBytes = (output: PlannedOutput): number => encodeCbor(outputOf(output)).length;

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
  const witnesses = signatures.map(({ publicKey, signature }): Cbor => [publicKey, signature]);
  return concatBytes(
    Uint8Array.of(LIST_OF_FOUR),
    body,
    encodeCbor(new Map<Cbor, Cbor>([[0n, new Tagged(SET, witnesses)]])),
    encodeCbor(true),
    encodeCbor(null),
  );
}

/** The signatures under a body in a signed transaction of this module's form; null where it is anything else. Pure. */
export function cardanoSignatures(body: Uint8Array, raw: string, keys: number): CardanoSignature[] | null {
  if (!/^(?:[0-9a-f]{2})+$/.test(raw)) return null;
  const bytes = hexToBytes(raw);
  // The last two say that it has no contracts that failed, and nothing else.
  const start = bytes.length - 2 - keys * WITNESS_BYTES;
  if (start < body.length) return null;
  const signatures = Array.from({ length: keys }, (_, at): CardanoSignature => {
    const witness = bytes.subarray(start + at * WITNESS_BYTES, start + (at + 1) * WITNESS_BYTES);
    return { publicKey: witness.subarray(3, 3 + KEY_BYTES), signature: witness.subarray(-SIGNATURE_BYTES) };
  });
  return bytesToHex(cardanoSigned(body, signatures)) === raw ? signatures : null;
}

function outputOf({ address, amount, tokens }: PlannedOutput): Cbor {
  const policies = new Map<string, Map<Cbor, Cbor>>();
  for (const { unit, amount: count } of tokens) {
    const policy = unit.slice(0, POLICY_LETTERS);
    const names = policies.get(policy) ?? new Map<Cbor, Cbor>();
    names.set(hexToBytes(unit.slice(POLICY_LETTERS)), count);
    policies.set(policy, names);
  }
  const bundle = new Map<Cbor, Cbor>([...policies].map(([policy, names]) => [hexToBytes(policy), names]));
  return new Map<Cbor, Cbor>([
    [0n, cardanoAddressBytes(address)],
    [1n, bundle.size === 0 ? amount : [amount, bundle]],
  ]);
}
