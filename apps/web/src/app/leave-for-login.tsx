import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { lastLogout } from '../lib/last-logout.ts';
import { loginAddress } from '../lib/return-path.ts';
import { WaitOverlay } from '../ui/overlay.tsx';

/** A server that takes longer than this to say that the session has ended is not waited for: the call goes on by itself. */
const LOGOUT_MS = 1000;

/**
 * Fetches the login, a document of its own, in the place of this page; `from` is where the person was going. Without a
 * network nothing can be fetched: then a page of the app says so at /login, after a logout also what became of the session.
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
