import { endpoints, type SettingView, type Switches } from '@kobogate/contract';
import { call, isUnreachable } from '../../lib/client.ts';
import { useDraft } from '../../lib/use-draft.ts';
import { SwitchRow } from '../../ui/switch.tsx';
import { SettingsSection } from '../../account/settings/settings-section.tsx';
import { SWITCHES_PARTS } from './describe-change.ts';
import { SectionForm } from './section-form.tsx';
import { type Section, useSection } from './use-section.ts';

const { brand, read, saveSwitches } = endpoints.settings;

/** Which parts of the product are on. */
export function SwitchesSection({ view }: { view: SettingView<Switches> }) {
  const section = useSection(
    view,
    async (body) => {
      const answer = await call(saveSwitches, { body });
      return isUnreachable(answer) ? answer : { message: 'Switches saved', view: answer.data };
    },
    { queries: [read.path, brand.path] },
  );
  return (
    <SettingsSection
      id="switches"
      title="Switches"
      detail="Parts of the product that you offer. A part that is off reads Coming Soon."
    >
      <SwitchesForm key={section.round} section={section} />
    </SettingsSection>
  );
}

function SwitchesForm({ section }: { section: Section<Switches> }) {
  const draft = useDraft(`switches ${section.base.version}`, section.base.value);
  const { value: switches, setValue: setSwitches } = draft;
  return (
    <SectionForm
      section={section}
      draft={draft}
      parts={SWITCHES_PARTS}
      name="switches"
      onSubmit={() => section.save(switches)}
    >
      <div className="-my-3.5 divide-y divide-hairline">
        <SwitchRow
          label="Account settings"
          detail="Password, two-factor, sessions and notification choices of every account."
          isOn={switches.accountSettings}
          onChange={(accountSettings) => setSwitches({ ...switches, accountSettings })}
        />
        <SwitchRow
          label="Payment links"
          detail="Customers make links that others pay by. Off: no new ones; those that are active can still be paid."
          isOn={switches.paymentLinks}
          onChange={(paymentLinks) => setSwitches({ ...switches, paymentLinks })}
        />
      </div>
    </SectionForm>
  );
}
