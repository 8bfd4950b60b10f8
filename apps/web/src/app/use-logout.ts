import { useEffect } from 'react';
import { toast } from 'react-hot-toast/headless';
import { useNavigate } from 'react-router';
import { useSession } from '../lib/session-context.ts';

/** Logs out and goes to /login at once; says so where the server could not be told. */
export function useLogout(): () => Promise<void> {
  const { logout } = useSession();
  const navigate = useNavigate();

  // Whoever leaves without a network still arrives there.
  useEffect(() => {
    import('../sign-in/login-page.tsx').catch(() => undefined);
  }, []);
  return async () => {
    const ended = logout();
    await navigate('/login', { replace: true });
    if (await ended) return;
    toast.error('You are logged out on this device, but the server could not be reached to end the session there.');
  };
}
