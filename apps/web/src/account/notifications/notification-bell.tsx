import { endpoints } from '@kobogate/contract';
import { Link } from 'react-router';
import { useCall } from '../../lib/queries.ts';
import { Bell } from '../../ui/icons.ts';

/** Links to the notifications, with a dot where there are any; screen readers hear how many, also when one arrives. */
export function NotificationBell() {
  const count = useCall(endpoints.notifications.list).data?.data.length ?? 0;
  const words = `${count} ${count === 1 ? 'notification' : 'notifications'}`;
  return (
    <>
      <Link
        to="/account/notifications"
        aria-label={count === 0 ? 'Notifications' : `Notifications, ${count}`}
        className="relative grid size-11 place-items-center rounded-card text-ink-soft hover:bg-sunk hover:text-ink"
      >
        <Bell className="size-5" aria-hidden="true" />
        {count > 0 && (
          <span
            aria-hidden="true"
            className="absolute top-2 right-2 size-2.5 rounded-full border-2 border-paper bg-copper"
          />
        )}
      </Link>
      <output className="sr-only">{count === 0 ? '' : words}</output>
    </>
  );
}
