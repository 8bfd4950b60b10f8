import { endpoints, SCOPES, type TwoFactor } from '@kobogate/contract';
import { callOrThrow } from '../../lib/client.ts';
import { useDraft } from '../../lib/use-draft.ts';
import { CheckList } from '../../ui/check-list.tsx';
import { DraftNotice } from '../../ui/draft-notice.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { ProofDialog } from '../../sign-in/two-factor/proof-dialog.tsx';
import { EXPIRY_OPTIONS, SCOPE_WORDS } from './scope-words.ts';

const OPTIONS = SCOPES.map((scope) => ({ value: scope, ...SCOPE_WORDS[scope] }));

/** What is ticked and picked at first. */
const FIRST = { name: '', scopes: ['links:read', 'payments:read'], expiry: '365' };

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
  const draft = useDraft('API key', FIRST);
  const { value: typed, setValue: setTyped } = draft;
  return (
    <ProofDialog
      title="Create an API key"
      description="A program that has it acts for your account, for what you tick. No key reaches your bank account, your password or your payouts."
      confirm="Make the key"
      pendingLabel="Making it..."
      twoFactor={twoFactor}
      act={async (proof) => {
        const { name, expiry } = typed;
        const scopes = SCOPES.filter((scope) => typed.scopes.includes(scope));
        const expiresInDays = expiry === '' ? null : Number(expiry);
        const body = { ...proof, name, scopes, expiresInDays };
        onMade((await callOrThrow(endpoints.apiKeys.create, { body })).data.secret);
      }}
      onClose={onClose}
    >
      <DraftNotice draft={draft} />
      <TextField
        label="Name"
        name="name"
        maxLength={60}
        autoComplete="off"
        value={typed.name}
        onChange={({ target }) => setTyped({ ...typed, name: target.value })}
        hint="Such as the shop or server that uses it."
      />
      <CheckList
        legend="What it may do"
        name="scope"
        options={OPTIONS}
        checked={typed.scopes}
        onChange={(scopes) => setTyped({ ...typed, scopes })}
      />
      <SelectField
        label="Ends after"
        name="expiry"
        options={EXPIRY_OPTIONS}
        value={typed.expiry}
        onChange={({ target }) => setTyped({ ...typed, expiry: target.value })}
      />
    </ProofDialog>
  );
}
