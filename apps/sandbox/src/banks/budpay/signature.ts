import { hmacSha512 } from '../signature.ts';

/** Keys of the sandbox's one BudPay merchant: sample values that open nothing anywhere else. */
export const BUDPAY_SECRET_KEY = 'sk_test_kobogatesandboxsecret';
export const BUDPAY_PUBLIC_KEY = 'pk_test_kobogatesandboxpublic';

/** The `Encryption` header of a payload: its JSON with the keys in alphabetical order, signed with the public key. */
export function encryptionOf(payload: Readonly<Record<string, unknown>>): string {
  const sorted = Object.fromEntries(Object.entries(payload).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  return hmacSha512(BUDPAY_PUBLIC_KEY, JSON.stringify(sorted));
}

/**
 * Callbacks carry the same signature whatever their content, as the provider's do: it proves nothing about the body.
 */
export const CALLBACK_SIGNATURE = hmacSha512(BUDPAY_SECRET_KEY, BUDPAY_PUBLIC_KEY);
