import {
  ChartColumn,
  Coins,
  FileClock,
  History,
  LayoutDashboard,
  LogOut,
  Scale,
  Settings,
  Undo2,
  Users,
  Waypoints,
} from 'lucide-react';
import { endpoints } from '@kobogate/contract';
import { useLiveUpdates } from '../lib/live.ts';
import { useCall } from '../lib/queries.ts';
import { useSession } from '../lib/session-context.ts';
import { countAt } from './overview/work-words.ts';
import { FenceBanner } from './fence-banner.tsx';
import { Guard } from '../app/guard.tsx';
import { NavigationButton, NavigationEntry } from '../app/navigation-entry.tsx';
import { Shell } from '../app/shell.tsx';
import { useLogout } from '../app/use-logout.ts';

function AdminNavigation() {
  const logout = useLogout();
  const work = useCall(endpoints.admin.work).data?.data ?? [];
  const waitingAt = (page: string) => ({ to: page, count: countAt(work, page) });
  return (
    <div className="flex grow flex-col gap-4 p-3">
      <nav aria-label="Administration" className="grid gap-1">
        <NavigationEntry {...waitingAt('/admin/dashboard')} label="Dashboard and Orders" icon={LayoutDashboard} />
        <NavigationEntry to="/admin/users" label="Users" icon={Users} />
        <NavigationEntry to="/admin/products" label="Products" icon={Coins} />
        <NavigationEntry {...waitingAt('/admin/refunds')} label="Refunds" icon={Undo2} />
        <NavigationEntry to="/admin/reports" label="Reports" icon={ChartColumn} />
        <NavigationEntry {...waitingAt('/admin/reconciliation')} label="Reconciliation" icon={Scale} />
        <NavigationEntry {...waitingAt('/admin/recovery')} label="Recovery" icon={History} />
        <NavigationEntry {...waitingAt('/admin/networks')} label="Networks" icon={Waypoints} />
        <NavigationEntry to="/admin/audit" label="Audit" icon={FileClock} />
        <NavigationEntry to="/admin/settings" label="Settings" icon={Settings} />
      </nav>
      <div className="mt-auto">
        <NavigationButton icon={LogOut} label="Logout" onClick={() => void logout()} />
      </div>
    </div>
  );
}

/** The administrators' area: guarded by role, inside its own sidebar. */
export function Component() {
  const { token } = useSession();
  useLiveUpdates(token);
  return (
    <Guard needsAdmin>
      {() => <Shell home="/admin/dashboard" navigation={<AdminNavigation />} notice={<FenceBanner />} />}
    </Guard>
  );
}
