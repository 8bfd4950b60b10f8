import { OTP_MINUTES, OTP_TRIES, type CodeId } from '@kobogate/contract';
import { type Failure, ruleBroken } from '../../platform/errors.ts';
import { hashCode, isSameHash } from '../accounts/secrets.ts';

/** The state of a code. */
export interface OneTimeCode {
  readonly id: CodeId;
  /** Null while the code has not been created and sent yet. */
  readonly codeHash: Buffer | null;
  readonly tries: number;
  /** Those of `tries` from other places than the one that requested the code. */
  readonly foreignTries: number;
  readonly expiresAt: Date | null;
  readonly usedAt: Date | null;
  readonly replacedAt: Date | null;
}

type Try =
  /** No valid code exists for this try: nothing was compared. */
  'not-evaluated' | 'wrong' | 'right';

/**
 * Tries of a code from other places than its own: the last of the three is reserved for the place that requested it.
 */
const FOREIGN_TRIES = OTP_TRIES - 1;

/**
 * How many tries a day are compared for one e-mail address, over all sign-ups, codes and places: 30 of 10,000 codes, so that an
 * attacker with any number of network addresses hits a code of their own sign-up with a chance of 0.3 % a day. Beyond that a
 * mailed link proves the address: it can’t be guessed, so its use needs no limit.
 */
export const TRIES_A_DAY = 30;

/**
 * The result of a try of a code; `triesToday` are those compared for its account within a day. Pure: at most
 * `OTP_TRIES` per code and `TRIES_A_DAY` per account are compared if the caller counts each comparison.
 */
export function judgeTry(
  code: OneTimeCode | null,
  { typed, isForeign, triesToday }: { typed: string; isForeign: boolean; triesToday: number },
  now: Date,
): Try {
  if (code === null || code.codeHash === null || code.expiresAt === null) return 'not-evaluated';
  if (code.usedAt !== null || code.replacedAt !== null) return 'not-evaluated';
  if (code.expiresAt <= now || code.tries >= OTP_TRIES || triesToday >= TRIES_A_DAY) return 'not-evaluated';
  if (isForeign && code.foreignTries >= FOREIGN_TRIES) return 'not-evaluated';
  return isSameHash(hashCode(code.id, typed), code.codeHash) ? 'right' : 'wrong';
}

/** When a code that is sent now ends. */
export const codeExpiry = (now: Date): Date => new Date(now.getTime() + OTP_MINUTES * 60_000);

/**
 * One sentence for every reason, so that a stranger learns nothing: wrong, used, replaced, too old, tried too often.
 */
export const codeRefused = (): Failure =>
  ruleBroken('This code is not right, or it is not valid any more. Please check it, or ask for a new code.');
