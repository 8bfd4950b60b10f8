import { useEffect } from 'react';
import { noteLogout } from '../lib/last-logout.ts';
import { useSession } from '../lib/session-context.ts';

/** Logs out, upon which the guard leads to /login; that page says so where the server could not be told. */
export function useLogout(): () => Promise<void> {
  const { logout } = useSession();

  // Also shown where there is no network.
  useEffect(() => {
    import('../sign-in/leave-app.tsx').catch(() => undefined);
  }, []);
  return async () => noteLogout(logout());
}
