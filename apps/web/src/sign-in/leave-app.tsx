import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { loginAddress } from '../lib/return-path.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { WaitOverlay } from '../ui/overlay.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { ThemeSwitch } from '../ui/theme-switch.tsx';
import { AuthFrame } from './auth-frame.tsx';

/**
 * The app's page at the addresses of the sign-in pages, which are documents of the server: loads the requested one.
 * Where that failed (`trouble`) it says so, and loads it as soon as there is a network.
 */
export function Component() {
  const { pathname, search, state } = useLocation();
  const trouble = troubleOf(state);
  const path = pathname.toLowerCase().replace(/\/+$/, '');
  const address = path === '/login' && search === '' ? loginAddress(state) : path + search;

  useEffect(() => {
    const go = (): void => window.location.replace(address);
    if (trouble === null) go();
    window.addEventListener('online', go);
    return () => window.removeEventListener('online', go);
  }, [address, trouble]);

  if (trouble === null) return <WaitOverlay />;
  return (
    <AuthFrame themeButton={<ThemeSwitch />} title={trouble === 'not-told' ? 'You are logged out' : 'No network'}>
      <PageTitle>Log in</PageTitle>
      <div className="grid gap-5">
        <Notice tone="warning" isUrgent>
          {trouble === 'not-told'
            ? 'You are logged out on this device, but the server could not be reached to end the session there.'
            : 'The login page loads as soon as the network is back.'}
        </Notice>
        <Button size="large" onClick={() => window.location.replace(address)}>
          Login
        </Button>
      </div>
    </AuthFrame>
  );
}

function troubleOf(state: unknown): 'offline' | 'not-told' | null {
  if (typeof state !== 'object' || state === null || !('trouble' in state)) return null;
  return state.trouble === 'offline' || state.trouble === 'not-told' ? state.trouble : null;
}
