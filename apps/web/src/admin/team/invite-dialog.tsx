import { endpoints, INVITATION_HOURS, STAFF_ROLES } from '@kobogate/contract';
import { useQueryClient } from '@tanstack/react-query';
import { callKey } from '../../lib/queries.ts';
import { useContractForm } from '../../lib/use-contract-form.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { ReasonField } from '../orders/reason-field.tsx';
import { REASON_NEEDED } from '../orders/reason-needed.ts';
import { readRole, ROLE_DUTIES, ROLE_NAMES } from '../users/role-words.ts';

const OPTIONS = STAFF_ROLES.map((role) => ({ value: role, label: ROLE_NAMES[role] }));

/** Invites a colleague by mail, with the role that they will have. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient();
  const form = useContractForm(endpoints.team.invite, {
    draft: 'invite',
    initial: { email: '', role: 'support', reason: '' },
    needed: { email: 'Please type the e-mail address.', ...REASON_NEEDED },
    body: ({ email, role, reason }) => ({
      email: email.trim(),
      role: readRole(role) ?? 'support',
      reason: reason.trim(),
    }),
    onDone: () => {
      void queries.invalidateQueries({ queryKey: callKey(endpoints.team.invitations) });
      onClose();
    },
    failed: 'The invitation was not sent. Please try again.',
  });
  const role = readRole(form.values.role) ?? 'support';
  return (
    <FormDialog
      form={form}
      title="Invite a colleague"
      description={`They get a link by mail that works once, for ${INVITATION_HOURS} hours. Someone who has an account is asked to accept while logged in.`}
      confirm="Send invitation"
      pendingLabel="Sending..."
      onClose={onClose}
    >
      <TextField
        {...form.field('email')}
        label="E-mail address"
        type="email"
        autoComplete="off"
        maxLength={254}
        required
      />
      <SelectField {...form.field('role')} label="Role" options={OPTIONS} hint={ROLE_DUTIES[role]} />
      <ReasonField form={form} hint="Kept in the record." />
    </FormDialog>
  );
}
