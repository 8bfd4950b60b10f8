import { endpoints, KYC_TIERS, type UserDetail } from '@kobogate/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { CloseUserDialog } from './close-user-dialog.tsx';
import { callKey } from '../../lib/queries.ts';
import { saveArchive } from '../../lib/save-file.ts';
import { useSession } from '../../lib/session-context.ts';
import { useContractForm } from '../../lib/use-contract-form.ts';
import { Button } from '../../ui/button.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { useMay, WhoCan } from '../for-role.tsx';
import { ReasonField } from '../orders/reason-field.tsx';
import { REASON_NEEDED } from '../orders/reason-needed.ts';
import { TIER_NAMES } from '../settings/describe-change.ts';
import { NO_ROLE, readRole, ROLE_DUTIES, ROLE_OPTIONS } from './role-words.ts';

const { setRole, setState, setTier } = endpoints.adminUsers;
const NOT_TOLD = 'Administrators see it in the timeline; the owner does not.';

const STATE_WORDS = {
  disabled: {
    title: 'Disable this account?',
    description:
      'Every device is signed out at once, and the owner can’t log in. Deposits are still credited, and orders wait for an administrator. The owner gets a mail.',
    confirm: 'Disable account',
    pendingLabel: 'Disabling...',
    failed: 'The account was not disabled. Please try again.',
  },
  active: {
    title: 'Enable this account again?',
    description:
      'The owner can log in again, and gets a mail. Orders that wait for an administrator still wait. API keys and links that ended with a closing stay ended.',
    confirm: 'Enable account',
    pendingLabel: 'Enabling...',
    failed: 'The account was not enabled. Please try again.',
  },
} as const;

interface DialogProps {
  readonly user: UserDetail;
  readonly onClose: () => void;
}

/** An administrator's actions on another user's account: its tier, its role and its state, each with a reason. */
export function UserActions({ user }: { user: UserDetail }) {
  const { user: self } = useSession();
  const mayChange = useMay(setRole);
  const [open, setOpen] = useState<keyof typeof DIALOGS | null>(null);
  if (self?.id === user.id) return <p className="text-sm text-ink-soft">This is your own account.</p>;
  if (!mayChange) return <WhoCan call={setRole} />;
  const Asked = open === null ? null : DIALOGS[open];
  const button = (name: keyof typeof DIALOGS, label: string) => (
    <Button variant="secondary" aria-haspopup="dialog" onClick={() => setOpen(name)}>
      {label}
    </Button>
  );
  return (
    <div className="flex flex-wrap items-center gap-2">
      {button('tier', 'Set tier')}
      {(user.role !== null || user.state === 'active') && button('role', 'Set role')}
      {button('data', 'Download their data')}
      {(user.closed?.erasedAt ?? null) === null && button('state', STATE_WORDS[otherState(user)].confirm)}
      {user.closed === null && button('closing', 'Close account')}
      {Asked !== null && <Asked user={user} onClose={() => setOpen(null)} />}
    </div>
  );
}

const DIALOGS = {
  tier: TierDialog,
  role: RoleDialog,
  state: StateDialog,
  data: DataDialog,
  closing: CloseUserDialog,
} as const;
const otherState = ({ state }: UserDetail) => (state === 'disabled' || state === 'closed' ? 'active' : 'disabled');

// The page shows the user from the answer, before everything is read again.
function useChanged(onClose: () => void): (answer: { data: UserDetail }) => void {
  const queryClient = useQueryClient();
  return ({ data }) => {
    queryClient.setQueryData(callKey(endpoints.adminUsers.get, { params: { id: data.id } }), { data });
    onClose();
  };
}

function RoleDialog({ user, onClose }: DialogProps) {
  const form = useContractForm(setRole, {
    draft: 'role',
    initial: { role: user.role ?? NO_ROLE, reason: '' },
    needed: REASON_NEEDED,
    params: { id: user.id },
    body: ({ role, reason }) => ({ role: readRole(role), reason: reason.trim() }),
    onDone: useChanged(onClose),
    failed: 'The role was not changed. Please try again.',
  });
  const chosen = readRole(form.values.role);
  return (
    <FormDialog
      form={form}
      title="Which role does this user have?"
      description="Their devices are signed out, and every administrator gets a mail. The account itself stays."
      cancel="Leave it as it is"
      confirm="Save role"
      pendingLabel="Changing..."
      isDangerous={user.role !== null && chosen === null}
      onClose={onClose}
    >
      <SelectField {...form.field('role')} label="Role" options={ROLE_OPTIONS} hint={ROLE_DUTIES[chosen ?? NO_ROLE]} />
      <ReasonField form={form} hint={NOT_TOLD} />
    </FormDialog>
  );
}

function StateDialog({ user, onClose }: DialogProps) {
  const state = otherState(user);
  const { failed, ...words } = STATE_WORDS[state];
  const form = useContractForm(setState, {
    draft: state,
    initial: { reason: '' },
    needed: REASON_NEEDED,
    params: { id: user.id },
    body: ({ reason }) => ({ state, reason: reason.trim() }) as const,
    onDone: useChanged(onClose),
    failed,
  });
  return (
    <FormDialog form={form} {...words} cancel="Leave it as it is" isDangerous={state === 'disabled'} onClose={onClose}>
      <ReasonField form={form} hint={NOT_TOLD} />
    </FormDialog>
  );
}

function DataDialog({ user, onClose }: DialogProps) {
  const form = useContractForm(endpoints.personalData.ofUser, {
    draft: 'data',
    initial: { reason: '' },
    needed: REASON_NEEDED,
    params: { id: user.id },
    body: ({ reason }) => ({ reason: reason.trim() }),
    done: 'The file is on your device.',
    onDone: ({ data }) => {
      saveArchive(data);
      onClose();
    },
    failed: 'The data could not be downloaded. Please try again.',
  });
  return (
    <FormDialog
      form={form}
      title="Download everything about this person?"
      description="For their own request by letter or mail: the same file that they can download in their settings, without notes of the team."
      cancel="Leave it"
      confirm="Download their data"
      pendingLabel="Collecting..."
      onClose={onClose}
    >
      <ReasonField form={form} hint={`Such as how they asked, and how you know that it was them. ${NOT_TOLD}`} />
    </FormDialog>
  );
}

function TierDialog({ user, onClose }: DialogProps) {
  const form = useContractForm(setTier, {
    draft: 'tier',
    initial: { tier: String(user.kycTier), reason: '' },
    needed: REASON_NEEDED,
    params: { id: user.id },
    body: ({ tier, reason }) => ({ tier: Number(tier), reason: reason.trim() }),
    onDone: useChanged(onClose),
    failed: 'The tier was not changed. Please try again.',
  });
  return (
    <FormDialog
      form={form}
      title="Which tier is this user in?"
      description="The tier decides what they may convert, and whether their orders clear automatically. It applies from their next order."
      cancel="Leave it as it is"
      confirm="Save tier"
      onClose={onClose}
    >
      <SelectField
        {...form.field('tier')}
        label="Tier"
        options={KYC_TIERS.map((tier) => ({ value: String(tier), label: TIER_NAMES[tier] }))}
      />
      <ReasonField form={form} hint={`Such as which papers you saw. ${NOT_TOLD}`} maxLength={250} />
    </FormDialog>
  );
}
