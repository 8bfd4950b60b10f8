import { createHmac, timingSafeEqual } from 'node:crypto';

/** Hex HMAC-SHA512 of a text. */
export const hmacSha512 = (key: string, text: string): string => createHmac('sha512', key).update(text).digest('hex');

/** Compares in constant time. */
export function isSame(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
