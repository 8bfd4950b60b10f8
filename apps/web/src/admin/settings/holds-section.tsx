import { endpoints, type Holds, type SettingView } from '@kobogate/contract';
import { useState } from 'react';
import { focusField } from '../../lib/focus-field.ts';
import { call, isUnreachable } from '../../lib/client.ts';
import { TextField } from '../../ui/text-field.tsx';
import { useDraft } from '../../lib/use-draft.ts';
import { SettingsSection } from '../../account/settings/settings-section.tsx';
import { HOLDS_PARTS, LEAVING_NAMES } from './describe-change.ts';
import { type HoldsField, holdsForm, LEAVING, readHolds } from './holds-rules.ts';
import { SectionForm } from './section-form.tsx';
import { type Section, useSection } from './use-section.ts';

const { read, saveHolds } = endpoints.settings;

/** How much may leave an account by itself before a person looks. */
export function HoldsSection({ view }: { view: SettingView<Holds> }) {
  const section = useSection(
    view,
    async (body) => {
      const answer = await call(saveHolds, { body });
      return isUnreachable(answer) ? answer : { message: 'Holds saved', view: answer.data };
    },
    { queries: [read.path] },
  );
  return (
    <SettingsSection
      id="holds"
      title="Holds"
      detail="How much may leave one account without an administrator. Beyond that an order that cleared by itself waits for one."
    >
      <HoldsForm key={section.round} section={section} />
    </SettingsSection>
  );
}

function HoldsForm({ section }: { section: Section<Holds> }) {
  const draft = useDraft(`holds ${section.base.version}`, holdsForm(section.base.value));
  const { value: form, setValue: setForm } = draft;
  const [problem, setProblem] = useState<{ field: HoldsField; text: string } | null>(null);

  function submit(element: HTMLFormElement): void {
    const answer = readHolds(form);
    if ('holds' in answer) return section.save(answer.holds);
    setProblem(answer.problem);
    focusField(element, answer.problem.field);
  }

  const field = (name: HoldsField, label: string, suffix: string) => (
    <TextField
      label={label}
      name={name}
      inputMode={suffix === 'naira' ? 'decimal' : 'numeric'}
      autoComplete="off"
      maxLength={24}
      suffix={suffix}
      className="figures"
      value={form[name]}
      error={problem?.field === name ? problem.text : undefined}
      onChange={(event) => {
        setForm({ ...form, [name]: event.target.value });
        setProblem(null);
      }}
    />
  );
  return (
    <SectionForm section={section} draft={draft} parts={HOLDS_PARTS} name="holds" onSubmit={submit}>
      {LEAVING.map((name) => (
        <fieldset key={name} className="grid items-start gap-5 sm:grid-cols-2">
          <legend className="mb-2 text-sm font-semibold">{LEAVING_NAMES[name]}</legend>
          {field(`${name}.most`, 'At most', 'payouts')}
          {field(`${name}.naira`, 'Together at most', 'naira')}
        </fieldset>
      ))}
      <fieldset className="grid items-start gap-5 sm:grid-cols-2">
        <legend className="mb-2 text-sm font-semibold">After a change of the payout account</legend>
        {field('newAccountHours', 'It counts as new for', 'hours')}
        {field('coolingOff', 'Payouts wait from', 'naira')}
      </fieldset>
    </SectionForm>
  );
}
