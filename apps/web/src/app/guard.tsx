import { useState, type ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import type { User } from '@kobogate/contract';
import { returnState } from '../lib/return-path.ts';
import { useSession } from '../lib/session-context.ts';
import { ErrorState } from '../ui/states.tsx';
import { Button } from '../ui/button.tsx';
import { WaitOverlay } from '../ui/overlay.tsx';
import { PageTitle } from '../ui/page-title.tsx';

/**
 * Lets only a signed-in person through, and with `needsAdmin` only an administrator: nobody else sees a frame of it.
 * Signed out: to /login, remembering the path unless the person chose to leave. Not an administrator: to the account.
 */
export function Guard({ needsAdmin = false, children }: { needsAdmin?: boolean; children: (user: User) => ReactNode }) {
  const session = useSession();
  const location = useLocation();
  if (!session.isAuthenticated) {
    return <Navigate to="/login" replace state={session.hasLoggedOut ? null : returnState(location)} />;
  }
  if (session.user === null) return session.loading ? <WaitOverlay /> : <ProfileFailed />;
  if (needsAdmin && !session.user.isAdmin) return <Navigate to="/account/dashboard" replace />;
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
