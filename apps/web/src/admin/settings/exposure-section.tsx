import { endpoints, type ExposureLimits, newcomersLimit, type SettingView } from '@kobogate/contract';
import { useState } from 'react';
import { focusField } from '../../lib/focus-field.ts';
import { call, isUnreachable } from '../../lib/client.ts';
import { useDraft } from '../../lib/use-draft.ts';
import { SettingsSection } from '../../account/settings/settings-section.tsx';
import { EXPOSURE_PARTS } from './describe-change.ts';
import { NairaField } from './naira-field.tsx';
import { koboOf, typedNaira } from './naira-input.ts';
import { SectionForm } from './section-form.tsx';
import { type Section, useSection } from './use-section.ts';

const { read, saveExposure } = endpoints.settings;

/** How much naira may be locked at rates while coins are awaited. */
export function ExposureSection({ view }: { view: SettingView<ExposureLimits> }) {
  const section = useSection(
    view,
    async (body) => {
      const answer = await call(saveExposure, { body });
      return isUnreachable(answer) ? answer : { message: 'Rate locks saved', view: answer.data };
    },
    { queries: [read.path] },
  );
  return (
    <SettingsSection
      id="exposure"
      title="Rate locks"
      detail="How much naira may be locked at rates for coins that are not there yet: what the market could cost you at most. Orders that are already made keep their terms."
    >
      <ExposureForm key={section.round} section={section} />
    </SettingsSection>
  );
}

const FIELDS = ['user', 'total', 'newcomers'] as const;
type Field = (typeof FIELDS)[number];

function ExposureForm({ section }: { section: Section<ExposureLimits> }) {
  const { value } = section.base;
  const draft = useDraft(`rate locks ${section.base.version}`, {
    user: typedNaira(value.userKobo),
    newcomers: typedNaira(newcomersLimit(value)),
    total: typedNaira(value.totalKobo),
  });
  const { value: typed, setValue: setTyped } = draft;
  const [wrong, setWrong] = useState<Field | null>(null);

  function submit(form: HTMLFormElement): void {
    const missing = FIELDS.find((name) => koboOf(typed[name]) === null) ?? null;
    setWrong(missing);
    const [userKobo, newcomersKobo, totalKobo] = [koboOf(typed.user), koboOf(typed.newcomers), koboOf(typed.total)];
    if (missing !== null) return focusField(form, missing);
    if (userKobo !== null && newcomersKobo !== null && totalKobo !== null) {
      section.save({ userKobo, newcomersKobo, totalKobo });
    }
  }

  const field = (name: Field, label: string) => (
    <NairaField
      label={label}
      name={name}
      value={typed[name]}
      isWrong={wrong === name}
      onChange={(naira) => setTyped({ ...typed, [name]: naira })}
    />
  );
  return (
    <SectionForm section={section} draft={draft} parts={EXPOSURE_PARTS} name="rate locks" onSubmit={submit}>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        {field('user', 'One person locks at most')}
        {field('total', 'All together lock at most')}
        {field('newcomers', 'All newcomers together lock at most')}
      </div>
      <p className="text-sm text-ink-soft">
        A newcomer has never brought a coin that became final. Their own room keeps accounts made to hold rates from
        taking everybody’s.
      </p>
    </SectionForm>
  );
}
