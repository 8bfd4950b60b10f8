import { type Dashboard, endpoints, isolated } from '@kobogate/contract';
import { lazy, Suspense } from 'react';
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
import { figuresOf } from './figures.ts';
import { Metrics } from './metrics.tsx';

// After the first paint: a first visit does not carry the weight of pictures and tables.
const Below = lazy(() => import('./below.tsx').then(({ Below: part }) => ({ default: part })));
const FirstStepsCard = lazy(() =>
  import('./first-steps-card.tsx').then(({ FirstStepsCard: part }) => ({ default: part })),
);
const BalancesCard = lazy(() => import('./balances-card.tsx').then(({ BalancesCard: part }) => ({ default: part })));

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
              <Skeleton className="h-36" />
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
        {dashboard.data !== undefined && <Figures dashboard={dashboard.data.data} />}
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

function Figures({ dashboard }: { dashboard: Dashboard }) {
  const figures = figuresOf(dashboard);
  return (
    <>
      <Suspense fallback={<Skeleton className="h-36" />}>
        {dashboard.transactions === 0 ? <FirstStepsCard dashboard={dashboard} /> : <BalancesCard />}
      </Suspense>
      <ActionCards />
      {figures.isSample && (
        <Notice tone="neutral" title="These are sample figures, not yours">
          They show what this page looks like. With your first transaction every figure here is your own.
        </Notice>
      )}
      <Metrics figures={figures} />
      <NextStep isBelow fallback={<LoadingBelow />}>
        <Suspense fallback={<LoadingBelow />}>
          <Below figures={figures} />
        </Suspense>
      </NextStep>
    </>
  );
}

function LoadingBelow() {
  return (
    <>
      <span className="grid gap-4 xl:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)]">
        <Skeleton className="h-96" />
        <Skeleton className="h-80 xl:h-96" />
      </span>
      <Skeleton className="h-96" />
    </>
  );
}
