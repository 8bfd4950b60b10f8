import { endpoints, type UserDetail } from '@kobogate/contract';
import { useQueryClient } from '@tanstack/react-query';
import { messageFor } from '../../lib/client.ts';
import { dateText } from '../../lib/formats.ts';
import { callKey, useCall } from '../../lib/queries.ts';
import { useContractForm } from '../../lib/use-contract-form.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { ReasonField } from '../orders/reason-field.tsx';
import { REASON_NEEDED } from '../orders/reason-needed.ts';

/** Closes a user's account with a reason; says what stands in the way, and what is erased and kept until when. */
export function CloseUserDialog({ user, onClose }: { user: UserDetail; onClose: () => void }) {
  const queryClient = useQueryClient();
  const params = { id: user.id };
  const answer = useCall(endpoints.closing.ofUser, { params });
  const closing = answer.data?.data;
  const form = useContractForm(endpoints.closing.closeUser, {
    draft: 'closing',
    initial: { reason: '' },
    needed: REASON_NEEDED,
    params,
    body: ({ reason }) => ({ reason: reason.trim() }),
    done: 'Account closed',
    onDone: () => {
      void queryClient.invalidateQueries({ queryKey: callKey(endpoints.adminUsers.get, { params }) });
      onClose();
    },
    failed: 'The account was not closed. Please try again.',
  });
  return (
    <FormDialog
      form={form}
      title="Close this account?"
      description="The owner is signed out and can’t log in; links, API keys and webhooks end. They get a mail. Coins that still arrive wait for a decision."
      cancel="Leave it as it is"
      confirm="Close account"
      pendingLabel="Closing..."
      isDangerous
      onClose={onClose}
    >
      {answer.isPending && <SkeletonRows label="Loading whether it can be closed" rows={1} className="h-16" />}
      {closing === undefined && answer.isError && (
        <ErrorState
          message={messageFor(answer.error, 'Whether it can be closed could not be loaded.')}
          onRetry={() => void answer.refetch()}
          isRetrying={answer.isFetching}
        >
          Nothing has changed.
        </ErrorState>
      )}
      {closing !== undefined && closing.hindrances.length > 0 && (
        <Notice tone="warning" title="It can’t be closed yet.">
          <ul className="list-disc pl-5">
            {closing.hindrances.map((hindrance) => (
              <li key={hindrance}>{hindrance}</li>
            ))}
          </ul>
        </Notice>
      )}
      {closing !== undefined && (
        <p className="text-sm text-ink-soft">
          {closing.left !== null &&
            `${closing.left} is too little to be converted or sent back: it is given up with the account, and stays in the books. `}
          Personal data is erased from {dateText(closing.eraseFrom)} on.{' '}
          {closing.booksUntil === null
            ? 'There are no records of orders to keep.'
            : `The records of their orders are kept until ${dateText(closing.booksUntil)}.`}
        </p>
      )}
      <ReasonField form={form} hint="Administrators see it in the timeline; the owner does not." />
    </FormDialog>
  );
}
