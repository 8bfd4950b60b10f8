import { endpoints, type UserDetail } from '@kobogate/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { call, isUnreachable, messageFor } from '../../lib/client.ts';
import { callKey } from '../../lib/queries.ts';
import { useSession } from '../../lib/session-context.ts';
import { usePending } from '../../lib/use-pending.ts';
import { Button } from '../../ui/button.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { ReasonField, useReason } from '../orders/reason-field.tsx';

const WORDS = {
  promote: {
    open: 'Make an administrator',
    title: 'Make this person an administrator?',
    description:
      'They can approve payouts and change how this gateway behaves. Their devices are signed out, and every administrator gets a mail.',
    failed: 'The role was not changed. Please try again.',
  },
  demote: {
    open: 'Take the administrator’s role',
    title: 'Take the administrator’s role?',
    description: 'Their devices are signed out, and every administrator gets a mail. The account itself stays.',
    failed: 'The role was not changed. Please try again.',
  },
} as const;

/** The button that makes somebody an administrator or none, with a dialog that asks why. */
export function RoleAction({ user }: { user: UserDetail }) {
  const { user: self } = useSession();
  const [isOpen, setIsOpen] = useState(false);
  const words = WORDS[user.isAdmin ? 'demote' : 'promote'];
  if (self?.id === user.id || (!user.isAdmin && user.state !== 'active')) return null;
  return (
    <>
      <Button variant="secondary" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        {words.open}
      </Button>
      {isOpen && <RoleDialog user={user} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function RoleDialog({ user, onClose }: { user: UserDetail; onClose: () => void }) {
  const queryClient = useQueryClient();
  const { isPending, run } = usePending();
  const reason = useReason('role');
  const [problem, setProblem] = useState<string | null>(null);
  const words = WORDS[user.isAdmin ? 'demote' : 'promote'];

  async function save(): Promise<void> {
    setProblem(null);
    try {
      const params = { id: user.id };
      const body = { isAdmin: !user.isAdmin, reason: reason.text };
      const answer = await call(endpoints.adminUsers.setRole, { params, body });
      if (isUnreachable(answer)) return setProblem(answer);
      queryClient.setQueryData(callKey(endpoints.adminUsers.get, { params }), { data: answer.data });
      toast.success(answer.message);
      onClose();
      void queryClient.invalidateQueries();
    } catch (failure) {
      setProblem(messageFor(failure, words.failed));
    }
  }

  return (
    <FormDialog
      title={words.title}
      description={words.description}
      cancel="Leave it as it is"
      confirm={words.open}
      isPending={isPending}
      pendingLabel="Changing..."
      isDangerous={user.isAdmin}
      problem={problem}
      onSubmit={() => {
        if (reason.check()) void run(save);
      }}
      onClose={onClose}
    >
      <ReasonField reason={reason} hint="Administrators read it in the timeline; the owner does not." />
    </FormDialog>
  );
}
