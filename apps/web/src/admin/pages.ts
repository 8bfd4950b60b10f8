import { type Endpoint, endpoints } from '@kobogate/contract';
import {
  ChartColumn,
  Coins,
  FileClock,
  History,
  IdCard,
  LayoutDashboard,
  type LucideIcon,
  Scale,
  Settings,
  Undo2,
  Users,
  Vault,
  Waypoints,
} from '../ui/icons.ts';

interface AdminPage {
  readonly to: string;
  readonly label: string;
  readonly icon: LucideIcon;
  /** The call that the page is about: a role that may not make it is not offered the page. */
  readonly call: Pick<Endpoint, 'roles'>;
}

/** The pages of the sidebar, in its order. */
export const ADMIN_PAGES: readonly AdminPage[] = [
  {
    to: '/admin/dashboard',
    label: 'Dashboard and Orders',
    icon: LayoutDashboard,
    call: endpoints.adminOrders.list,
  },
  { to: '/admin/users', label: 'Users', icon: Users, call: endpoints.adminUsers.list },
  { to: '/admin/products', label: 'Products', icon: Coins, call: endpoints.products.list },
  { to: '/admin/refunds', label: 'Refunds', icon: Undo2, call: endpoints.refunds.listForAdmin },
  { to: '/admin/treasury', label: 'Treasury', icon: Vault, call: endpoints.treasury.read },
  { to: '/admin/reports', label: 'Reports', icon: ChartColumn, call: endpoints.reports.read },
  { to: '/admin/reconciliation', label: 'Reconciliation', icon: Scale, call: endpoints.reconciliations.list },
  { to: '/admin/recovery', label: 'Recovery', icon: History, call: endpoints.recovery.read },
  { to: '/admin/networks', label: 'Networks', icon: Waypoints, call: endpoints.admin.networks },
  { to: '/admin/team', label: 'Team', icon: IdCard, call: endpoints.team.list },
  { to: '/admin/audit', label: 'Audit', icon: FileClock, call: endpoints.audit.list },
  { to: '/admin/settings', label: 'Settings', icon: Settings, call: endpoints.settings.saveBrand },
];

/** The page of the sidebar that an address belongs to. Pure. */
export const pageAt = (path: string): AdminPage | undefined =>
  ADMIN_PAGES.find(({ to }) => path === to || path.startsWith(`${to}/`));
