import { VERIFICATION_EMAIL_STORAGE_KEY } from '@kobogate/contract';
import { keep, kept } from '../lib/kept.ts';

/** The e-mail address that waits for its code in this browser, or null. */
export function verificationEmail(): string | null {
  const stored = kept(VERIFICATION_EMAIL_STORAGE_KEY);
  return stored === '' ? null : stored;
}

/** Stores the address that a code was sent to. */
export function rememberVerificationEmail(email: string): void {
  keep(VERIFICATION_EMAIL_STORAGE_KEY, email);
}

/** Deletes it, once it is verified. */
export function forgetVerificationEmail(): void {
  keep(VERIFICATION_EMAIL_STORAGE_KEY, null);
}
