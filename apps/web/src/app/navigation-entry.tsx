import { NavLink } from 'react-router';
import { classes } from '../ui/classes.ts';
import type { LucideIcon } from '../ui/icons.ts';
import { Badge } from '../ui/status.tsx';

const MOST_SHOWN = 999;
const SHAPE =
  'flex min-h-11 w-full items-center gap-2.5 rounded-card px-3 py-2 text-left text-[15px] transition-colors duration-150';

/**
 * One page in a shell's navigation; the current one is marked by weight and background, and as current to screen
 * readers.
 */
export function NavigationEntry({
  to,
  label,
  icon: Icon,
  isNew = false,
  count = 0,
}: {
  to: string;
  label: string;
  icon: LucideIcon;
  isNew?: boolean;
  /** How much waits there; nothing is shown for none. */
  count?: number;
}) {
  return (
    <NavLink
      to={to}
      className={({ isActive }) =>
        classes(
          SHAPE,
          isActive ? 'bg-primary-soft font-semibold text-primary-text' : 'text-ink-soft hover:bg-sunk hover:text-ink',
        )
      }
    >
      <Icon className="size-5 shrink-0" aria-hidden="true" />
      <span className="grow tracking-[-0.01em]">{label}</span>
      {count > 0 && (
        <Badge tone="warning">
          <span className="figures">{count > MOST_SHOWN ? `${MOST_SHOWN}+` : count}</span>
          <span className="sr-only"> waiting</span>
        </Badge>
      )}
      {isNew && <Badge tone="waiting">New</Badge>}
    </NavLink>
  );
}

/** An action among the pages, such as Logout. */
export function NavigationButton({
  label,
  icon: Icon,
  onClick,
}: {
  label: string;
  icon: LucideIcon;
  onClick: () => void;
}) {
  return (
    <button type="button" onClick={onClick} className={classes(SHAPE, 'text-ink-soft hover:bg-sunk hover:text-ink')}>
      <Icon className="size-5 shrink-0" aria-hidden="true" />
      {label}
    </button>
  );
}
