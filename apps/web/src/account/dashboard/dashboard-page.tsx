import { endpoints, isolated } from '@kobogate/contract';
import { lazy, Suspense, useEffect } from 'react';
import { messageFor } from '../../lib/client.ts';
import { useCall } from '../../lib/queries.ts';
import { useSession } from '../../lib/session-context.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card, PageHeading } from '../../ui/card.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import { ActionCards } from './action-cards.tsx';
import { LoadingBelow } from './loading-below.tsx';

const loadFigures = () => import('./account-figures.tsx').then(({ AccountFigures: part }) => ({ default: part }));
const AccountFigures = lazy(loadFigures);

/** The first page after signing in: greets by first name, shows the account's figures and the next steps. */
export function Component() {
  const { user } = useSession();
  const dashboard = useCall(endpoints.dashboard.read);
  // Loaded while the figures are asked for: a first visit does not wait for their pictures.
  useEffect(() => {
    loadFigures().catch(() => undefined);
  }, []);
  return (
    <>
      <PageTitle>Dashboard</PageTitle>
      <PageHeading
        title={user === null || user.first_name === '' ? 'Welcome' : `Welcome, ${isolated(user.first_name)}`}
        detail="How your account is doing, and what you can do next."
      />
      <div className="grid gap-4">
        {user?.first_name === '' && <NamelessNotice />}
        {dashboard.isPending && <LoadingFigures />}
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
        {dashboard.data !== undefined && (
          <Suspense fallback={<LoadingFigures />}>
            <AccountFigures dashboard={dashboard.data.data} />
          </Suspense>
        )}
      </div>
    </>
  );
}

// An account whose address was verified by a link has no name: a name typed at sign-up may have been an attacker's.
function NamelessNotice() {
  return (
    <Notice tone="warning" title="Your account has no name yet">
      <p>Please add your name and phone number: they appear on receipts and payments.</p>
      <div className="mt-3">
        <ButtonLink to="/account/profile" variant="secondary">
          Add them
        </ButtonLink>
      </div>
    </Notice>
  );
}

function LoadingFigures() {
  return (
    <>
      <Loading label="Loading your figures">
        <Skeleton className="h-36" />
      </Loading>
      <ActionCards />
      <LoadingBelow />
    </>
  );
}
