import { endpoints, type Proof } from '@kobogate/contract';
import { useCall } from '../../lib/queries.ts';
import { PasswordField, TextField } from '../../ui/text-field.tsx';

/** Asks whether it is the owner who changes where naira goes: the password, and a code where two-factor is on. */
export function ChangeProof({ value, onChange }: { value: Proof; onChange: (change: Partial<Proof>) => void }) {
  const twoFactor = useCall(endpoints.twoFactor.get);
  return (
    <>
      <PasswordField
        label="Your password"
        name="password"
        autoComplete="current-password"
        maxLength={1000}
        value={value.password}
        hint="You are changing where your naira goes, so we make sure that it is you."
        onChange={(event) => onChange({ password: event.target.value })}
      />
      {twoFactor.data?.data.isOn === true && (
        <TextField
          label="Code of your app, or a recovery code"
          name="code"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
          value={value.code}
          onChange={(event) => onChange({ code: event.target.value })}
        />
      )}
    </>
  );
}
