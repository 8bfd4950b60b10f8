import { type AdminRefund, endpoints } from '@kobogate/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { toast } from 'react-hot-toast/headless';
import { call, isUnreachable, messageFor } from '../../lib/client.ts';
import { usePending } from '../../lib/use-pending.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Coin } from '../../ui/money.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { netOfFee } from '../refunds/refund-words.ts';

export interface RefundDecision {
  readonly refund: AdminRefund;
  readonly status: 'approved' | 'declined';
}

/** Shows the whole address and what it gets, and asks once more; a decline takes a reason that the customer reads. */
export function DecisionDialog({
  decision: { refund, status },
  onClose,
}: {
  decision: RefundDecision;
  onClose: () => void;
}) {
  const queryClient = useQueryClient();
  const { isPending, run } = usePending();
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const isApproval = status === 'approved';

  async function save(): Promise<void> {
    try {
      const given = reason.trim() === '' ? null : reason.trim();
      const answer = await call(endpoints.refunds.decide, {
        params: { id: refund.id },
        body: { status, reason: given },
      });
      if (isUnreachable(answer)) return setProblem(answer);
      toast.success(answer.message);
      onClose();
    } catch (failure) {
      setProblem(messageFor(failure, 'Nothing was decided. Please try again.'));
    }
    void queryClient.invalidateQueries();
  }

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    setProblem(null);
    void run(save);
  }

  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen && !isPending) onClose();
      }}
      title={isApproval ? 'Approve this refund?' : 'Decline this refund?'}
      description={
        isApproval
          ? 'It is in the next plan of its network. Nothing leaves before that plan was signed.'
          : 'The coins go back to where they lay. Nothing is sent.'
      }
      footer={
        <>
          <Button variant="secondary" disabled={isPending} onClick={onClose}>
            Leave it waiting
          </Button>
          <Button
            type="submit"
            form="refund-decision"
            variant={isApproval ? 'primary' : 'danger'}
            pending={isPending}
            pendingLabel="Saving..."
          >
            {isApproval ? 'Approve refund' : 'Decline refund'}
          </Button>
        </>
      }
    >
      <form id="refund-decision" noValidate onSubmit={submit} className="grid gap-4">
        <div className="rounded-card bg-sunk p-4 text-[15px]">
          <p>
            {refund.customerName} gets{' '}
            <Coin
              amount={netOfFee(refund.amount, refund.fee) ?? '0'}
              currency={refund.currency}
              className="font-semibold"
            />{' '}
            on {refund.networkName} at
          </p>
          <code className="mt-2 block font-mono text-sm wrap-anywhere">{refund.address}</code>
        </div>
        {!isApproval && (
          <TextField
            label="Reason (optional)"
            hint="The customer reads this."
            maxLength={300}
            autoComplete="off"
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        )}
        {problem !== null && (
          <Notice tone="danger" isUrgent>
            {problem}
          </Notice>
        )}
      </form>
    </Dialog>
  );
}
