import { lazy, Suspense, useMemo, useState, type ReactNode } from 'react';
import { Navigate, Outlet, useLocation, useMatches } from 'react-router';
import type { User } from '@kobogate/contract';
import { returnState } from '../lib/return-path.ts';
import { LeaveForLogin } from './leave-for-login.tsx';
import { useSession } from '../lib/session-context.ts';
import { ErrorState } from '../ui/states.tsx';
import { Button } from '../ui/button.tsx';
import { WaitOverlay } from '../ui/overlay.tsx';
import { PageTitle } from '../ui/page-title.tsx';

/** The `handle` of the route for addresses without a page. */
export const NO_SUCH_PAGE = 'no such page';

// Rarely needed: once for each administrator.
const SetUpPage = lazy(() => import('../sign-in/set-up-page.tsx'));

/**
 * Lets only a signed-in user through, and with `isForStaff` only a person of the team: others see no frame of it.
 * Signed out: to /login, remembering the path unless the user logged out; where the path has no page
 * (`NO_SUCH_PAGE`), that is said at once. Not of the team: to the account.
 * A person of the team who has to set up a second factor does that first, and then continues to the page.
 */
export function Guard({ isForStaff = false, children }: { isForStaff?: boolean; children: (user: User) => ReactNode }) {
  const session = useSession();
  const location = useLocation();
  const leadsNowhere = useMatches().some(({ handle }) => handle === NO_SUCH_PAGE);
  // The same object for as long as the location is the same: a new one on each render would restart the navigation to
  // the login each time, without an end.
  const from = useMemo(() => returnState(location), [location]);
  if (!session.isAuthenticated) {
    if (leadsNowhere) return <Outlet />;
    return <LeaveForLogin from={session.hasLoggedOut ? null : from} />;
  }
  if (session.user === null) return session.loading ? <WaitOverlay /> : <ProfileFailed />;
  if (isForStaff && session.user.role === undefined) return <Navigate to="/account/dashboard" replace />;
  if (session.user.mustSetUpTwoFactor === true) {
    return (
      <Suspense fallback={<WaitOverlay />}>
        <SetUpPage />
      </Suspense>
    );
  }
  return children(session.user);
}

function ProfileFailed() {
  const { error, refreshUser, logout } = useSession();
  const [isRetrying, setIsRetrying] = useState(false);

  async function retry(): Promise<void> {
    setIsRetrying(true);
    // The failure is in the session's error, which this page shows.
    await refreshUser().catch(() => undefined);
    setIsRetrying(false);
  }

  return (
    <main className="grid min-h-dvh place-content-center bg-paper">
      <PageTitle>Your account</PageTitle>
      <h1 className="sr-only">Your account</h1>
      <ErrorState message={error ?? ''} onRetry={() => void retry()} isRetrying={isRetrying}>
        You are still signed in, and your money is safe where it is.
      </ErrorState>
      <Button variant="quiet" className="justify-self-center" onClick={() => void logout()}>
        Logout
      </Button>
    </main>
  );
}
