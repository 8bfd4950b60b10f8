import type { TwoFactor } from '@kobogate/contract';
import type { FieldBinding, Problem } from '../../lib/use-form.ts';
import { PasswordField } from '../../ui/text-field.tsx';
import { SecondFactorField } from './second-factor-field.tsx';

/** What the fields of a proof hold at first. */
export const NO_PROOF = { password: '', code: '' };

/** Says where the password is missing. */
export const passwordMissing = ({ password }: { password: string }): Problem | null =>
  password === '' ? { field: 'password', text: 'Please enter your password.' } : null;

/** Asks whether it is the owner: by the password, and where two-factor is on by a second factor too. */
export function ProofFields({
  form,
  twoFactor,
  hint,
}: {
  form: { readonly field: (name: 'password' | 'code') => FieldBinding };
  twoFactor: TwoFactor | undefined;
  /** Why it is asked. */
  hint?: string;
}) {
  return (
    <>
      <PasswordField
        {...form.field('password')}
        label="Your password"
        autoComplete="current-password"
        maxLength={1000}
        {...(hint === undefined ? {} : { hint })}
      />
      <SecondFactorField field={form.field('code')} twoFactor={twoFactor} />
    </>
  );
}
