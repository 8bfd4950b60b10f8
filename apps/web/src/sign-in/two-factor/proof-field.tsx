import type { TwoFactor } from '@kobogate/contract';
import { PasswordField } from '../../ui/text-field.tsx';
import { SecondFactorField } from './second-factor-field.tsx';

/** Asks whether it is the owner: by the password, and where two-factor is on by a second factor too. */
export function ProofField({ twoFactor, onEdit }: { twoFactor: TwoFactor; onEdit: () => void }) {
  return (
    <>
      <PasswordField
        label="Your password"
        name="password"
        autoComplete="current-password"
        maxLength={1000}
        onChange={onEdit}
      />
      <SecondFactorField twoFactor={twoFactor} onChange={onEdit} />
    </>
  );
}
