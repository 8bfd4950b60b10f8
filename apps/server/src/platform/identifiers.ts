import { createHash } from 'node:crypto';
import { uuidv7 } from 'uuidv7';

/** A new UUID version 7: unique without asking the database, and ordered by time within one process. */
export function newId(): string {
  return uuidv7();
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
