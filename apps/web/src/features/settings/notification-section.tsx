import { endpoints, NOTIFICATION_EVENTS, type NotificationChoices } from '@kobogate/contract';
import { ShieldCheck } from 'lucide-react';
import { messageFor } from '../../lib/client.ts';
import { useCall } from '../../lib/queries.ts';
import { Notice } from '../../ui/notice.tsx';
import { ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { SwitchRow } from '../../ui/switch.tsx';
import { EVENT_WORDS } from './notification-changes.ts';
import { SettingsSection } from './settings-section.tsx';
import { useNotificationChoices } from './use-notification-choices.ts';

/** Which events are mailed, and which mails always go. */
export function NotificationSection() {
  return (
    <SettingsSection
      id="notifications"
      title="Mails about your money"
      detail="Everything is told under Notifications in the app. Choose what comes by mail too."
    >
      <Loaded />
    </SettingsSection>
  );
}

function Loaded() {
  const choices = useCall(endpoints.notifications.getChoices);
  if (choices.isPending) return <SkeletonRows label="Loading your choices" rows={5} className="h-14" />;
  if (choices.data === undefined) {
    return (
      <ErrorState
        message={messageFor(choices.error, 'Your choices could not be loaded.')}
        onRetry={() => void choices.refetch()}
        isRetrying={choices.isFetching}
      >
        They hold as you left them.
      </ErrorState>
    );
  }
  return <Choices stored={choices.data.data} />;
}

function Choices({ stored }: { stored: NotificationChoices }) {
  const { shown, problem, choose } = useNotificationChoices(stored);
  return (
    <>
      <fieldset className="-mt-3.5 divide-y divide-hairline">
        <legend className="sr-only">Mails about</legend>
        {NOTIFICATION_EVENTS.map((event) => (
          <SwitchRow
            key={event}
            {...EVENT_WORDS[event]}
            isOn={shown[event]}
            onChange={(isOn) => choose({ event, isOn })}
          />
        ))}
      </fieldset>
      {problem !== null && (
        <Notice
          tone="danger"
          isUrgent
          title={`${EVENT_WORDS[problem.event].label}: the change was not confirmed, so the switch is back.`}
        >
          {problem.text}
        </Notice>
      )}
      <p className="mt-3 flex gap-3 rounded-card bg-sunk p-4 text-sm text-ink-soft">
        <ShieldCheck className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
        <span>
          <strong className="font-semibold text-ink">Always on:</strong> mails about your password, your payout account,
          your refund addresses and the ways you sign in. They protect your money, so they can't be turned off.
        </span>
      </p>
    </>
  );
}
