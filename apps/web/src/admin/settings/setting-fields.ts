import { type FieldValues, get, set } from 'react-hook-form';
import type { Problem } from '../../lib/use-form.ts';
import { basisPointsOf, koboOf, typedNaira, typedPercent } from './number-input.ts';

/** How a part of a setting is typed: the text for a value, and the value of a text, undefined where it is invalid. */
interface Kind {
  readonly typed: (value: string | number) => string;
  readonly read: (typed: string) => string | number | undefined;
  /** The error for an invalid text. */
  readonly wrong: string;
  readonly input: { readonly inputMode: 'decimal' | 'numeric'; readonly maxLength: number };
}

const NAIRA: Kind = {
  typed: (value) => typedNaira(String(value)),
  read: (typed) => koboOf(typed) ?? undefined,
  wrong: 'Please enter naira above 0 in plain digits, such as 50000 or 50000.50.',
  input: { inputMode: 'decimal', maxLength: 24 },
};
const whole = (digits: number, wrong: string): Kind => ({
  typed: String,
  read: (typed) => (/^\d+$/.test(typed.trim()) && typed.trim().length <= digits ? Number(typed.trim()) : undefined),
  wrong,
  input: { inputMode: 'numeric', maxLength: 9 },
});
const upTo = (most: number, example: string): Kind => ({
  typed: (value) => typedPercent(Number(value)),
  read: (typed) => basisPointsOf(typed, most) ?? undefined,
  wrong: `Please enter percent from 0 to ${typedPercent(most)} with at most 2 decimals, such as ${example}.`,
  input: { inputMode: 'decimal', maxLength: 5 },
});

/** A field of a section's form. `path` is its part of the setting, such as `hour.most`. */
export interface SettingField {
  readonly path: string;
  readonly label: string;
  /** Undefined: a switch, or one of `options`. */
  readonly kind?: Kind;
  readonly suffix?: string;
  readonly hint?: string;
  /** An empty field sets null. */
  readonly canBeEmpty?: true;
  /** A switch of its own: while it is off, the setting is null. */
  readonly switched?: { readonly label: string; readonly on: string; readonly off: string };
  /** What a switch does. */
  readonly detail?: string;
  readonly options?: readonly { readonly value: string; readonly label: string }[];
  /** While this is true for the typed values, the field is hidden and keeps its value. */
  readonly isHidden?: (typed: FieldValues) => boolean;
}

type More = Omit<SettingField, 'path' | 'label' | 'kind'>;

/** An amount of naira, kept in kobo. */
export const naira = (path: string, label: string, more: More = {}): SettingField => ({
  path,
  label,
  kind: NAIRA,
  suffix: 'naira',
  ...more,
});
/** A whole number. */
export const number = (path: string, label: string, suffix: string, more: More = {}): SettingField => ({
  path,
  label,
  kind: whole(6, 'Please enter a whole number, such as 0 or 30.'),
  suffix,
  ...more,
});
/** The age of an account. */
export const days = (path: string, label: string, suffix: string, more: More = {}): SettingField => ({
  path,
  label,
  kind: whole(4, 'Please enter whole days, such as 0 or 30.'),
  suffix,
  ...more,
});
/** A share, kept in hundredths of a percent and at most so many of them. */
export const percent = (path: string, label: string, most: number, example: string, hint: string): SettingField => ({
  path,
  label,
  kind: upTo(most, example),
  suffix: '%',
  hint,
});
/** A switch. */
export const toggle = (path: string, label: string, detail: string): SettingField => ({ path, label, detail });

/** The name of the switch that an optional amount has. */
export const switchOf = (path: string): string => `isOn.${path}`;

/** The first values of the fields for a setting. Pure. */
export function typedSetting(value: object, fields: readonly SettingField[]): FieldValues {
  const typed: FieldValues = {};
  for (const { path, kind, switched, options } of fields) {
    const part: unknown = get(value, path);
    if (switched !== undefined) set(typed, switchOf(path), part !== null);
    if (kind !== undefined) set(typed, path, isPart(part) ? kind.typed(part) : '');
    else set(typed, path, options === undefined ? part : String(part));
  }
  return typed;
}

const isPart = (part: unknown): part is string | number => typeof part === 'string' || typeof part === 'number';

/** `value` with the fields' values in place of its own; or the first field that is wrong. Pure. */
export function readSetting(
  value: object,
  fields: readonly SettingField[],
  typed: FieldValues,
): { readonly read: object } | { readonly problem: Problem } {
  const read = structuredClone(value);
  for (const field of fields) {
    const { path, kind, isHidden } = field;
    if (isHidden?.(typed) === true) continue;
    const part: unknown = get(typed, path);
    if (kind === undefined) set(read, path, field.options === undefined ? part : Number(part));
    else if (isNothing(field, typed)) set(read, path, null);
    else {
      const said = kind.read(String(part));
      if (said === undefined) return { problem: { field: path, text: kind.wrong } };
      set(read, path, said);
    }
  }
  return { read };
}

const isNothing = ({ path, canBeEmpty, switched }: SettingField, typed: FieldValues): boolean =>
  switched === undefined
    ? canBeEmpty === true && String(get(typed, path)).trim() === ''
    : get(typed, switchOf(path)) !== true;
