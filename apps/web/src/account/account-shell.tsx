import { lazy } from 'react';
import { NotificationBell } from './notifications/notification-bell.tsx';
import { useLiveUpdates } from '../lib/live.ts';
import { useSession } from '../lib/session-context.ts';
import { AccountNavigation } from './account-navigation.tsx';
import { Guard } from '../app/guard.tsx';
import { Shell } from '../app/shell.tsx';

const AccountPalette = lazy(() => import('./account-palette.tsx'));

/** The signed-in account: guarded, kept fresh by the server's events, inside its sidebar. */
export function Component() {
  const { token } = useSession();
  useLiveUpdates(token);
  return (
    <Guard>
      {(user) => (
        <Shell
          home="/account/dashboard"
          navigation={<AccountNavigation user={user} />}
          tools={<NotificationBell />}
          palette={AccountPalette}
        />
      )}
    </Guard>
  );
}
