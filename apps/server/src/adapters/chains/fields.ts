import { NodeFault } from '../../custody/index.ts';

const QUANTITY = /^0x[0-9a-f]{1,64}$/i;
const HASH = /^0x[0-9a-f]{64}$/;
const ADDRESS = /^0x[0-9a-f]{40}$/;
const DATA = /^0x(?:[0-9a-f]{2})*$/;

/** An object from a node's answer, its fields not yet checked. */
export type Fields = Readonly<Record<string, unknown>>;

/**
 * Throws `NodeFault` that names the part of the answer that breaks the protocol, with its `cause` where something else
 * threw.
 */
export function garbage(what: string, cause?: unknown): never {
  const article = /^[aeiou]/.test(what) ? 'an' : 'a';
  const message = `The node's answer has ${article} ${what} that can't be read. Nothing of it was counted.`;
  throw new NodeFault(message, cause === undefined ? {} : { cause });
}

/** What `read` makes of a node's bytes. Throws `NodeFault`, naming `what`, where they can't be read or prove nothing. */
export function decodeOrFault<Result>(what: string, read: () => Result): Result {
  try {
    return read();
  } catch (cause) {
    if (cause instanceof NodeFault) throw cause;
    return garbage(what, cause);
  }
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A field from a node's answer, not yet checked; undefined where there is none. */
export const fieldOf = (value: unknown, name: string): unknown => (isFields(value) ? value[name] : undefined);

/** Readers of single values, hexadecimal ones as JSON-RPC nodes write them: each throws `NodeFault` on another form. */
export function readFields(value: unknown, field: string): Fields {
  return isFields(value) ? value : garbage(field);
}

/** A list, its items not yet checked. */
export function readList(value: unknown, field: string): readonly unknown[] {
  return Array.isArray(value) ? value : garbage(field);
}

/** A quantity as JSON-RPC writes it. Pure. */
export const quantityOf = (value: bigint): string => `0x${value.toString(16)}`;

/** A quantity of at most 256 bits. */
export function readQuantity(value: unknown, field: string): bigint {
  return typeof value === 'string' && QUANTITY.test(value) ? BigInt(value) : garbage(field);
}

/** A small quantity, such as a position in a block. */
export function readIndex(value: unknown, field: string): number {
  const index = Number(readQuantity(value, field));
  return Number.isSafeInteger(index) ? index : garbage(field);
}

/** The moment so many seconds after 1970. Throws `NodeFault`, naming `field`, beyond all dates. */
export function timeOf(seconds: number, field: string): Date {
  const time = new Date(seconds * 1000);
  return Number.isNaN(time.getTime()) ? garbage(field) : time;
}

/** 32 bytes, in lower case. */
export function readHash(value: unknown, field: string): string {
  const text = typeof value === 'string' ? value.toLowerCase() : '';
  return HASH.test(text) ? text : garbage(field);
}

/** 20 bytes, in lower case: the key under which an address is watched. */
export function readAddress(value: unknown, field: string): string {
  const text = typeof value === 'string' ? value.toLowerCase() : '';
  return ADDRESS.test(text) ? text : garbage(field);
}

/** Any number of bytes, in lower case. */
export function readData(value: unknown, field: string): string {
  const text = typeof value === 'string' ? value.toLowerCase() : '';
  return DATA.test(text) ? text : garbage(field);
}
