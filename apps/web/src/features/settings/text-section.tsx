import { endpoints, NOTIFICATION_EVENTS, type NotificationChoices } from '@kobogate/contract';
import { useCall } from '../../lib/queries.ts';
import { Notice } from '../../ui/notice.tsx';
import { SwitchRow } from '../../ui/switch.tsx';
import { EVENT_WORDS } from './notification-changes.ts';
import { SettingsSection } from './settings-section.tsx';
import { useNotificationChoices } from './use-notification-choices.ts';

const { getTextChoices, saveTextChoices } = endpoints.notifications;

/** Which events come as a text message too; nothing at all where the operator has no provider of them. */
export function TextSection() {
  const choices = useCall(getTextChoices);
  const stored = choices.data?.data ?? null;
  if (stored === null) return null;
  return (
    <SettingsSection
      id="texts"
      title="Text messages"
      detail="Short news by SMS to the phone number in your profile, twenty a day at most. They never ask for a code or a password."
    >
      <Choices stored={stored} />
    </SettingsSection>
  );
}

function Choices({ stored }: { stored: NotificationChoices }) {
  const { shown, problem, choose } = useNotificationChoices(stored, { get: getTextChoices, save: saveTextChoices });
  return (
    <>
      <fieldset className="-mt-3.5 divide-y divide-hairline">
        <legend className="sr-only">Text messages about</legend>
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
    </>
  );
}
