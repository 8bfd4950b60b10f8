import type { SettingView } from '@kobogate/contract';
import { type FieldValues, get } from 'react-hook-form';
import type { ReactNode } from 'react';
import { SettingsSection } from '../../account/settings/settings-section.tsx';
import { nairaOfKobo } from '../../lib/formats.ts';
import type { Form } from '../../lib/use-form.ts';
import { SelectField } from '../../ui/select-field.tsx';
import { SwitchRow } from '../../ui/switch.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { koboOf } from './number-input.ts';
import { SectionForm } from './section-form.tsx';
import type { SectionRow } from './sections.ts';
import { type SettingField, switchOf } from './setting-fields.ts';
import type { Section } from './use-section.ts';
import { useSettingRow } from './use-setting-row.ts';

/** A section of the settings whose form is the fields of its row. */
export function SettingSection<Value extends object>({
  row,
  view,
}: {
  row: SectionRow<Value>;
  view: SettingView<Value>;
}) {
  return <SectionCard row={row} view={view} section={useSettingRow(row, view)} />;
}

/** The section as a card; `above` is shown above its form. */
export function SectionCard<Value extends object>({
  row: { id, title, detail, parts, name, groups, note },
  view,
  section,
  above,
}: {
  row: SectionRow<Value>;
  view: SettingView<Value>;
  section: Section<Value, FieldValues>;
  above?: ReactNode;
}) {
  return (
    <SettingsSection id={id} title={title} detail={detail}>
      {above}
      <SectionForm section={section} view={view} parts={parts} name={name}>
        {groups.map((group) => (
          <Group key={group.legend ?? group.fields[0]?.path} {...group} form={section.form} />
        ))}
        {note !== undefined && <p className="text-sm text-ink-soft">{note}</p>}
      </SectionForm>
    </SettingsSection>
  );
}

function Group({
  legend,
  fields,
  form,
}: {
  legend?: string;
  fields: readonly SettingField[];
  form: Form<FieldValues>;
}) {
  const drawn = fields.filter(({ isHidden }) => isHidden?.(form.values) !== true);
  const isOn = ({ path, switched }: SettingField) =>
    switched === undefined || get(form.values, switchOf(path)) === true;
  const rows = drawn.filter((field) => field.switched !== undefined || isSwitch(field));
  const inputs = drawn.filter((field) => !isSwitch(field) && isOn(field));
  const grid = inputs.map((field) => <Input key={field.path} field={field} form={form} />);
  return (
    <>
      {rows.length > 0 && (
        <div className="-my-3.5 divide-y divide-hairline">
          {rows.map((field) => (
            <Toggle key={field.path} field={field} form={form} />
          ))}
        </div>
      )}
      {legend !== undefined && (
        <fieldset className="grid items-start gap-5 sm:grid-cols-2">
          <legend className="mb-2 text-sm font-semibold">{legend}</legend>
          {grid}
        </fieldset>
      )}
      {legend === undefined && inputs.length > 0 && <div className="grid items-start gap-5 sm:grid-cols-2">{grid}</div>}
    </>
  );
}

const isSwitch = ({ kind, options }: SettingField): boolean => kind === undefined && options === undefined;

function Toggle({
  field: { path, label, detail = '', switched },
  form,
}: {
  field: SettingField;
  form: Form<FieldValues>;
}) {
  const name = switched === undefined ? path : switchOf(path);
  const isOn = get(form.values, name) === true;
  return (
    <SwitchRow
      label={switched?.label ?? label}
      detail={switched === undefined ? detail : switched[isOn ? 'on' : 'off']}
      isOn={isOn}
      onChange={form.set(name)}
    />
  );
}

function Input({
  field: { path, label, kind, suffix, hint, options },
  form,
}: {
  field: SettingField;
  form: Form<FieldValues>;
}) {
  if (kind === undefined) return <SelectField {...form.field(path)} label={label} options={options ?? []} />;
  // Typed naira is repeated with its thousands grouped.
  const kobo = suffix === 'naira' ? koboOf(String(get(form.values, path))) : null;
  return (
    <TextField
      {...form.field(path)}
      {...kind.input}
      label={label}
      autoComplete="off"
      suffix={suffix}
      className="figures"
      hint={kobo === null ? hint : nairaOfKobo(kobo)}
    />
  );
}
