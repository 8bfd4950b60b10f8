import { endpoints, SCOPES, type TwoFactor } from '@kobogate/contract';
import { callOrThrow } from '../../lib/client.ts';
import { CheckList, checkedIn } from '../../ui/check-list.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { formValues } from '../accounts/form-values.ts';
import { ProofDialog } from '../two-factor/proof-dialog.tsx';
import { EXPIRY_OPTIONS, SCOPE_WORDS } from './scope-words.ts';

const OPTIONS = SCOPES.map((scope) => ({ value: scope, ...SCOPE_WORDS[scope] }));

/** Asks what a new key is for and who asks; `onMade` gets the key, which is never shown again. */
export function CreateKeyDialog({
  twoFactor,
  onMade,
  onClose,
}: {
  twoFactor: TwoFactor;
  onMade: (secret: string) => void;
  onClose: () => void;
}) {
  return (
    <ProofDialog
      title="Make an API key"
      description="A program that has it acts for your account, for what you tick. No key reaches your bank account, your password or your payouts."
      confirm="Make the key"
      pendingLabel="Making it..."
      twoFactor={twoFactor}
      act={async (proof, form) => {
        const { name, expiry } = formValues(form, ['name', 'expiry']);
        const scopes = checkedIn(form, 'scope', SCOPES);
        const expiresInDays = expiry === '' ? null : Number(expiry);
        const body = { ...proof, name, scopes, expiresInDays };
        onMade((await callOrThrow(endpoints.apiKeys.create, { body })).data.secret);
      }}
      onClose={onClose}
    >
      <TextField
        label="Name"
        name="name"
        maxLength={60}
        autoComplete="off"
        hint="Such as the shop or server that uses it."
      />
      <CheckList legend="What it may do" name="scope" options={OPTIONS} checked={['links:read', 'payments:read']} />
      <SelectField label="Ends after" name="expiry" options={EXPIRY_OPTIONS} defaultValue="365" />
    </ProofDialog>
  );
}
