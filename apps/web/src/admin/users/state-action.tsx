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
  disabled: {
    open: 'Disable account',
    title: 'Disable this account?',
    description:
      'Every device is signed out at once, and nobody can log in. Deposits are still credited, and orders wait for an administrator. The owner gets a mail.',
    pending: 'Disabling...',
    failed: 'The account was not disabled. Please try again.',
  },
  active: {
    open: 'Enable account',
    title: 'Enable this account again?',
    description: 'The owner can log in again, and gets a mail. Orders that wait for an administrator go on waiting.',
    pending: 'Enabling...',
    failed: 'The account was not enabled. Please try again.',
  },
} as const;

/** The button that disables an account or enables it again, with a dialog that asks why. */
export function StateAction({ user }: { user: UserDetail }) {
  const { user: self } = useSession();
  const [isOpen, setIsOpen] = useState(false);
  const wanted = user.state === 'disabled' ? 'active' : 'disabled';
  if (self?.id === user.id) return <p className="text-sm text-ink-soft">This is your own account.</p>;
  return (
    <>
      <Button variant="secondary" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        {WORDS[wanted].open}
      </Button>
      {isOpen && <StateDialog user={user} wanted={wanted} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function StateDialog({
  user,
  wanted,
  onClose,
}: {
  user: UserDetail;
  wanted: 'active' | 'disabled';
  onClose: () => void;
}) {
  const queryClient = useQueryClient();
  const { isPending, run } = usePending();
  const reason = useReason(wanted);
  const [problem, setProblem] = useState<string | null>(null);
  const words = WORDS[wanted];

  async function save(): Promise<void> {
    setProblem(null);
    try {
      const params = { id: user.id };
      const body = { state: wanted, reason: reason.text };
      const answer = await call(endpoints.adminUsers.setState, { params, body });
      if (isUnreachable(answer)) return setProblem(answer);
      queryClient.setQueryData(callKey(endpoints.adminUsers.get, { params }), { data: answer.data });
      toast.success(answer.message);
      onClose();
    } catch (failure) {
      setProblem(messageFor(failure, words.failed));
    }
    void queryClient.invalidateQueries();
  }

  return (
    <FormDialog
      title={words.title}
      description={words.description}
      cancel="Leave it as it is"
      confirm={words.open}
      isPending={isPending}
      pendingLabel={words.pending}
      isDangerous={wanted === 'disabled'}
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
