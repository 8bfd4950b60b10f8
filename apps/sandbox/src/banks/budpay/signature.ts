import { createHmac, timingSafeEqual } from 'node:crypto';

/** Keys of the sandbox's one BudPay merchant: sample values that open nothing anywhere else. */
export const BUDPAY_SECRET_KEY = 'sk_test_kobogatesandboxsecret';
export const BUDPAY_PUBLIC_KEY = 'pk_test_kobogatesandboxpublic';

const hmac = (key: string, text: string): string => createHmac('sha512', key).update(text).digest('hex');

/** The `Encryption` header of a payload: its JSON with the keys in alphabetical order, signed with the public key. */
export function encryptionOf(payload: Readonly<Record<string, unknown>>): string {
  const sorted = Object.fromEntries(Object.entries(payload).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  return hmac(BUDPAY_PUBLIC_KEY, JSON.stringify(sorted));
}

/** Callbacks carry the same signature whatever they say, as the provider's do: it proves nothing about the body. */
export const CALLBACK_SIGNATURE = hmac(BUDPAY_SECRET_KEY, BUDPAY_PUBLIC_KEY);

/** Compares in constant time. */
export function isSame(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
