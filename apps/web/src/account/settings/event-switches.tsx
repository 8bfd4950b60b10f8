import { NOTIFICATION_EVENTS, type NotificationChoices } from '@kobogate/contract';
import { Notice } from '../../ui/notice.tsx';
import { SwitchRow } from '../../ui/switch.tsx';
import { EVENT_WORDS } from './notification-changes.ts';
import { type ChoiceCalls, useNotificationChoices } from './use-notification-choices.ts';

/** A switch for each event; a change that was not confirmed is switched back, with a message. */
export function EventSwitches({
  legend,
  stored,
  calls,
}: {
  legend: string;
  stored: NotificationChoices;
  calls: ChoiceCalls;
}) {
  const { shown, problem, choose } = useNotificationChoices(stored, calls);
  return (
    <>
      <fieldset className="-mt-3.5 divide-y divide-hairline">
        <legend className="sr-only">{legend}</legend>
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
          title={`${EVENT_WORDS[problem.event].label}: the change was not confirmed, so the switch is back where it was.`}
        >
          {problem.text}
        </Notice>
      )}
    </>
  );
}
