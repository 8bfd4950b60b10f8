import { endpoints, TEXTS, type TwoFactor } from '@kobogate/contract';
import { startRegistration } from '@simplewebauthn/browser';
import { callOrThrow } from '../../lib/client.ts';
import { completeProof } from '../../lib/complete-proof.ts';
import { useForm } from '../../lib/use-form.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { ProofFields } from './proof-fields.tsx';
import { NO_PROOF, passwordMissing } from './proof-rules.ts';

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
  const form = useForm({
    initial: { name: '', ...NO_PROOF },
    check: passwordMissing,
    send: async ({ name, password, code }) => {
      const proof = { password, ...(await completeProof(code, twoFactor)) };
      const { data: optionsJSON } = await callOrThrow(endpoints.twoFactor.passkeyOptions, { body: proof });
      const { id, rawId, type, response } = await startRegistration({ optionsJSON });
      const registration = { id, rawId, type, response };
      return callOrThrow(endpoints.twoFactor.addPasskey, { body: { name, registration } });
    },
    done: '',
    onDone: ({ message, data }) => onDone(message, data.recoveryCodes),
    failed: TEXTS.requestError,
  });
  return (
    <FormDialog
      form={form}
      title="Add a passkey"
      description="Your browser then asks for your fingerprint, your face, your screen lock or a security key."
      confirm="Continue"
      pendingLabel="Waiting for your passkey..."
      onClose={onClose}
    >
      <TextField
        {...form.field('name')}
        label="Name"
        autoComplete="off"
        maxLength={60}
        hint="So that you know it again, such as My phone or Blue key."
      />
      <ProofFields form={form} twoFactor={twoFactor} />
    </FormDialog>
  );
}
