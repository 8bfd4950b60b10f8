import { NodeFault } from '../../../features/deposits/chain.ts';

const QUANTITY = /^0x[0-9a-f]{1,64}$/i;
const HASH = /^0x[0-9a-f]{64}$/;
const ADDRESS = /^0x[0-9a-f]{40}$/;
const DATA = /^0x(?:[0-9a-f]{2})*$/;

/** An object out of a node's answer, its fields still unread. */
export type Fields = Readonly<Record<string, unknown>>;

/** Throws `NodeFault`, naming the field that is not what the protocol says. */
export function garbage(field: string): never {
  throw new NodeFault(`The node's answer has a ${field} that can't be read. Nothing of it was counted.`);
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Readers of single values of Ethereum's JSON-RPC: each throws `NodeFault` where the value has another form. */
export function readFields(value: unknown, field: string): Fields {
  return isFields(value) ? value : garbage(field);
}

/** A list, its items unread. */
export function readList(value: unknown, field: string): readonly unknown[] {
  return Array.isArray(value) ? value : garbage(field);
}

/** A quantity of at most 256 bits. */
export function readQuantity(value: unknown, field: string): bigint {
  return typeof value === 'string' && QUANTITY.test(value) ? BigInt(value) : garbage(field);
}

/** A small quantity, such as a position in a block. */
export function readIndex(value: unknown, field: string): number {
  const index = Number(readQuantity(value, field));
  return Number.isSafeInteger(index) ? index : garbage(field);
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
