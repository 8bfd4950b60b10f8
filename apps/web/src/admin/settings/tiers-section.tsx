import { endpoints, KYC_TIERS, type SettingView, type Tiers } from '@kobogate/contract';
import { useState } from 'react';
import { focusField } from '../../lib/focus-field.ts';
import { call, isUnreachable } from '../../lib/client.ts';
import { useDraft } from '../../lib/use-draft.ts';
import { SelectField } from '../../ui/select-field.tsx';
import { SettingsSection } from '../../account/settings/settings-section.tsx';
import { TIERS_PARTS } from './describe-change.ts';
import { NairaField } from './naira-field.tsx';
import { SectionForm } from './section-form.tsx';
import { readTiers, TIER_NAMES, tiersForm } from './tiers-rules.ts';
import { type Section, useSection } from './use-section.ts';

const { read, saveTiers } = endpoints.settings;

/** What hangs on how well a customer is known. */
export function TiersSection({ view }: { view: SettingView<Tiers> }) {
  const section = useSection(
    view,
    async (body) => {
      const answer = await call(saveTiers, { body });
      return isUnreachable(answer) ? answer : { message: 'Tiers saved', view: answer.data };
    },
    { queries: [read.path] },
  );
  return (
    <SettingsSection
      id="tiers"
      title="Tiers"
      detail="How well a customer is known is set on their page under Users. Empty fields allow what the limits above do."
    >
      <TiersForm key={section.round} section={section} />
    </SettingsSection>
  );
}

function TiersForm({ section }: { section: Section<Tiers> }) {
  const draft = useDraft(`tiers ${section.base.version}`, tiersForm(section.base.value));
  const { value: form, setValue: setForm } = draft;
  const [wrong, setWrong] = useState<string | null>(null);

  function submit(element: HTMLFormElement): void {
    const answer = readTiers(form);
    if ('tiers' in answer) return section.save(answer.tiers);
    setWrong(answer.field);
    focusField(element, answer.field);
  }

  const field = (tier: number, name: 'maximum' | 'day', label: string) => (
    <NairaField
      label={label}
      name={`${name}.${tier}`}
      value={form.limits[tier]?.[name] ?? ''}
      isWrong={wrong === `${name}.${tier}`}
      onChange={(naira) => {
        const limits = form.limits.map((limit, at) => (at === tier ? { ...limit, [name]: naira } : limit));
        setForm({ ...form, limits });
        setWrong(null);
      }}
    />
  );
  return (
    <SectionForm section={section} draft={draft} parts={TIERS_PARTS} name="tiers" onSubmit={submit}>
      <SelectField
        label="Orders clear automatically from"
        name="automatic"
        value={form.minimumForAutomatic}
        options={KYC_TIERS.map((tier) => ({ value: String(tier), label: TIER_NAMES[tier] }))}
        onChange={(event) =>
          setForm({
            ...form,
            minimumForAutomatic: KYC_TIERS.find((tier) => String(tier) === event.target.value) ?? 0,
          })
        }
      />
      {KYC_TIERS.map((tier) => (
        <fieldset key={tier} className="grid items-start gap-5 sm:grid-cols-2">
          <legend className="mb-2 text-sm font-semibold">{TIER_NAMES[tier]}</legend>
          {field(tier, 'maximum', 'At a time at most')}
          {field(tier, 'day', 'Within 24 hours at most')}
        </fieldset>
      ))}
    </SectionForm>
  );
}
