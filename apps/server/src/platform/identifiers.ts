import { createHash } from 'node:crypto';
import { uuidv7 } from 'uuidv7';

/**
 * A new UUID version 7: unique without asking the database, and ordered by time within one process. What it is the id of follows
 * from where it goes, or is given: `newId<OrderId>()`.
 */
export function newId<Of extends string = string>(): Of {
  return uuidv7() as Of;
}

/** The UUID (version 8) of a text: the same for the same text, different for any other. Pure. */
export function idOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(12, 15)}`, `8${hex.slice(15, 18)}`, hex.slice(18, 30)].join(
    '-',
  );
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether a text from outside has the form of an id, so that it may be passed to the database. */
export function isId(text: string): boolean {
  return UUID.test(text);
}

/** A text from outside as the id of what it is said to name, `readId<OrderId>(text)`; null where it has not the form of one. Pure. */
export function readId<Of extends string>(text: string): Of | null {
  return isId(text) ? (text as Of) : null;
}

/** The id that nothing has: a lookup by it finds nothing, at the usual cost. */
export function nilId<Of extends string>(): Of {
  return '00000000-0000-0000-0000-000000000000' as Of;
}
