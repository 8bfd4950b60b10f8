import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { OTP_LENGTH } from '@kobogate/contract';

/** An opaque token of 256 random bits, in characters that need no escaping in a header or a link. */
export const makeToken = (): string => randomBytes(32).toString('base64url');

/** What is stored of a token. It has no guessable original, so that one plain hash is enough. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** A one-time code: digits, each as likely as any other. */
export const makeCode = (): string => String(randomInt(10 ** OTP_LENGTH)).padStart(OTP_LENGTH, '0');

/** What is stored of a code, bound to the row that it was made for. */
export const hashCode = (codeId: string, code: string): Buffer => createHmac('sha256', codeId).update(code).digest();

/** Whether two hashes are the same, in a time that tells nothing of where they differ. */
export const isSameHash = (one: Buffer, other: Buffer): boolean =>
  one.length === other.length && timingSafeEqual(one, other);
