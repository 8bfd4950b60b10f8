import { endpoints } from '@kobogate/contract';
import { useState } from 'react';
import { messageFor } from '../../lib/client.ts';
import { useCall } from '../../lib/queries.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardHeading, LIST_CARD, PageHeading } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { ForRole } from '../for-role.tsx';
import { Invitations } from './invitations.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { TEAM_COLUMNS } from './team-columns.tsx';

/** The operator's team: who has which role, and who is invited. */
export function Component() {
  const [isInviting, setIsInviting] = useState(false);
  return (
    <>
      <PageTitle>Team</PageTitle>
      <PageHeading
        title="Team"
        detail="Everyone who works here, with what their role may do. A role is changed on the person’s page."
        action={
          <ForRole call={endpoints.team.invite} otherwise={null}>
            <Button aria-haspopup="dialog" onClick={() => setIsInviting(true)}>
              Invite a colleague
            </Button>
          </ForRole>
        }
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <ForRole call={endpoints.team.invitations} otherwise={null}>
          <Invitations />
        </ForRole>
        <Card aria-label="People" className={LIST_CARD}>
          <CardHeading title="People" />
          <People />
        </Card>
      </div>
      {isInviting && <InviteDialog onClose={() => setIsInviting(false)} />}
    </>
  );
}

function People() {
  const answer = useCall(endpoints.team.list);
  if (answer.isPending) return <SkeletonRows label="Loading the team" rows={4} />;
  if (answer.data === undefined) {
    return (
      <ErrorState
        message={messageFor(answer.error, 'The team could not be loaded.')}
        onRetry={() => void answer.refetch()}
        isRetrying={answer.isFetching}
      />
    );
  }
  return <DataTable caption="People" columns={TEAM_COLUMNS} rows={answer.data.data} rowKey={({ id }) => id} />;
}
