import { Bell } from 'lucide-react';
import { Link } from 'react-router';
import { useLiveUpdates } from '../lib/live.ts';
import { useSession } from '../lib/session-context.ts';
import { AccountNavigation } from './account-navigation.tsx';
import { Guard } from './guard.tsx';
import { Shell } from './shell.tsx';

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
          tools={
            <Link
              to="/account/notifications"
              aria-label="Notifications"
              className="grid size-11 place-items-center rounded-card text-ink-soft hover:bg-sunk hover:text-ink"
            >
              <Bell className="size-5" aria-hidden="true" />
            </Link>
          }
        />
      )}
    </Guard>
  );
}
