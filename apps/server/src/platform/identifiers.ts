import { uuidv7 } from 'uuidv7';

/** A new UUID version 7: unique without asking the database, and ordered by time within one process. */
export function newId(): string {
  return uuidv7();
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether a text from outside has the form of an id, so that it may be put before the database. */
export function isId(text: string): boolean {
  return UUID.test(text);
}
