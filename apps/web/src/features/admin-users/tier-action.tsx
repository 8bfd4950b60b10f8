import { endpoints, KYC_TIERS, type UserDetail } from '@kobogate/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { toast } from 'react-hot-toast/headless';
import { call, isUnreachable, messageFor } from '../../lib/client.ts';
import { callKey } from '../../lib/queries.ts';
import { useSession } from '../../lib/session-context.ts';
import { usePending } from '../../lib/use-pending.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { TIER_NAMES } from '../operator-settings/tiers-rules.ts';

/** The button that sets how well somebody is known, with a dialog that asks why. */
export function TierAction({ user }: { user: UserDetail }) {
  const { user: self } = useSession();
  const [isOpen, setIsOpen] = useState(false);
  if (self?.id === user.id) return null;
  return (
    <>
      <Button variant="quiet" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        Set tier
      </Button>
      {isOpen && <TierDialog user={user} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function TierDialog({ user, onClose }: { user: UserDetail; onClose: () => void }) {
  const queryClient = useQueryClient();
  const { isPending, run } = usePending();
  const [tier, setTier] = useState(user.kycTier);
  const [reason, setReason] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function save(): Promise<void> {
    setProblem(null);
    try {
      const params = { id: user.id };
      const answer = await call(endpoints.adminUsers.setTier, { params, body: { tier, reason: reason.trim() } });
      if (isUnreachable(answer)) return setProblem(answer);
      queryClient.setQueryData(callKey(endpoints.adminUsers.get, { params }), { data: answer.data });
      toast.success(answer.message);
      onClose();
      void queryClient.invalidateQueries();
    } catch (failure) {
      setProblem(messageFor(failure, 'The tier was not changed. Please try again.'));
    }
  }

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    setIsMissing(reason.trim() === '');
    if (reason.trim() !== '') void run(save);
  }

  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen && !isPending) onClose();
      }}
      title="How well is this person known?"
      description="The tier decides what they may convert, and whether their orders clear by themselves. It holds from their next order on."
      footer={
        <>
          <Button variant="secondary" disabled={isPending} onClick={onClose}>
            Leave it as it is
          </Button>
          <Button variant="primary" type="submit" form="user-tier" pending={isPending} pendingLabel="Saving...">
            Save tier
          </Button>
        </>
      }
    >
      <form id="user-tier" noValidate onSubmit={submit} className="grid gap-4">
        {problem !== null && (
          <Notice tone="danger" isUrgent>
            {problem}
          </Notice>
        )}
        <SelectField
          label="Tier"
          name="tier"
          value={tier}
          options={KYC_TIERS.map((one) => ({ value: String(one), label: TIER_NAMES[one] }))}
          onChange={(event) => setTier(KYC_TIERS.find((one) => String(one) === event.target.value) ?? 0)}
        />
        <TextField
          label="Reason"
          name="reason"
          hint="Such as which papers you saw. Administrators read it in the timeline; the owner does not."
          maxLength={250}
          autoComplete="off"
          required
          value={reason}
          error={isMissing ? 'Please give a reason.' : undefined}
          onChange={(event) => {
            setReason(event.target.value);
            setIsMissing(false);
          }}
        />
      </form>
    </Dialog>
  );
}
