// A merchant's own fields are taken as they were asked for, and a payer's values for them alone: whatever is wrong is
// named by its place, all of it at once.
import type { CustomField } from '@kobogate/contract';
import { expect, test } from 'vitest';
import { decideCustomFields, decideCustomValues } from './custom-fields.ts';

const SIZE: CustomField = { key: 'size', label: 'Size', type: 'choice', isRequired: true, choices: ['M', 'L'] };
const NOTE: CustomField = { key: 'note', label: 'A note', type: 'text', isRequired: false, choices: [] };

const faultsOf = (decide: () => unknown): string[] => {
  try {
    decide();
  } catch (error) {
    const { status, code, faults } = Object(error);
    expect([status, code]).toEqual([422, 'fields']);
    return faults.map(({ field }: { field: string }) => field);
  }
  return [];
};

test('fields are kept in their order, a choice that is named twice once', () => {
  expect(decideCustomFields([{ ...SIZE, choices: ['M', 'L', 'M'] }, NOTE])).toEqual([SIZE, NOTE]);
});

test('a key or a label twice, a text with choices and a choice without them are refused together, each by its place', () => {
  const wrong = [SIZE, { ...NOTE, choices: ['a', 'b'] }, { ...SIZE, choices: ['M', 'M'] }];
  expect(faultsOf(() => decideCustomFields(wrong))).toEqual([
    'customFields.1.choices',
    'customFields.2.key',
    'customFields.2.label',
    'customFields.2.choices',
  ]);
});

test('a key that every object of a program has is refused: no payer could give a value for it', () => {
  for (const key of ['__proto__', 'constructor', 'prototype', 'toString', 'valueOf', 'hasOwnProperty']) {
    expect([key, ...faultsOf(() => decideCustomFields([{ ...NOTE, key }]))]).toEqual([key, 'customFields.0.key']);
  }
});

test('values are kept with the label that the payer read, in the link’s order and without empty ones', () => {
  expect(decideCustomValues([SIZE, NOTE], { note: 'Gate 3', size: 'L' })).toEqual([
    { key: 'size', label: 'Size', value: 'L' },
    { key: 'note', label: 'A note', value: 'Gate 3' },
  ]);
  expect(decideCustomValues([SIZE, NOTE], { note: '', size: 'M' })).toEqual([
    { key: 'size', label: 'Size', value: 'M' },
  ]);
  expect(decideCustomValues([], {})).toEqual([]);
});

test('what the link does not ask for, what is missing and what is no choice are refused together, each by its key', () => {
  const fields = [SIZE, { ...NOTE, isRequired: true }];
  expect(faultsOf(() => decideCustomValues(fields, { size: 'XXL', colour: 'red' }))).toEqual([
    'customValues.colour',
    'customValues.size',
    'customValues.note',
  ]);
  // A name that every object has is no value that was given.
  expect(faultsOf(() => decideCustomValues([{ ...NOTE, key: 'constructor', isRequired: true }], {}))).toEqual([
    'customValues.constructor',
  ]);
});
