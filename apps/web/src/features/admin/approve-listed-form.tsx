import type { Ref } from 'react';
import { useSession } from '../../lib/session-context.ts';
import { needsReason } from './listed-senders.tsx';
import type { AdminRow } from './local-decisions.ts';
import { ReasonField, useReason } from './reason-field.tsx';
import type { AdminOrders } from './use-admin-orders.ts';

/** Asks why an order is approved although the sanctions list names a sender of its coins; sending it approves the order. */
export function ApproveListedForm({
  row,
  orders,
  ref,
}: {
  row: AdminRow;
  orders: AdminOrders;
  ref: Ref<HTMLFormElement>;
}) {
  const { user: self } = useSession();
  const reason = useReason(`approve ${row.id}`);
  const hasApproved = row.firstApproval !== null && row.firstApproval.adminId === self?.id;
  if (!needsReason(row) || row.decision !== null || hasApproved) return null;
  return (
    <form
      ref={ref}
      noValidate
      aria-label="Approve the order all the same"
      onSubmit={(event) => {
        event.preventDefault();
        // The field may be out of sight, where whoever approves has read on.
        if (!reason.check()) return event.currentTarget.querySelector('input')?.focus();
        orders.decide(row, { verdict: 'approved', reason: reason.text, code: 'other' });
      }}
    >
      <ReasonField
        reason={reason}
        label="To approve it, say why it may be paid all the same"
        hint="Kept with your decision. Only administrators read this."
      />
    </form>
  );
}
