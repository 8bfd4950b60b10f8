import { endpoints, KYC_TIERS, type UserDetail } from '@kobogate/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { call, isUnreachable, messageFor } from '../../lib/client.ts';
import { callKey } from '../../lib/queries.ts';
import { useSession } from '../../lib/session-context.ts';
import { usePending } from '../../lib/use-pending.ts';
import { Button } from '../../ui/button.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { ReasonField, useReason } from '../orders/reason-field.tsx';
import { TIER_NAMES } from '../settings/tiers-rules.ts';

/** The button that sets how well somebody is known, with a dialog that asks why. */
export function TierAction({ user }: { user: UserDetail }) {
  const { user: self } = useSession();
  const [isOpen, setIsOpen] = useState(false);
  if (self?.id === user.id) return null;
  return (
    <>
      <Button variant="secondary" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
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
  const reason = useReason('tier');
  const [problem, setProblem] = useState<string | null>(null);

  async function save(): Promise<void> {
    setProblem(null);
    try {
      const params = { id: user.id };
      const answer = await call(endpoints.adminUsers.setTier, { params, body: { tier, reason: reason.text } });
      if (isUnreachable(answer)) return setProblem(answer);
      queryClient.setQueryData(callKey(endpoints.adminUsers.get, { params }), { data: answer.data });
      toast.success(answer.message);
      onClose();
      void queryClient.invalidateQueries();
    } catch (failure) {
      setProblem(messageFor(failure, 'The tier was not changed. Please try again.'));
    }
  }

  return (
    <FormDialog
      title="Which tier is this person?"
      description="The tier decides what they may convert, and whether their orders clear by themselves. It holds from their next order on."
      cancel="Leave it as it is"
      confirm="Save tier"
      isPending={isPending}
      problem={problem}
      onSubmit={() => {
        if (reason.check()) void run(save);
      }}
      onClose={onClose}
    >
      <SelectField
        label="Tier"
        name="tier"
        value={tier}
        options={KYC_TIERS.map((one) => ({ value: String(one), label: TIER_NAMES[one] }))}
        onChange={(event) => setTier(KYC_TIERS.find((one) => String(one) === event.target.value) ?? 0)}
      />
      <ReasonField
        reason={reason}
        hint="Such as which papers you saw. Administrators read it in the timeline; the owner does not."
        maxLength={250}
      />
    </FormDialog>
  );
}
