import { type AdminOrder, endpoints, railTitle } from '@kobogate/contract';
import { useCall } from '../../lib/queries.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { ReasonField } from './reason-field.tsx';
import { REASON_NEEDED } from './reason-needed.ts';
import { ListedSenders } from './listed-senders.tsx';
import { ChangedNotice, FormerPayee, SeenFacts, useSeenOrder } from './seen-order.tsx';
import { useDecisionForm } from '../use-decision-form.ts';

const RETRY_FAILED = 'The payout was not queued again. The money is safe where it is; please try again.';

/** Asks why a payout is sent again, or by another rail, and by which one. */
export default function RetryDialog({ order, onClose }: { order: AdminOrder; onClose: () => void }) {
  const { seen, isStale, look } = useSeenOrder(order);
  const { id, version, payout, payoutRail: lastRail } = seen;
  const rails = useCall(endpoints.payouts.rails);
  // It has not left yet: only its rail changes.
  const isQueued = payout === 'queued';
  const form = useDecisionForm(endpoints.adminOrders.retryPayout, {
    draft: `retry ${id}`,
    initial: { rail: '', reason: '' },
    needed: REASON_NEEDED,
    instead: isStale ? look : null,
    params: { id },
    body: ({ rail, reason }) => ({ version, reason: reason.trim(), ...(rail === '' ? {} : { rail }) }),
    onDone: onClose,
    failed: RETRY_FAILED,
  });
  return (
    <FormDialog
      form={form}
      returnTo={form.returnTo}
      title={isQueued ? 'Choose the rail of this payout?' : 'Send this payout again?'}
      description={
        isQueued
          ? 'Nothing has been sent yet. It leaves by the rail that you choose, once that rail can take it.'
          : 'First the bank is asked about the last payout. Another one is sent, with a new reference, only if that one was not paid.'
      }
      cancel="Leave it as it is"
      confirm={isStale ? 'Show it as it is now' : isQueued ? 'Choose this rail' : 'Send again'}
      pendingLabel="Queueing..."
      onClose={onClose}
    >
      {isStale && <ChangedNotice seen={seen} row={order} />}
      <FormerPayee order={seen} />
      <SeenFacts order={seen} />
      <ListedSenders order={seen} />
      <SelectField
        {...form.field('rail')}
        label="Rail"
        placeholder="The first that can take it"
        options={(rails.data?.data ?? []).map((one) => ({
          value: one.rail,
          label: `${railTitle(one.rail)}${one.rail === lastRail ? ' (as before)' : ''}${one.lowSince === null ? '' : ', little naira left'}`,
        }))}
        hint={rails.isError ? 'The rails could not be loaded. The first that can take it is used.' : undefined}
      />
      <ReasonField form={form} hint="Administrators read it in the timeline; the customer does not." />
    </FormDialog>
  );
}
