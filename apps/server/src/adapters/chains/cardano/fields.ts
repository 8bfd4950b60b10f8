import { garbage } from '../fields.ts';

const HASH = /^[0-9a-f]{64}$/;
const WHOLE = /^\d{1,20}$/;

/** 32 bytes in hexadecimal, as Cardano's APIs write them. Throws `NodeFault` on another form, as all readers here. */
export const readHash = (value: unknown, what: string): string =>
  typeof value === 'string' && HASH.test(value) ? value : garbage(what);

/** A whole number of zero or more, in the decimal text that the API's answers are read to. */
export const readWhole = (value: unknown, what: string): bigint =>
  typeof value === 'string' && WHOLE.test(value) ? BigInt(value) : garbage(what);

/** A small whole number, such as a place or a count. */
export function readCount(value: unknown, what: string): number {
  const count = Number(readWhole(value, what));
  return Number.isSafeInteger(count) ? count : garbage(what);
}
