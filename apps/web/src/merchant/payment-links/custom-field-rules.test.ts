// The fields of a merchant's own are sent as they were typed, keep their keys when they are changed, and never share one.
import type { CustomField } from '@kobogate/contract';
import { expect, test } from 'vitest';
import { fieldsOf, NEW_ROW, rowsOf, rowsProblem } from './custom-field-rules.ts';

const SIZE: CustomField = { key: 'size', label: 'Size', type: 'choice', isRequired: true, choices: ['M, slim', 'L'] };
const NOTE: CustomField = { key: 'note', label: 'A note', type: 'text', isRequired: false, choices: [] };

test('fields that are opened and saved untouched stay as they are', () => {
  expect(fieldsOf(rowsOf([SIZE, NOTE]))).toEqual([SIZE, NOTE]);
});

test('a new field gets a key of its label that no other has, and one that is renamed keeps its own', () => {
  const rows = [
    { ...NEW_ROW, label: ' Ìwọ̀n: Size ' },
    { ...NEW_ROW, label: '大きさ' },
    ...rowsOf([{ ...SIZE, label: 'Width' }]),
    { ...NEW_ROW, label: 'Size' },
    { ...NEW_ROW, label: 'size!' },
  ];
  expect(fieldsOf(rows).map(({ key }) => key)).toEqual(['iwon_size', 'field', 'size', 'size_2', 'size_3']);
  expect(fieldsOf(rows)[0]?.label).toBe('Ìwọ̀n: Size');
});

test('choices are lines, each once, and none of a text', () => {
  const row = { ...NEW_ROW, label: 'Size', isChoice: true, choices: ' M \n\nL\nM' };
  expect(fieldsOf([row])[0]).toMatchObject({ type: 'choice', choices: ['M', 'L'] });
  expect(fieldsOf([{ ...row, isChoice: false }])[0]).toMatchObject({ type: 'text', choices: [] });
});

test('what is missing is said with the number of the field', () => {
  const whole = { ...NEW_ROW, label: 'Size' };
  expect(rowsProblem([whole])).toBeNull();
  expect(rowsProblem([whole, { ...NEW_ROW, label: ' ' }])).toMatch(/field 2 asks for/);
  expect(rowsProblem([whole, { ...whole, label: 'Size ' }])).toMatch(/field 2 asks for the same/i);
  expect(rowsProblem([{ ...whole, isChoice: true, choices: 'M\nM' }])).toMatch(/field 1 at least two choices/);
});
