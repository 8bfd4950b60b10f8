import { createHash, randomInt } from 'node:crypto';
import { RECOVERY_CODES } from '@kobogate/contract';
import { type Failure, ruleBroken } from '../../platform/errors.ts';

/** 32 characters that can't be confused when written by hand: no i, l, o or u. */
const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz';
const GROUPS = 4;
const GROUP_LENGTH = 4;

const group = (): string => Array.from({ length: GROUP_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');

/** Ten new codes of 80 random bits each, in groups, such as `4k7q-m2xd-09zt-hb5e`. */
export const makeRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () => Array.from({ length: GROUPS }, group).join('-'));

/**
 * The stored form of a code, independent of how it was typed: in capitals, without dashes, with o for 0 and i or l for
 * 1.
 */
export function hashRecoveryCode(typed: string): Buffer {
  const bare = typed.toLowerCase().replaceAll(/[\s-]/g, '').replaceAll('o', '0').replaceAll(/[il]/g, '1');
  return createHash('sha256').update(bare).digest();
}

/** One sentence for every reason why a recovery code is refused. */
export const recoveryCodeRefused = (): Failure =>
  ruleBroken('This recovery code is not right, or it was used already. Each one works once. Please try another one.');
