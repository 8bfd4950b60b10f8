import { endpoints, mayCall } from '@kobogate/contract';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, useState } from 'react';
import { useLocation } from 'react-router';
import { useLiveUpdates } from '../lib/live.ts';
import { useCall } from '../lib/queries.ts';
import { useSession } from '../lib/session-context.ts';
import { countAt } from './overview/work-words.ts';
import { FenceBanner } from './fence-banner.tsx';
import { ADMIN_PAGES } from './pages.ts';
import { refreshCalmly } from './refresh-calmly.ts';
import { Guard } from '../app/guard.tsx';
import { NavigationButton, NavigationEntry } from '../app/navigation-entry.tsx';
import { ProofGate } from '../app/proof-gate.tsx';
import { Shell } from '../app/shell.tsx';
import { useLogout } from '../app/use-logout.ts';
import { BackLink } from '../ui/back-link.tsx';
import { LogOut } from '../ui/icons.ts';

function AdminNavigation() {
  const logout = useLogout();
  const work = useCall(endpoints.admin.work).data?.data ?? [];
  const { role } = useSession().user ?? {};
  return (
    <div className="flex grow flex-col gap-4 p-3">
      <nav aria-label="Administration" className="grid gap-1">
        {ADMIN_PAGES.filter(({ call }) => mayCall(role, call)).map(({ to, label, icon }) => (
          <NavigationEntry key={to} to={to} label={label} icon={icon} count={countAt(work, to)} />
        ))}
      </nav>
      <div className="mt-auto">
        <NavigationButton icon={LogOut} label="Logout" onClick={() => void logout()} />
      </div>
    </div>
  );
}

const AdminPalette = lazy(() => import('./admin-palette.tsx'));

/** The area of the operator's team: guarded by role, inside its own sidebar, which shows what the role may open. */
export function Component() {
  const { token } = useSession();
  const queryClient = useQueryClient();
  const [onTold] = useState(() => refreshCalmly(queryClient));
  useLiveUpdates(token, onTold);
  return (
    <Guard isForStaff>
      {() => (
        <>
          <Shell
            home="/admin/dashboard"
            navigation={<AdminNavigation />}
            notice={
              <>
                <QueueReturn />
                <FenceBanner />
              </>
            }
            palette={AdminPalette}
            isDense
          />
          <ProofGate />
        </>
      )}
    </Guard>
  );
}

/** The way back to the place in the queue from which the page was opened, while that page is open. */
function QueueReturn() {
  const { pathname, search, state } = useLocation();
  const from: unknown = typeof state === 'object' && state !== null && 'queue' in state ? state.queue : null;
  const [opened, setOpened] = useState<{ readonly pathname: string; readonly queue: string } | null>(null);
  if (typeof from === 'string' && (opened?.queue !== from || opened.pathname !== pathname)) {
    setOpened({ pathname, queue: from });
  }
  const isQueue = pathname === '/admin/dashboard' && new URLSearchParams(search).get('tab') !== 'orders';
  if (opened === null || opened.pathname !== pathname || isQueue) return null;
  return <BackLink to={opened.queue}>Back to the queue</BackLink>;
}
