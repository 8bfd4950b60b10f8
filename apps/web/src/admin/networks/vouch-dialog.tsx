import { endpoints, isolated } from '@kobogate/contract';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TransactionLink } from '../../ui/transaction-link.tsx';
import { CoinsWithAddress, EvidenceField } from '../refunds/restored-coins.tsx';
import type { WaitingDeposit } from './network-words.ts';
import { useDecisionForm } from '../use-decision-form.ts';

/** Asks how an administrator knows that a deposit is on the chain, and has it credited. */
export function VouchDialog({ deposit, onClose }: { deposit: WaitingDeposit; onClose: () => void }) {
  const form = useDecisionForm(endpoints.admin.vouch, {
    draft: `vouch ${deposit.id}`,
    initial: { reason: '' },
    needed: { reason: 'Please say how you have checked it' },
    params: { id: deposit.id },
    body: ({ reason }) => ({ reason: reason.trim() }),
    onDone: onClose,
    failed: 'We do not know whether this was recorded. Press again: it is credited only once.',
  });
  return (
    <FormDialog
      form={form}
      returnTo={form.returnTo}
      title="Is this payment on the chain?"
      description="Look the transaction up at an explorer that is not one of your providers: it must be there, to this address, with this amount. The customer is then credited, which can’t be undone here."
      cancel="Let it wait"
      confirm="Vouch and credit"
      pendingLabel="Recording..."
      onClose={onClose}
    >
      <CoinsWithAddress coins={deposit} joint="to" />
      <p>
        <span className="block text-sm text-ink-soft">Transaction</span>
        <TransactionLink network={deposit.network} transaction={deposit.transaction} isWhole />
      </p>
      {deposit.contradiction !== null && (
        <Notice tone="warning" title="The providers do not agree">
          {deposit.readBy ?? 'One provider'} reported the amount above. {deposit.contradiction} Vouch only for what an
          explorer shows: otherwise repair the provider that is wrong, or add another.
        </Notice>
      )}
      {deposit.firstVoucher !== null && (
        <Notice tone="brand" title={`${isolated(deposit.firstVoucher)} vouched for it`}>
          Its value takes two people. It is credited once another reviewer or administrator vouches for it too.
        </Notice>
      )}
      <EvidenceField field={form.field('reason')} />
    </FormDialog>
  );
}
