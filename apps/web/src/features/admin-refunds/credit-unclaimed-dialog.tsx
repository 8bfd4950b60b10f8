import { endpoints, type UnclaimedItem } from '@kobogate/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { call, isUnreachable, messageFor } from '../../lib/client.ts';
import { useDraft } from '../../lib/use-draft.ts';
import { usePending } from '../../lib/use-pending.ts';
import { DraftNotice } from '../../ui/draft-notice.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { AddressList } from '../../ui/grouped-address.tsx';
import { Coin } from '../../ui/money.tsx';
import { TextField } from '../../ui/text-field.tsx';

/** Asks whose coins these are and how that is known, and credits them. */
export function CreditUnclaimedDialog({ item, onClose }: { item: UnclaimedItem; onClose: () => void }) {
  const queryClient = useQueryClient();
  const { isPending, run } = usePending();
  const draft = useDraft(`unclaimed ${item.id}`, { email: '', reason: '' });
  const { email, reason } = draft.value;
  const [problem, setProblem] = useState<string | null>(null);

  async function save(): Promise<void> {
    try {
      const answer = await call(endpoints.suspense.creditUnclaimed, {
        params: { id: item.id },
        body: { email: email.trim(), reason: reason.trim() },
      });
      if (isUnreachable(answer)) return setProblem(answer);
      toast.success(answer.message);
      onClose();
    } catch (failure) {
      setProblem(messageFor(failure, 'We do not know whether this was credited. Press again: it is credited once.'));
    }
    void queryClient.invalidateQueries();
  }

  return (
    <FormDialog
      title="Whose coins are these?"
      description="They become this customer’s deposit, and everything goes on as if they had just arrived. This can’t be undone here."
      cancel="Leave them"
      confirm="Credit them"
      isPending={isPending}
      pendingLabel="Crediting..."
      problem={problem}
      onSubmit={() => {
        if (email.trim() === '') return setProblem('Please give the customer’s e-mail address');
        if (reason.trim() === '') return setProblem('Please say how you know whose they are');
        setProblem(null);
        void run(save);
      }}
      onClose={onClose}
    >
      <div className="rounded-card bg-sunk p-4 text-[15px]">
        <p>
          <Coin amount={item.amount} currency={item.currency} className="font-semibold" /> on {item.networkName} at
        </p>
        <AddressList addresses={[item.address]} />
      </div>
      <DraftNotice draft={draft} />
      <TextField
        label="Customer’s e-mail address"
        type="email"
        inputMode="email"
        maxLength={254}
        autoComplete="off"
        value={email}
        onChange={(event) => draft.setValue({ email: event.target.value, reason })}
      />
      <TextField
        label="How you know that"
        hint="Kept with your decision. Only administrators read this."
        maxLength={300}
        autoComplete="off"
        value={reason}
        onChange={(event) => draft.setValue({ email, reason: event.target.value })}
      />
    </FormDialog>
  );
}
