import type { Notification } from '@kobogate/contract';
import { Link } from 'react-router';
import { classes } from '../../ui/classes.ts';
import { Banknote, Info } from '../../ui/icons.ts';
import { Moment } from '../../ui/moment.tsx';

const TYPES = {
  payment: { word: 'Payment', icon: Banknote, style: 'bg-primary-soft text-primary-text' },
  update: { word: 'Update', icon: Info, style: 'bg-copper-soft text-copper-text' },
} as const;

/** Notifications one below the other; icon and word show the type. */
export function NotificationList({ notifications }: { notifications: readonly Notification[] }) {
  return (
    <ul aria-label="Notifications" className="-my-4 divide-y divide-hairline">
      {notifications.map((notification) => (
        <Entry key={notification.id} notification={notification} />
      ))}
    </ul>
  );
}

function Entry({ notification }: { notification: Notification }) {
  const { word, icon: Icon, style } = TYPES[notification.type];
  return (
    <li className="flex gap-4 py-4">
      <span className={classes('grid size-10 shrink-0 place-items-center rounded-full', style)}>
        <Icon className="size-5" aria-hidden="true" />
      </span>
      <div className="min-w-0">
        <p className="text-sm font-semibold text-ink-soft">
          {word} from <bdi>{notification.senderName}</bdi>
        </p>
        <p className="mt-0.5 wrap-anywhere">{notification.message}</p>
        <p className="mt-1 text-sm text-ink-soft">
          <Moment at={notification.time} />
        </p>
        {notification.page !== null && (
          <Link
            to={notification.page}
            className="-mb-3 inline-flex min-h-11 items-center rounded-card text-[15px] font-medium text-primary-text"
          >
            {notification.page.startsWith('/account/receipts/') ? 'Open the receipt' : 'See the details'}
            <span className="sr-only">: {notification.message}</span>
          </Link>
        )}
      </div>
    </li>
  );
}
