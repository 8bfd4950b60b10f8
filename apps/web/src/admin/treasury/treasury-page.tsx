import type { AnswerOf, endpoints } from '@kobogate/contract';
import { messageFor } from '../../lib/client.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardHeading, LIST_CARD, PageHeading } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Vault } from '../../ui/icons.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { HandInAnswers, HandInButton, useHandIn } from './hand-in.tsx';
import { NetworksCard } from './networks-card.tsx';
import { PLAN_COLUMNS } from './plan-columns.tsx';
import { TasksCard } from './tasks-card.tsx';
import { usePlanFile } from './use-plan-file.ts';
import { useTreasury } from './use-treasury.ts';

/** The operator's coins and the plans that move them: made here, signed offline, handed in and followed here. */
export function Component() {
  return (
    <>
      <PageTitle>Treasury</PageTitle>
      <PageHeading
        title="Treasury"
        detail="Plans move coins to your treasury and pay refunds. Only your offline key tool can sign them: the keys of your coins are not on this server."
      />
      <Content />
    </>
  );
}

function Content() {
  const found = useTreasury();
  if (found.isPending) return <SkeletonRows label="Loading the treasury" rows={4} />;
  if (found.data === undefined) {
    return (
      <Card>
        <ErrorState
          message={messageFor(found.error, 'The treasury could not be loaded.')}
          onRetry={() => void found.refetch()}
          isRetrying={found.isFetching}
        >
          Plans that were handed in are sent all the same.
        </ErrorState>
      </Card>
    );
  }
  return <Loaded treasury={found.data.data} />;
}

type Treasury = AnswerOf<typeof endpoints.treasury.read>['data'];

function Loaded({ treasury: { networks, plans, tasks } }: { treasury: Treasury }) {
  const toSign = plans.filter(({ stage }) => stage === 'to-sign').length;
  return (
    <div className="grid gap-4 max-md:gap-10">
      <SignCard toSign={toSign} />
      <Card aria-label="Plans" className={LIST_CARD}>
        <CardHeading title="Plans" detail="Open ones first. Coins and refunds of an open plan are in no other." />
        {plans.length === 0 ? (
          <EmptyState icon={Vault} title="No plans yet">
            Choose a network below to have one made.
          </EmptyState>
        ) : (
          <DataTable caption="Plans" columns={PLAN_COLUMNS} rows={plans} rowKey={({ id }) => id} />
        )}
      </Card>
      <NetworksCard networks={networks} tasks={tasks} />
      <TasksCard tasks={tasks} />
    </div>
  );
}

/** The way over the offline machine: one file for all plans, signed in one session. */
function SignCard({ toSign }: { toSign: number }) {
  const file = usePlanFile();
  const handIn = useHandIn();
  return (
    <Card aria-label="Signing">
      <CardHeading
        title={toSign === 0 ? 'There is nothing to sign' : `${toSign} plan${toSign === 1 ? '' : 's'} to sign`}
        detail={
          toSign === 0 ? (
            'A signed file can be handed in at any time: the same one twice changes nothing.'
          ) : (
            <>
              Carry the file to your offline machine, sign all of it in one session, and hand in the file that ends in
              .signed: <code className="font-mono wrap-anywhere">npm run keys -- sign kobogate-plans.json</code>
            </>
          )
        }
      />
      <div className="flex flex-wrap gap-3">
        {toSign > 0 && (
          <Button pending={file.isPending} pendingLabel="Making the file..." onClick={() => file.save(null)}>
            Download {toSign === 1 ? 'the plan' : `all ${toSign} plans`}
          </Button>
        )}
        <HandInButton handIn={handIn} />
        <HandInAnswers handIn={handIn} />
      </div>
    </Card>
  );
}
