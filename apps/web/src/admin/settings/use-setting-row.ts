import type { SettingView } from '@kobogate/contract';
import type { FieldValues } from 'react-hook-form';
import type { SectionRow } from './sections.ts';
import { readSetting, typedSetting } from './setting-fields.ts';
import { readBy, type Section, useSection } from './use-section.ts';

const fieldsOf = ({ groups }: Pick<SectionRow<object>, 'groups'>) => groups.flatMap(({ fields }) => fields);

/** The form state of a section described by a row. */
export function useSettingRow<Value extends object>(
  row: SectionRow<Value>,
  view: SettingView<Value>,
): Section<Value, FieldValues> {
  const { name, filled = (value) => value, schema, save, saved } = row;
  return useSection(view, {
    name,
    typed: (value) => typedSetting(filled(value), fieldsOf(row)),
    read: (typed, base) => {
      const found = readSetting(base, fieldsOf(row), typed);
      return 'read' in found ? readBy(schema, found.read) : found;
    },
    save,
    saved,
  });
}
