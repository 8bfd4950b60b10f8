import { type AdminRefund, endpoints, isolated } from '@kobogate/contract';
import { useState } from 'react';
import { EmailText } from '../../ui/email-text.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Coin } from '../../ui/money.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Moment } from '../../ui/moment.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { AddressList } from '../../ui/grouped-address.tsx';
import { ListedRefund } from './listed-refund.tsx';
import { netOfFee } from '../../account/refunds/refund-words.ts';
import { useTakesTwo } from '../orders/two-approvals.tsx';
import { useDecisionForm } from '../use-decision-form.ts';
import { PersonLink } from '../users/user-words.tsx';
import { Worth } from './restored-coins.tsx';

const REASON_MISSING = 'Please say why this refund may leave although the sanctions list names it.';

const WORDS = {
  approved: {
    title: 'Approve this refund?',
    description: 'It will be in the next plan of its network. Nothing leaves before that plan is signed.',
    confirm: 'Approve refund',
  },
  first: {
    title: 'Approve this refund?',
    description:
      'A refund of this size needs the approvals of two people. After yours nothing leaves: it waits for another reviewer or administrator.',
    confirm: 'Approve refund',
  },
  second: {
    title: 'Approve this refund?',
    description:
      'Yours is the second approval: it will be in the next plan of its network. Nothing leaves before that plan is signed.',
    confirm: 'Approve refund',
  },
  declined: {
    title: 'Decline this refund?',
    description: 'The coins go back to where they were. Nothing is sent.',
    confirm: 'Decline refund',
  },
  accepted: {
    title: 'Accept this refund?',
    description:
      'It is in a plan, and the sanctions list has named it since, so the treasury stops at it. Once you accept it, hand in the plan’s signed file again.',
    confirm: 'Accept refund',
  },
} as const;

export interface RefundDecision {
  readonly refund: AdminRefund;
  readonly status: 'approved' | 'declined';
}

/**
 * Shows the whole address and its amount, and asks for confirmation; a decline has a reason for the customer, an
 * approval despite the sanctions list an internal one.
 */
export function DecisionDialog({
  decision: { refund: now, status },
  onClose,
}: {
  decision: RefundDecision;
  onClose: () => void;
}) {
  // It stays as it was when the dialog opened: an administrator decides on what they have read.
  const [refund, setRefund] = useState(now);
  const isStale = refund.version !== now.version;
  const isApproval = status === 'approved';
  const isInPlan = refund.status === 'planned' || refund.status === 'sent';
  const isSecond = isApproval && refund.firstApproval !== null;
  const isFirst = useTakesTwo(refund.nairaKobo) && isApproval && !isSecond;
  const words = isInPlan ? WORDS.accepted : isSecond ? WORDS.second : isFirst ? WORDS.first : WORDS[status];
  const isListed = refund.listed.isAddress || refund.listed.senders.length > 0;
  const form = useDecisionForm(endpoints.refunds.decide, {
    draft: `${status} ${refund.id}`,
    initial: { reason: '' },
    needed: isApproval && isListed ? { reason: REASON_MISSING } : {},
    instead: isStale ? () => setRefund(now) : null,
    params: { id: refund.id },
    body: ({ reason }) => ({ status, reason: reason.trim() || null, version: refund.version }),
    onDone: onClose,
    failed: 'Nothing was decided. Please try again.',
  });
  return (
    <FormDialog
      form={form}
      returnTo={form.returnTo}
      title={words.title}
      description={words.description}
      cancel="Leave it waiting"
      confirm={isStale ? 'Show it as it is now' : words.confirm}
      isDangerous={!isApproval && !isStale}
      startsAtConfirm={isApproval && !isListed && !isStale}
      onClose={onClose}
    >
      {isStale && (
        <Notice tone="warning" isUrgent>
          This refund has changed since you opened it. Nothing was decided.
        </Notice>
      )}
      <div className="rounded-card bg-sunk p-4 text-[15px]">
        <p>
          <PersonLink id={refund.userId} name={refund.customerName} inSentence inNewTab /> gets{' '}
          <Coin
            amount={netOfFee(refund.amount, refund.fee) ?? '0'}
            currency={refund.currency}
            className="font-semibold"
          />{' '}
          on {refund.networkName} at
        </p>
        <AddressList addresses={[refund.address]} />
        <p className="text-sm text-ink-soft">
          Asked by <EmailText address={refund.customerEmail} />. The network’s fee of{' '}
          <Coin amount={refund.fee} currency={refund.currency} /> is taken off.
        </p>
        <Worth kobo={refund.nairaKobo} className="text-[15px] font-medium" />
        {refund.firstApproval !== null && (
          <p className="text-sm text-ink-soft">
            First approved by {isolated(refund.firstApproval.by)}, <Moment at={refund.firstApproval.at} />
          </p>
        )}
      </div>
      <ListedRefund refund={refund} />
      {(!isApproval || isListed) && (
        <TextField
          {...form.field('reason')}
          label={isApproval ? 'Why it may leave' : 'Reason (optional)'}
          hint={isApproval ? 'Kept with your decision. Only the team reads this.' : 'The customer reads this.'}
          maxLength={300}
          autoComplete="off"
        />
      )}
    </FormDialog>
  );
}
