import { endpoints, TEXTS, type Notification } from '@kobogate/contract';
import { messageFor } from '../../lib/client.ts';
import { useCall } from '../../lib/queries.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card, PageHeading } from '../../ui/card.tsx';
import { Bell } from '../../ui/icons.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { ClearButton } from './clear-button.tsx';
import { NotificationList } from './notification-list.tsx';

/** What happened to the user's money, newest first; kept fresh by the server's events. */
export function Component() {
  const list = useCall(endpoints.notifications.list);
  const notifications = list.data?.data ?? [];
  return (
    <div className="max-w-3xl">
      <PageTitle>Notifications</PageTitle>
      <PageHeading
        title="Notifications"
        detail="What happened to your money, newest first."
        // Also while they load: a page that usually has some must not move.
        action={
          list.isPending || notifications.length > 0 ? (
            <ClearButton count={notifications.length} isDisabled={list.isPending} />
          ) : undefined
        }
      />
      <Card>
        {list.isPending && <SkeletonRows label="Loading your notifications" className="h-36 sm:h-24" />}
        {list.isError && list.data === undefined && (
          <ErrorState
            message={messageFor(list.error, 'Your notifications could not be loaded.')}
            onRetry={() => void list.refetch()}
            isRetrying={list.isFetching}
          >
            Your money is safe where it is.
          </ErrorState>
        )}
        {list.data !== undefined && <Loaded notifications={notifications} />}
      </Card>
    </div>
  );
}

function Loaded({ notifications }: { notifications: readonly Notification[] }) {
  if (notifications.length > 0) return <NotificationList notifications={notifications} />;
  return (
    <EmptyState
      icon={Bell}
      title={TEXTS.noNotifications}
      action={
        <ButtonLink variant="secondary" to="/account/convert-to-naira">
          Convert to Naira
        </ButtonLink>
      }
    >
      Each deposit, review and payout appears here as it happens.
    </EmptyState>
  );
}
