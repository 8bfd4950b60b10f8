import type { Problem } from '../../lib/use-form.ts';

/** The first values of a proof's fields. */
export const NO_PROOF = { password: '', code: '' };

/** Says where the password is missing. */
export const passwordMissing = ({ password }: { password: string }): Problem | null =>
  password === '' ? { field: 'password', text: 'Please enter your password.' } : null;
