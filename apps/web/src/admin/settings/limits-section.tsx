import { endpoints, type Limits, type SettingView } from '@kobogate/contract';
import { useState } from 'react';
import { focusField } from '../../lib/focus-field.ts';
import { call, isUnreachable } from '../../lib/client.ts';
import { useDraft } from '../../lib/use-draft.ts';
import { SettingsSection } from '../../account/settings/settings-section.tsx';
import { LIMITS_PARTS } from './describe-change.ts';
import { NairaField } from './naira-field.tsx';
import { koboOf, typedNaira } from './naira-input.ts';
import { SectionForm } from './section-form.tsx';
import { type Section, useSection } from './use-section.ts';

const { read, saveLimits } = endpoints.settings;

/** The smallest and the largest conversion. */
export function LimitsSection({ view }: { view: SettingView<Limits> }) {
  const section = useSection(
    view,
    async (body) => {
      const answer = await call(saveLimits, { body });
      return isUnreachable(answer) ? answer : { message: 'Limits saved', view: answer.data };
    },
    { queries: [read.path, endpoints.products.list.path] },
  );
  return (
    <SettingsSection
      id="limits"
      title="Limits"
      detail="What one conversion may be worth. Orders that are already made keep their terms."
    >
      <LimitsForm key={section.round} section={section} />
    </SettingsSection>
  );
}

function LimitsForm({ section }: { section: Section<Limits> }) {
  const { minimumKobo, maximumKobo } = section.base.value;
  const draft = useDraft(`limits ${section.base.version}`, {
    minimum: typedNaira(minimumKobo),
    maximum: typedNaira(maximumKobo),
  });
  const { value: typed, setValue: setTyped } = draft;
  const [wrong, setWrong] = useState<'minimum' | 'maximum' | null>(null);

  function submit(form: HTMLFormElement): void {
    const [minimum, maximum] = [koboOf(typed.minimum), koboOf(typed.maximum)];
    setWrong(minimum === null ? 'minimum' : maximum === null ? 'maximum' : null);
    if (minimum === null) return focusField(form, 'minimum');
    if (maximum === null) return focusField(form, 'maximum');
    section.save({ minimumKobo: minimum, maximumKobo: maximum });
  }

  const field = (name: 'minimum' | 'maximum', label: string) => (
    <NairaField
      label={label}
      name={name}
      value={typed[name]}
      isWrong={wrong === name}
      onChange={(naira) => setTyped({ ...typed, [name]: naira })}
    />
  );
  return (
    <SectionForm section={section} draft={draft} parts={LIMITS_PARTS} name="limits" onSubmit={submit}>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        {field('minimum', 'Smallest conversion')}
        {field('maximum', 'Largest conversion')}
      </div>
    </SectionForm>
  );
}
