import { cardanoAddress, formatCardanoAddress } from '@kobogate/addresses';
import { blake2b } from '@noble/hashes/blake2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { type CborReader, createCborReader } from './cbor-reader.ts';
import { garbage } from '../fields.ts';

/** An output that a transaction really made. */
export interface Output {
  /** Its place in the transaction. */
  readonly index: number;
  /** Null unless it is a Shelley address of the main network: all of ours are. */
  readonly address: string | null;
  readonly lovelace: bigint;
  /** Whether native tokens are in the output. */
  readonly hasTokens: boolean;
}

export interface CardanoTransaction {
  /** BLAKE2b-256 of its body. */
  readonly hash: string;
  /** False where its contract failed in the block: only its collateral moved then. */
  readonly isValid: boolean;
  readonly outputs: readonly Output[];
  /** The outputs of the other outcome of its contracts. */
  readonly unmade: readonly Output[];
  /** The addresses without a stake key, as ours are, of the keys that signed it. */
  readonly signers: readonly string[];
}

/** Keys of a transaction's body and of an output (the ledger's CDDL since the Babbage era). */
const OUTPUTS = 1n;
const COLLATERAL_RETURN = 16n;
const ADDRESS = 0n;
const VALUE = 1n;
/** Body, witnesses, whether its contracts succeeded, auxiliary data. */
const PARTS = 4;
const BODY = 0;
const WITNESSES = 1;
/** Key of a transaction's witnesses: public keys with their signatures. */
const SIGNATURES = 0n;
const PUBLIC_KEY_BYTES = 32;
const VALIDITY = 2;
/** The maximum supply: no output has more. */
const ALL_LOVELACE = 45_000_000_000_000_000n;
/** CIP-19: kinds above this are no payment addresses of the Shelley era. */
const LAST_PAYMENT_KIND = 7;
/** A header and one hash of 28 bytes or two; we have no pointer addresses, whose length varies. */
const LENGTHS: ReadonlySet<number> = new Set([29, 57]);
const MAIN_NETWORK = 1;

/**
 * Reads a transaction from its bytes in hexadecimal: its id, which is the hash of its body, and its outputs. Where its
 * contract failed that is the collateral's return alone, at the index after its last output. Throws `NodeFault`.
 */
export function readTransaction(hex: string): CardanoTransaction {
  const reader = createCborReader(Buffer.from(hex, 'hex'));
  const found: { hash?: string; body?: Body; isValid?: boolean; signers?: string[] } = {};
  const parts = reader.array((part) => {
    if (part === BODY) {
      const start = reader.position();
      found.body = readBody(reader);
      found.hash = bytesToHex(blake2b(reader.between(start, reader.position()), { dkLen: 32 }));
    } else if (part === WITNESSES) found.signers = readSigners(reader);
    else if (part === VALIDITY) found.isValid = reader.boolean();
    else reader.skip();
  });
  const { hash, body, isValid, signers = [] } = found;
  if (parts !== PARTS || !reader.isAtEnd()) garbage('transaction');
  if (hash === undefined || body === undefined || isValid === undefined) return garbage('transaction');
  const outputs = body.outputs.map((output, index) => Object.assign(output, { index }));
  const { collateralReturn } = body;
  const back = collateralReturn === undefined ? [] : [Object.assign(collateralReturn, { index: outputs.length })];
  const named = { hash, isValid, signers };
  return isValid ? { ...named, outputs, unmade: back } : { ...named, outputs: back, unmade: outputs };
}

/** The signers, from a transaction's witnesses: a list of keys and signatures, tagged as a set since the Conway era. */
function readSigners(reader: CborReader): string[] {
  const signers: string[] = [];
  reader.map(() => {
    if (reader.unsigned() !== SIGNATURES) return reader.skip();
    if (reader.isNext('tag')) reader.tag();
    reader.array(() => {
      reader.array((part) => {
        if (part !== 0) return reader.skip();
        const key = reader.bytes();
        if (key.length === PUBLIC_KEY_BYTES) signers.push(cardanoAddress(key).address);
      });
    });
  });
  return signers;
}

type Unplaced = Omit<Output, 'index'>;
interface Body {
  readonly outputs: readonly Unplaced[];
  readonly collateralReturn: Unplaced | undefined;
}

function readBody(reader: CborReader): Body {
  const found: { outputs?: Unplaced[]; collateralReturn?: Unplaced } = {};
  reader.map(() => {
    const key = reader.unsigned();
    if (key === OUTPUTS && found.outputs === undefined) {
      const outputs: Unplaced[] = [];
      reader.array(() => outputs.push(readOutput(reader)));
      found.outputs = outputs;
    } else if (key === COLLATERAL_RETURN && found.collateralReturn === undefined) {
      found.collateralReturn = readOutput(reader);
    } else if (key === OUTPUTS || key === COLLATERAL_RETURN) garbage('transaction with two lists of outputs');
    else reader.skip();
  });
  const { outputs = garbage('transaction without outputs'), collateralReturn } = found;
  return { outputs, collateralReturn };
}

/** An output is a list (address, value, …) or, since the Babbage era, a map. */
function readOutput(reader: CborReader): Unplaced {
  const found: { address?: Uint8Array; value?: Value } = {};
  const readPart = (part: bigint): void => {
    if (part === ADDRESS && found.address === undefined) found.address = reader.bytes();
    else if (part === VALUE && found.value === undefined) found.value = readValue(reader);
    else if (part === ADDRESS || part === VALUE) garbage('output with two values');
    else reader.skip();
  };
  if (reader.isNext('map')) reader.map(() => readPart(reader.unsigned()));
  else reader.array((index) => readPart(BigInt(index)));
  const { address, value } = found;
  if (address === undefined || value === undefined) return garbage('output');
  return { address: textOf(address), lovelace: value.lovelace, hasTokens: value.hasTokens };
}

interface Value {
  readonly lovelace: bigint;
  readonly hasTokens: boolean;
}

/** Lovelace alone, or lovelace and native tokens by policy. */
function readValue(reader: CborReader): Value {
  if (reader.isNext('uint')) return { lovelace: readLovelace(reader), hasTokens: false };
  let lovelace = 0n;
  let policies = 0;
  const parts = reader.array((part) => {
    if (part === 0) lovelace = readLovelace(reader);
    else {
      policies = reader.map(() => {
        reader.skip();
        reader.skip();
      });
    }
  });
  return parts === 2 ? { lovelace, hasTokens: policies > 0 } : garbage('amount');
}

function readLovelace(reader: CborReader): bigint {
  const lovelace = reader.unsigned();
  return lovelace > ALL_LOVELACE ? garbage('amount') : lovelace;
}

function textOf(bytes: Uint8Array): string | null {
  const header = bytes[0] ?? 0xff;
  const isPayment = header >> 4 <= LAST_PAYMENT_KIND && (header & 0x0f) === MAIN_NETWORK;
  // The chain has addresses with trailing garbage, longer than an address text may be.
  return isPayment && LENGTHS.has(bytes.length) ? formatCardanoAddress(bytes) : null;
}
