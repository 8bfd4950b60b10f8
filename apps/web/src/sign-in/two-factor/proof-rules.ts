import type { Problem } from '../../lib/use-form.ts';

/** What the fields of a proof hold at first. */
export const NO_PROOF = { password: '', code: '' };

/** Says where the password is missing. */
export const passwordMissing = ({ password }: { password: string }): Problem | null =>
  password === '' ? { field: 'password', text: 'Please enter your password.' } : null;
