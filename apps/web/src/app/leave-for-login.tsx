import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { lastLogout } from '../lib/last-logout.ts';
import { loginAddress } from '../lib/return-path.ts';
import { WaitOverlay } from '../ui/overlay.tsx';

/** The logout does not wait longer than this for the server; the call continues in the background. */
const LOGOUT_MS = 1000;

/**
 * Loads the login, a document of its own, in place of this page; `from` is where the user was going. Without a
 * network it can't be loaded: then a page of the app says so at /login, after a logout also whether the server was
 * told.
 */
export function LeaveForLogin({ from }: { from: { from: string } | null }) {
  const navigate = useNavigate();
  useEffect(() => {
    let isOver = false;
    const leave = async (): Promise<void> => {
      const isTold = await isLogoutTold();
      if (isOver) return;
      if (isTold && navigator.onLine) window.location.replace(loginAddress(from));
      else await navigate('/login', { replace: true, state: { ...from, trouble: isTold ? 'offline' : 'not-told' } });
    };
    void leave();
    return () => {
      isOver = true;
    };
  }, [from, navigate]);
  return <WaitOverlay />;
}

function isLogoutTold(): Promise<boolean> {
  const late = new Promise<boolean>((resolve) => {
    setTimeout(() => resolve(true), LOGOUT_MS);
  });
  return Promise.race([lastLogout(), late]);
}
