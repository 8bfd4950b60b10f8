import type { TwoFactor } from '@kobogate/contract';
import { PasswordField } from '../../ui/text-field.tsx';
import { SecondFactorField } from '../../sign-in/two-factor/second-factor-field.tsx';

export interface TypedProof {
  password: string;
  code: string;
}

/** Asks whether it is the owner who makes a change that money hangs on: the password, and a second factor where two-factor is on. */
export function ChangeProof({
  value,
  twoFactor,
  hint = 'You are changing where your naira goes, so we make sure that it is you.',
  onChange,
}: {
  value: TypedProof;
  twoFactor: TwoFactor | undefined;
  /** Why it is asked. */
  hint?: string;
  onChange: (change: Partial<TypedProof>) => void;
}) {
  return (
    <>
      <PasswordField
        label="Your password"
        name="password"
        autoComplete="current-password"
        maxLength={1000}
        value={value.password}
        hint={hint}
        onChange={(event) => onChange({ password: event.target.value })}
      />
      <SecondFactorField
        twoFactor={twoFactor}
        value={value.code}
        onChange={(event) => onChange({ code: event.target.value })}
      />
    </>
  );
}
