import { endpoints, type NotificationChoices } from '@kobogate/contract';
import { useCall } from '../../lib/queries.ts';
import { ShieldCheck } from '../../ui/icons.ts';
import { SkeletonRows } from '../../ui/states.tsx';
import { ChoicesNotLoaded } from './choices-not-loaded.tsx';
import { EventSwitches } from './event-switches.tsx';
import { SettingsSection } from './settings-section.tsx';

const { getChoices, saveChoices } = endpoints.notifications;

/** Which events are mailed, and which mails always go. */
export function NotificationSection() {
  return (
    <SettingsSection
      id="notifications"
      title="Mails about your money"
      detail="Notifications in the app show everything. Choose what comes by mail too."
    >
      <Loaded />
    </SettingsSection>
  );
}

function Loaded() {
  const choices = useCall(getChoices);
  if (choices.isPending) return <SkeletonRows label="Loading your choices" rows={5} className="h-14" />;
  if (choices.data === undefined) return <ChoicesNotLoaded answer={choices} />;
  return <Choices stored={choices.data.data} />;
}

function Choices({ stored }: { stored: NotificationChoices }) {
  return (
    <>
      <EventSwitches legend="Mails about" stored={stored} calls={{ get: getChoices, save: saveChoices }} />
      <p className="mt-3 flex gap-3 rounded-card bg-sunk p-4 text-sm text-ink-soft">
        <ShieldCheck className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
        <span>
          <strong className="font-semibold text-ink">Always on:</strong> mails about your password, your payout account,
          your refund addresses and the ways you sign in. They protect your money, so they can’t be turned off.
        </span>
      </p>
    </>
  );
}
