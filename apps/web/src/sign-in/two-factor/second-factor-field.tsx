import type { TwoFactor } from '@kobogate/contract';
import type { FieldBinding } from '../../lib/use-form.ts';
import { TextField } from '../../ui/text-field.tsx';

/**
 * Asks for a second factor where two-factor is on: a code, or nothing where a passkey is used. Works with
 * `completeProof`.
 */
export function SecondFactorField({ field, twoFactor }: { field: FieldBinding; twoFactor: TwoFactor | undefined }) {
  if (twoFactor?.isOn !== true) return null;
  return (
    <TextField
      {...field}
      label={twoFactor.totpSince === null ? 'Recovery code' : 'Code of your app, or a recovery code'}
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck="false"
      maxLength={40}
      {...(twoFactor.passkeys.length === 0
        ? {}
        : { hint: 'Leave this empty to use your passkey: your browser asks for it next.' })}
    />
  );
}
