import { endpoints, type TwoFactor } from '@kobogate/contract';
import { startRegistration } from '@simplewebauthn/browser';
import { callOrThrow } from '../../lib/client.ts';
import { TextField } from '../../ui/text-field.tsx';
import { formValues } from '../../lib/form-values.ts';
import { ProofDialog } from './proof-dialog.tsx';

/** Adds a passkey: a name and the owner's proof, then the browser's own dialog. `onDone` gets codes where two-factor was off. */
export function PasskeyDialog({
  twoFactor,
  onDone,
  onClose,
}: {
  twoFactor: TwoFactor;
  onDone: (message: string, recoveryCodes: string[] | null) => void;
  onClose: () => void;
}) {
  return (
    <ProofDialog
      title="Add a passkey"
      description="Your browser then asks for your fingerprint, your face, your screen lock or a security key."
      confirm="Continue"
      pendingLabel="Waiting for your passkey..."
      twoFactor={twoFactor}
      act={async (proof, form) => {
        const { name } = formValues(form, ['name']);
        const { data: optionsJSON } = await callOrThrow(endpoints.twoFactor.passkeyOptions, { body: proof });
        const { id, rawId, type, response } = await startRegistration({ optionsJSON });
        const registration = { id, rawId, type, response };
        const { message, data } = await callOrThrow(endpoints.twoFactor.addPasskey, { body: { name, registration } });
        onDone(message, data.recoveryCodes);
      }}
      onClose={onClose}
    >
      <TextField
        label="Name"
        name="name"
        autoComplete="off"
        maxLength={60}
        hint="So that you know it again, such as My phone or Blue key."
      />
    </ProofDialog>
  );
}
