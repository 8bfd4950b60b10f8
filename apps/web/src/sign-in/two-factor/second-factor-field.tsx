import type { TwoFactor } from '@kobogate/contract';
import type { ComponentProps } from 'react';
import { TextField } from '../../ui/text-field.tsx';

/**
 * Asks for a second factor where two-factor is on: a code, or nothing at all where a passkey is to be used. Goes with
 * `completeProof`.
 */
export function SecondFactorField({
  twoFactor,
  ...input
}: { twoFactor: TwoFactor | undefined } & Pick<ComponentProps<typeof TextField>, 'value' | 'onChange'>) {
  if (twoFactor?.isOn !== true) return null;
  return (
    <TextField
      label={twoFactor.totpSince === null ? 'Recovery code' : 'Code of your app, or a recovery code'}
      name="code"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck="false"
      maxLength={40}
      {...(twoFactor.passkeys.length === 0
        ? {}
        : { hint: 'Leave this empty to use your passkey: your browser asks for it in the next step.' })}
      {...input}
    />
  );
}
