import { useEffect } from 'react';
import { noteLogout } from '../lib/last-logout.ts';
import { useSession } from '../lib/session-context.ts';

/** Logs out, upon which the guard leads to /login; there it is said where the server could not be told. */
export function useLogout(): () => Promise<void> {
  const { logout } = useSession();

  // Whoever leaves without a network is told so all the same.
  useEffect(() => {
    import('../sign-in/leave-app.tsx').catch(() => undefined);
  }, []);
  return async () => noteLogout(logout());
}
