import type { User } from '@kobogate/contract';
import { Link } from 'react-router';
import { initials } from '../lib/formats.ts';
import { LearnCard } from '../app/learn-card.tsx';
import { NavigationButton, NavigationEntry } from '../app/navigation-entry.tsx';
import { useLogout } from '../app/use-logout.ts';
import {
  ArrowLeftRight,
  Landmark,
  LayoutDashboard,
  Link2,
  LogOut,
  Settings,
  UserPen,
  Wallet,
  type LucideIcon,
} from '../ui/icons.ts';
import { Skeleton } from '../ui/states.tsx';

const ENTRIES: readonly { to: string; label: string; icon: LucideIcon; isNew?: boolean }[] = [
  { to: '/account/dashboard', label: 'Dashboard', icon: LayoutDashboard },
  { to: '/account/convert-to-naira', label: 'Convert to Naira', icon: ArrowLeftRight, isNew: true },
  { to: '/account/profile', label: 'Edit Profile', icon: UserPen },
  { to: '/account/wallets', label: 'Wallet', icon: Wallet },
  { to: '/account/payment-method', label: 'Set Payment Method', icon: Landmark },
  { to: '/account/payment-link', label: 'Generate Payment link', icon: Link2, isNew: true },
  { to: '/account/settings', label: 'Settings', icon: Settings },
];

/**
 * What the sidebar and the drawer hold: every entry, the learning card, the profile card, empty where the user is not
 * known yet, and Logout.
 */
export function AccountNavigation({ user }: { user: User | null }) {
  const logout = useLogout();
  return (
    <div className="flex grow flex-col gap-4 p-3">
      <nav aria-label="Account" className="grid gap-1">
        {ENTRIES.map((entry) => (
          <NavigationEntry key={entry.to} {...entry} />
        ))}
      </nav>
      <div className="mt-auto grid grid-cols-[minmax(0,1fr)] gap-2">
        <LearnCard />
        {user === null ? <Skeleton className="h-14" /> : <ProfileCard user={user} />}
        <NavigationButton icon={LogOut} label="Logout" onClick={() => void logout()} />
      </div>
    </div>
  );
}

function ProfileCard({ user }: { user: User }) {
  return (
    <Link
      to="/account/profile"
      aria-label={`Your profile, ${user.name}`}
      className="flex min-h-14 items-center gap-3 rounded-card px-2.5 py-2 hover:bg-sunk"
    >
      <span
        aria-hidden="true"
        className="grid size-10 shrink-0 place-items-center rounded-full bg-primary text-sm font-semibold text-on-primary"
      >
        {initials(user.name)}
      </span>
      <span className="min-w-0">
        <span className="block truncate font-medium">{user.name}</span>
        <span className="block truncate text-sm text-ink-soft">{user.email}</span>
      </span>
    </Link>
  );
}
