import { type AdminOrder, endpoints, railTitle } from '@kobogate/contract';
import { useState } from 'react';
import { useCall } from '../../lib/queries.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { ReasonField, useReason } from './reason-field.tsx';
import { ChangedNotice, SeenFacts, useSeenOrder } from './seen-order.tsx';

export interface RetryChoice {
  readonly reason: string;
  /** Null: whichever rail can take it. */
  readonly rail: string | null;
  /** The order as the dialog showed it. */
  readonly seen: AdminOrder;
}

/** Asks why a payout is sent again, or goes another way, and by which rail. */
export function RetryDialog({
  order,
  isPending,
  problem,
  onClose,
  onConfirm,
}: {
  order: AdminOrder;
  isPending: boolean;
  problem: string | null;
  onClose: () => void;
  onConfirm: (choice: RetryChoice) => void;
}) {
  const { seen, isStale, look } = useSeenOrder(order);
  const { id, payout, payoutRail: lastRail } = seen;
  const rails = useCall(endpoints.payouts.rails);
  const reason = useReason(`retry ${id}`);
  // It has not left yet: only its rail changes.
  const isQueued = payout === 'queued';
  const [rail, setRail] = useState('');
  return (
    <FormDialog
      title={isQueued ? 'Choose the rail of this payout?' : 'Send this payout again?'}
      description={
        isQueued
          ? 'Nothing of it was sent yet. It leaves by the rail that you choose, once that can take it.'
          : 'First the bank is asked about the last payout. Another one is sent, with a new reference, only if that one was not paid.'
      }
      cancel="Leave it as it is"
      confirm={isStale ? 'Show it as it is now' : isQueued ? 'Choose this rail' : 'Send again'}
      isPending={isPending}
      pendingLabel="Queueing..."
      problem={problem}
      onSubmit={() => {
        if (isStale) return look();
        if (reason.check()) onConfirm({ reason: reason.text, rail: rail === '' ? null : rail, seen });
      }}
      onClose={onClose}
    >
      {isStale && <ChangedNotice seen={seen} row={order} />}
      <SeenFacts order={seen} />
      <SelectField
        label="Rail"
        name="rail"
        value={rail}
        placeholder="The first that can take it"
        options={(rails.data?.data ?? []).map((one) => ({
          value: one.rail,
          label: `${railTitle(one.rail)}${one.rail === lastRail ? ' (as before)' : ''}${one.lowSince === null ? '' : ', little naira left'}`,
        }))}
        hint={rails.isError ? 'The rails could not be loaded. The first that can take it does.' : undefined}
        onChange={(event) => setRail(event.target.value)}
      />
      <ReasonField reason={reason} hint="Administrators read it in the timeline; the customer does not." />
    </FormDialog>
  );
}
