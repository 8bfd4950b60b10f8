import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { OTP_LENGTH, type CodeId } from '@kobogate/contract';

/** An opaque token of 256 random bits, in characters that need no escaping in a header or a link. */
export const makeToken = (): string => randomBytes(32).toString('base64url');

/** The stored form of a token. A token can't be guessed, so one plain hash is enough. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** A one-time code: digits, each as likely as any other. */
export const makeCode = (): string => String(randomInt(10 ** OTP_LENGTH)).padStart(OTP_LENGTH, '0');

/** The stored form of a code, bound to its row. */
export const hashCode = (codeId: CodeId, code: string): Buffer => createHmac('sha256', codeId).update(code).digest();

/** Compares two hashes in constant time. */
export const isSameHash = (one: Buffer, other: Buffer): boolean =>
  one.length === other.length && timingSafeEqual(one, other);
