import { createHash } from 'node:crypto';
import { conflict } from './errors.ts';

const BYTES = 6;

/**
 * A number for what somebody sees and decides on: the same for the same facts, another one once any of them has changed.
 * `facts` is anything that JSON writes; the number is whole and below 2^48, so that JSON keeps it exactly. Pure.
 */
export const versionOf = (facts: unknown): number =>
  createHash('sha256').update(JSON.stringify(facts)).digest().readUIntBE(0, BYTES);

/** Throws 409 with `sentence` where a decision names another version than that of now; null names none, as the API may. */
export function requireSeen(seen: number | null, now: number, sentence: string): void {
  if (seen !== null && seen !== now) throw conflict(sentence, 'changed');
}
