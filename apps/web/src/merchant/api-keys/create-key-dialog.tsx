import { endpoints, SCOPES, TEXTS, type TwoFactor } from '@kobogate/contract';
import { useContractForm } from '../../lib/use-contract-form.ts';
import { CheckList } from '../../ui/check-list.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { ProofFields } from '../../sign-in/two-factor/proof-fields.tsx';
import { NO_PROOF, passwordMissing } from '../../sign-in/two-factor/proof-rules.ts';
import { EXPIRY_OPTIONS, SCOPE_WORDS } from './scope-words.ts';

const OPTIONS = SCOPES.map((scope) => ({ value: scope, ...SCOPE_WORDS[scope] }));

/** The first values of the form. */
const FIRST = { name: '', scopes: ['links:read', 'payments:read'], expiry: '365', ...NO_PROOF };

/**
 * Asks for a new key's name, scopes and end, and the owner's proof; `onMade` gets the key, which is never shown again.
 */
export function CreateKeyDialog({
  twoFactor,
  onMade,
  onClose,
}: {
  twoFactor: TwoFactor;
  onMade: (secret: string) => void;
  onClose: () => void;
}) {
  const form = useContractForm(endpoints.apiKeys.create, {
    draft: 'API key',
    initial: FIRST,
    check: passwordMissing,
    body: ({ name, scopes, expiry }, proof) => ({
      ...proof,
      name,
      scopes: SCOPES.filter((scope) => scopes.includes(scope)),
      expiresInDays: expiry === '' ? null : Number(expiry),
    }),
    twoFactor,
    done: '',
    onDone: ({ data }) => onMade(data.secret),
    failed: TEXTS.requestError,
  });
  return (
    <FormDialog
      form={form}
      title="Create an API key"
      description="A program that has it can do what you tick for your account. No key can change your bank account or your password, or touch your payouts."
      confirm="Make the key"
      pendingLabel="Making it..."
      onClose={onClose}
    >
      <TextField
        {...form.field('name')}
        label="Name"
        maxLength={60}
        autoComplete="off"
        hint="Such as the shop or server that uses it."
      />
      <CheckList
        legend="What it may do"
        name="scope"
        options={OPTIONS}
        checked={form.values.scopes}
        onChange={form.set('scopes')}
      />
      <SelectField {...form.field('expiry')} label="Ends after" options={EXPIRY_OPTIONS} />
      <ProofFields form={form} twoFactor={twoFactor} />
    </FormDialog>
  );
}
