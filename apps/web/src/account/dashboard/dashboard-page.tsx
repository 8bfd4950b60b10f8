import { endpoints, isolated } from '@kobogate/contract';
import { messageFor } from '../../lib/client.ts';
import { useCall } from '../../lib/queries.ts';
import { useSession } from '../../lib/session-context.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card, PageHeading } from '../../ui/card.tsx';
import { Loading } from '../../ui/loading.tsx';
import { NextStep } from '../../ui/next-step.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import { ActionCards } from './action-cards.tsx';
import { AssetSplit } from './asset-split.tsx';
import { type DashboardFigures, figuresOf } from './figures.ts';
import { GrowthChart } from './growth-chart.tsx';
import { Metrics } from './metrics.tsx';
import { RecentTransactions } from './recent-transactions.tsx';

const CHARTS = 'grid gap-4 xl:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)]';

/** The first page after signing in: greets by first name, shows the account's figures and the next steps. */
export function Component() {
  const { user } = useSession();
  const dashboard = useCall(endpoints.dashboard.read);
  return (
    <>
      <PageTitle>Dashboard</PageTitle>
      <PageHeading
        title={user === null || user.first_name === '' ? 'Welcome' : `Welcome, ${isolated(user.first_name)}`}
        detail="How your account is doing, and what you can do next."
      />
      <div className="grid gap-4">
        {user?.first_name === '' && <NamelessNotice />}
        {dashboard.isPending && (
          <>
            <Loading label="Loading your figures">
              <Skeleton className="h-60 sm:h-36" />
            </Loading>
            <ActionCards />
            <LoadingBelow />
          </>
        )}
        {dashboard.data === undefined && dashboard.isError && (
          <>
            <Card>
              <ErrorState
                message={messageFor(dashboard.error, 'Your figures could not be loaded.')}
                onRetry={() => void dashboard.refetch()}
                isRetrying={dashboard.isFetching}
              >
                Your money is safe where it is.
              </ErrorState>
            </Card>
            <ActionCards />
          </>
        )}
        {dashboard.data !== undefined && <Figures figures={figuresOf(dashboard.data.data)} />}
      </div>
    </>
  );
}

// An account whose address was verified by a link has no name: a name typed at sign-up may have been an attacker's.
function NamelessNotice() {
  return (
    <Notice tone="warning" title="Your account has no name yet">
      <p>Please add your name and phone number: receipts and payments carry them.</p>
      <div className="mt-3">
        <ButtonLink to="/account/profile" variant="secondary">
          Add them
        </ButtonLink>
      </div>
    </Notice>
  );
}

function Figures({ figures }: { figures: DashboardFigures }) {
  return (
    <>
      {figures.isSample && (
        <Notice tone="neutral" title="These are sample figures, not yours">
          They show what this page looks like. With your first transaction every figure here is your own.
        </Notice>
      )}
      <Metrics figures={figures} />
      <ActionCards />
      <NextStep isBelow fallback={<LoadingBelow />}>
        <div className={CHARTS}>
          <GrowthChart figures={figures} />
          <AssetSplit figures={figures} />
        </div>
        <RecentTransactions recent={figures.recent} />
      </NextStep>
    </>
  );
}

function LoadingBelow() {
  return (
    <>
      <span className={CHARTS}>
        <Skeleton className="h-96" />
        <Skeleton className="h-80 xl:h-96" />
      </span>
      <Skeleton className="h-96" />
    </>
  );
}
