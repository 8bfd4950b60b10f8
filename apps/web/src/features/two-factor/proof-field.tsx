import type { Proof } from '@kobogate/contract';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { PasswordField, TextField } from '../../ui/text-field.tsx';
import { formValues } from '../accounts/form-values.ts';

/** The proof as it stands in a form that has a `ProofField`. */
export const proofIn = (form: HTMLFormElement): Proof => formValues(form, ['password', 'code']);

/** Asks whether it is the owner: by the password, or by a code where the account has codes. */
export function ProofField({ hasCodes, onEdit }: { hasCodes: boolean; onEdit: () => void }) {
  const [isByCode, setIsByCode] = useState(false);
  return (
    <div className="grid justify-items-start gap-1 [&>:first-child]:w-full">
      {isByCode ? (
        <TextField
          key="code"
          label="Code of your app, or a recovery code"
          name="code"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck="false"
          maxLength={40}
          onChange={onEdit}
        />
      ) : (
        <PasswordField
          key="password"
          label="Your password"
          name="password"
          autoComplete="current-password"
          maxLength={1000}
          onChange={onEdit}
        />
      )}
      {hasCodes && (
        <Button variant="quiet" className="-ml-4" onClick={() => setIsByCode(!isByCode)}>
          {isByCode ? 'Use your password instead' : 'Use a code instead'}
        </Button>
      )}
    </div>
  );
}
