import { endpoints, isolated, type UnclaimedItem } from '@kobogate/contract';
import { call } from '../../lib/client.ts';
import { useAct } from '../../lib/use-act.ts';
import { useDraft } from '../../lib/use-draft.ts';
import { DraftNotice } from '../../ui/draft-notice.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { CoinsWithAddress, CustomerField } from './restored-coins.tsx';

/** Asks whose coins these are and how that is known, and credits them. */
export function CreditUnclaimedDialog({ item, onClose }: { item: UnclaimedItem; onClose: () => void }) {
  const { isPending, problem, setProblem, act } = useAct(
    'We do not know whether this was credited. Press again: it is credited once.',
    onClose,
  );
  const draft = useDraft(`unclaimed ${item.id}`, { email: '', reason: '' });
  const { email, reason } = draft.value;

  const save = (): void =>
    act(() =>
      call(endpoints.suspense.creditUnclaimed, {
        params: { id: item.id },
        body: { email: email.trim(), reason: reason.trim() },
      }),
    );

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
        save();
      }}
      onClose={onClose}
    >
      <CoinsWithAddress coins={item} joint="at" />
      {item.firstApproval !== null && (
        <Notice tone="brand" title={`${isolated(item.firstApproval.by)} named ${item.firstApproval.customerEmail}`}>
          “<bdi>{item.firstApproval.reason}</bdi>” They are credited once you name the same customer.
        </Notice>
      )}
      <DraftNotice draft={draft} />
      <CustomerField value={email} onChange={(typed) => draft.setValue({ email: typed, reason })} />
      <TextField
        label="How do you know?"
        hint="Kept with your decision. Only administrators read this."
        maxLength={300}
        autoComplete="off"
        value={reason}
        onChange={(event) => draft.setValue({ email, reason: event.target.value })}
      />
    </FormDialog>
  );
}
