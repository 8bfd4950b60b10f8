import { NodeFault } from '../../../features/deposits/chain.ts';

const HASH = /^[0-9a-f]{64}$/;
const WHOLE = /^\d{1,20}$/;

/** Throws `NodeFault`, naming what is not as the protocol says. */
export function garbage(what: string): never {
  throw new NodeFault(`The node's answer has ${what} that can't be read. Nothing of it was counted.`);
}

/** An object out of the API's answer, its fields still unread. */
export type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Readers of single values of the API: each throws `NodeFault` where the value has another form. */
export const readFields = (value: unknown, what: string): Fields => (isFields(value) ? value : garbage(what));

/** A list, its items unread. */
export const readList = (value: unknown, what: string): readonly unknown[] =>
  Array.isArray(value) ? value : garbage(what);

/** 32 bytes in hexadecimal. */
export const readHash = (value: unknown, what: string): string =>
  typeof value === 'string' && HASH.test(value) ? value : garbage(what);

/** A whole number of zero or more, as a number or a text. */
export const readWhole = (value: unknown, what: string): bigint =>
  typeof value === 'string' && WHOLE.test(value) ? BigInt(value) : garbage(what);

/** A small whole number, such as a place or a count. */
export function readCount(value: unknown, what: string): number {
  const count = Number(readWhole(value, what));
  return Number.isSafeInteger(count) ? count : garbage(what);
}
