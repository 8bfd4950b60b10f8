import type { TwoFactor } from '@kobogate/contract';
import type { FieldBinding } from '../../lib/use-form.ts';
import { PasswordField } from '../../ui/text-field.tsx';
import { SecondFactorField } from './second-factor-field.tsx';

/** Asks for the owner's proof: the password, and where two-factor is on a second factor too. */
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
