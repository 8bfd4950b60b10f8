import { endpoints } from '@kobogate/contract';
import { useCall } from '../../lib/queries.ts';
import { ChoicesNotLoaded } from './choices-not-loaded.tsx';
import { EventSwitches } from './event-switches.tsx';
import { SettingsSection } from './settings-section.tsx';

const { getTextChoices, saveTextChoices } = endpoints.notifications;

/** Which events come as a text message too; hidden where the operator has no SMS provider. */
export function TextSection() {
  const choices = useCall(getTextChoices);
  const stored = choices.data?.data ?? null;
  const hasFailed = choices.isError && choices.data === undefined;
  if (stored === null && !hasFailed) return null;
  return (
    <SettingsSection
      id="texts"
      title="Text messages"
      detail="Short news by SMS to the phone number in your profile, twenty a day at most. They never ask for a code or a password."
    >
      {stored === null ? (
        <ChoicesNotLoaded answer={choices} />
      ) : (
        <EventSwitches
          legend="Text messages about"
          stored={stored}
          calls={{ get: getTextChoices, save: saveTextChoices }}
        />
      )}
    </SettingsSection>
  );
}
