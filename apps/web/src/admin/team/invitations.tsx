import { endpoints, type Invitation } from '@kobogate/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageFor } from '../../lib/client.ts';
import { callKey, useCall } from '../../lib/queries.ts';
import { useContractForm } from '../../lib/use-contract-form.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardHeading, LIST_CARD } from '../../ui/card.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { EmailText } from '../../ui/email-text.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Moment } from '../../ui/moment.tsx';
import { ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { Status } from '../../ui/status.tsx';
import { ROLE_NAMES } from '../users/role-words.ts';

type Act = 'send' | 'withdraw';
interface Chosen {
  readonly act: Act;
  readonly invitation: Invitation;
}

const columns = (choose: (chosen: Chosen) => void): Column<Invitation>[] => [
  {
    id: 'email',
    title: 'Invited',
    place: 'title',
    cell: ({ email, role }) => (
      <>
        <span className="block font-medium">
          <EmailText address={email} />
        </span>
        <span className="block text-sm text-ink-soft">{ROLE_NAMES[role]}</span>
      </>
    ),
  },
  { id: 'state', title: 'State', place: 'aside', cell: (invitation) => <LinkState invitation={invitation} /> },
  {
    id: 'by',
    title: 'By',
    place: 'note',
    cell: ({ by, invitedAt }) => (
      <span className="text-sm">
        <bdi>{by}</bdi>, <Moment at={invitedAt} />
      </span>
    ),
  },
  {
    id: 'action',
    title: 'Options',
    place: 'action',
    cell: (invitation) => (
      <div className="flex gap-1 whitespace-nowrap @max-3xl:flex-wrap">
        <Button
          variant="secondary"
          aria-haspopup="dialog"
          aria-label={`Send the invitation of ${invitation.email} again`}
          onClick={() => choose({ act: 'send', invitation })}
        >
          Send again
        </Button>
        <Button
          variant="quiet"
          aria-haspopup="dialog"
          aria-label={`Withdraw the invitation of ${invitation.email}`}
          onClick={() => choose({ act: 'withdraw', invitation })}
        >
          Withdraw
        </Button>
      </div>
    ),
  },
];

function LinkState({ invitation: { expiresAt, isExpired } }: { invitation: Invitation }) {
  if (expiresAt === null) return <Status tone="waiting">About to be mailed</Status>;
  if (isExpired) return <Status tone="warning">The link has ended</Status>;
  return (
    <>
      <Status tone="waiting">Waits</Status>
      <span className="mt-1 block text-sm text-ink-soft">
        until <Moment at={expiresAt} />
      </span>
    </>
  );
}

/** The invitations that wait; nothing is shown where there are none. */
export function Invitations() {
  const answer = useCall(endpoints.team.invitations);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const invitations = answer.data?.data;
  if (invitations?.length === 0 && chosen === null) return null;
  return (
    <Card aria-label="Invitations" className={LIST_CARD}>
      <CardHeading title="Invitations" detail="Neither accepted nor withdrawn yet." />
      {answer.isPending && <SkeletonRows label="Loading the invitations" rows={1} />}
      {invitations === undefined && answer.isError && (
        <ErrorState
          message={messageFor(answer.error, 'The invitations could not be loaded.')}
          onRetry={() => void answer.refetch()}
          isRetrying={answer.isFetching}
        />
      )}
      {invitations !== undefined && (
        <DataTable caption="Invitations" columns={columns(setChosen)} rows={invitations} rowKey={({ id }) => id} />
      )}
      {chosen !== null && <ActDialog {...chosen} onClose={() => setChosen(null)} />}
    </Card>
  );
}

const WORDS = {
  send: {
    call: endpoints.team.sendAgain,
    title: 'Send the invitation again?',
    description: 'A new link is mailed, and the one before stops working.',
    confirm: 'Send again',
    pendingLabel: 'Sending...',
    failed: 'The invitation was not sent. Please try again.',
  },
  withdraw: {
    call: endpoints.team.withdraw,
    title: 'Withdraw the invitation?',
    description: 'Its link stops working at once.',
    confirm: 'Withdraw',
    pendingLabel: 'Withdrawing...',
    failed: 'The invitation was not withdrawn. Please try again.',
  },
} as const;

function ActDialog({ act, invitation: { id, email }, onClose }: Chosen & { onClose: () => void }) {
  const queries = useQueryClient();
  const { call, failed, ...words } = WORDS[act];
  const form = useContractForm(call, {
    initial: {},
    params: { id },
    onDone: () => {
      void queries.invalidateQueries({ queryKey: callKey(endpoints.team.invitations) });
      onClose();
    },
    failed,
  });
  return (
    <FormDialog form={form} {...words} isDangerous={act === 'withdraw'} startsAtConfirm onClose={onClose}>
      <p className="font-medium">
        <EmailText address={email} />
      </p>
    </FormDialog>
  );
}
