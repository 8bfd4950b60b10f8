import type { CustomField, CustomValue } from '@kobogate/contract';
import { decideFields, ruleBroken } from '../../platform/errors.ts';

const FEWEST_CHOICES = 2;

/** The fields of a link from its owner's input. Throws 422 with every broken rule, by its place. Pure. */
export function decideCustomFields(input: readonly CustomField[]): CustomField[] {
  return decideFields((of) =>
    input.map((field, place) => {
      const { key, label, type } = field;
      const at = `customFields.${place}`;
      const before = input.slice(0, place);
      of(`${at}.key`, () => requireUsable(key), undefined);
      of(`${at}.key`, () => requireOwn('key', key, before), undefined);
      of(`${at}.label`, () => requireOwn('label', label, before), undefined);
      const choices = of(`${at}.choices`, () => decideChoices(field), []);
      return { key, label, type, isRequired: field.isRequired, choices };
    }),
  );
}

// Names that every object has: a payer's values by them are refused as JSON, or read although nothing was given.
function requireUsable(key: string): void {
  if (key in Object.prototype || key === 'prototype') {
    throw ruleBroken(`“${key}” has a meaning of its own in programs. Please choose another key.`);
  }
}

function requireOwn(what: 'key' | 'label', own: string, before: readonly CustomField[]): void {
  if (before.some((other) => other[what] === own)) throw ruleBroken(`Another field has the ${what} “${own}” already.`);
}

function decideChoices({ type, choices }: CustomField): string[] {
  const each = [...new Set(choices)];
  if (type === 'text' && each.length > 0) throw ruleBroken('A text has no choices: please make it a choice.');
  if (type === 'choice' && each.length < FEWEST_CHOICES) {
    throw ruleBroken(`Please give at least ${FEWEST_CHOICES} choices that differ.`);
  }
  return each;
}

/**
 * What a payer gave for the fields of a link, in the link's order; a field without a value is left out. Throws 422 with
 * everything that is wrong by its key: a field that the link does not have, a missing value, one that is no choice. Pure.
 */
export function decideCustomValues(
  fields: readonly CustomField[],
  given: Readonly<Record<string, string>>,
): CustomValue[] {
  const known = new Set(fields.map(({ key }) => key));
  return decideFields((of) => {
    for (const key of Object.keys(given)) of(`customValues.${key}`, () => requireKnown(key, known), undefined);
    const values = fields.map((field) =>
      of(
        `customValues.${field.key}`,
        () => decideValue(field, new Map(Object.entries(given)).get(field.key) ?? ''),
        '',
      ),
    );
    return fields
      .map(({ key, label }, place) => ({ key, label, value: values[place] ?? '' }))
      .filter(({ value }) => value !== '');
  });
}

function requireKnown(key: string, known: ReadonlySet<string>): void {
  if (!known.has(key)) throw ruleBroken(`This link does not ask for ${key}.`);
}

function decideValue({ label, type, isRequired, choices }: CustomField, value: string): string {
  if (value === '' && isRequired) throw ruleBroken(`Please fill in “${label}”.`);
  if (value !== '' && type === 'choice' && !choices.includes(value)) {
    throw ruleBroken(`Please pick one of the choices of “${label}”.`);
  }
  return value;
}
