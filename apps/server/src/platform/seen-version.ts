import { hash } from 'node:crypto';
import { conflict } from './errors.ts';

const BYTES = 6;

/**
 * A number for the facts that a user sees and decides on: the same for the same facts, another one once any of them has
 * changed. `facts` is any JSON value; the number is an integer below 2^48, so that JSON keeps it exactly. Pure.
 */
export const versionOf = (facts: unknown): number =>
  Number.parseInt(hash('sha256', JSON.stringify(facts)).slice(0, BYTES * 2), 16);

/**
 * Throws 409 with `sentence` where a decision names another version than the present one; null names none, which the
 * API allows.
 */
export function requireSeen(seen: number | null, now: number, sentence: string): void {
  if (seen !== null && seen !== now) throw conflict(sentence, 'changed');
}
