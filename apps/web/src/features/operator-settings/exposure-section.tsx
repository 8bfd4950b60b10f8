import { endpoints, type ExposureLimits, type SettingView } from '@kobogate/contract';
import { useState } from 'react';
import { focusField } from '../../lib/focus-field.ts';
import { call, isUnreachable } from '../../lib/client.ts';
import { useDraft } from '../../lib/use-draft.ts';
import { SettingsSection } from '../settings/settings-section.tsx';
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

function ExposureForm({ section }: { section: Section<ExposureLimits> }) {
  const { value } = section.base;
  const draft = useDraft(`rate locks ${section.base.version}`, {
    user: typedNaira(value.userKobo),
    total: typedNaira(value.totalKobo),
  });
  const { value: typed, setValue: setTyped } = draft;
  const [wrong, setWrong] = useState<'user' | 'total' | null>(null);

  function submit(form: HTMLFormElement): void {
    const [userKobo, totalKobo] = [koboOf(typed.user), koboOf(typed.total)];
    setWrong(userKobo === null ? 'user' : totalKobo === null ? 'total' : null);
    if (userKobo === null) return focusField(form, 'user');
    if (totalKobo === null) return focusField(form, 'total');
    section.save({ userKobo, totalKobo });
  }

  const field = (name: 'user' | 'total', label: string) => (
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
      </div>
    </SectionForm>
  );
}
