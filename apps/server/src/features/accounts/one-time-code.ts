import { OTP_MINUTES, OTP_TRIES } from '@kobogate/contract';
import { type Failure, ruleBroken } from '../../platform/errors.ts';
import { hashCode, isSameHash } from './secrets.ts';

/** The newest code of an account. */
export interface OneTimeCode {
  readonly id: string;
  /** Null while the code has not been made and sent yet. */
  readonly codeHash: Buffer | null;
  readonly tries: number;
  readonly expiresAt: Date | null;
  readonly usedAt: Date | null;
  readonly replacedAt: Date | null;
}

export type Try =
  /** There is no code that a try could hit: nothing was compared. */
  'not-evaluated' | 'wrong' | 'right';

/** What a try of a code comes to. Pure: at most `OTP_TRIES` are compared if the caller counts each that was. */
export function judgeTry(code: OneTimeCode | null, typed: string, now: Date): Try {
  if (code === null || code.codeHash === null || code.expiresAt === null) return 'not-evaluated';
  if (code.usedAt !== null || code.replacedAt !== null) return 'not-evaluated';
  if (code.expiresAt <= now || code.tries >= OTP_TRIES) return 'not-evaluated';
  return isSameHash(hashCode(code.id, typed), code.codeHash) ? 'right' : 'wrong';
}

/** When a code that is sent now ends. */
export const codeExpiry = (now: Date): Date => new Date(now.getTime() + OTP_MINUTES * 60_000);

/** One sentence for every reason, so that it tells a stranger nothing: wrong, used, replaced, too old, tried too often. */
export const codeRefused = (): Failure =>
  ruleBroken('This code is not right, or it is not valid any more. Please check it, or ask for a new code.');
