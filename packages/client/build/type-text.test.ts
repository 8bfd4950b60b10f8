// Guarantee: a type written for merchants accepts and gives what the contract's schema does, and a schema that can't be
// written as a type stops the build.
import { describe, expect, it } from 'vitest';
import { typeText } from './type-text.ts';

describe('the text of a type', () => {
  it.each([
    [{ type: 'string' }, 'string'],
    [{ type: 'integer' }, 'number'],
    [{ type: ['string', 'null'] }, 'string | null'],
    [{ const: 'a' }, '"a"'],
    [{ type: 'string', enum: ['a', 'b'] }, '"a" | "b"'],
    [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 'string | null'],
    [{ anyOf: [{ type: 'string' }, { type: 'number' }, {}] }, 'string | number'],
    [{ type: 'array', items: { type: 'string', enum: ['a', 'b'] } }, 'readonly ("a" | "b")[]'],
    [
      { type: 'object', properties: { id: { type: 'string' }, 'a-b': { type: 'null' } }, required: ['id'] },
      '{ readonly id: string; readonly "a-b"?: null | undefined; }',
    ],
    [
      { type: 'object', propertyNames: { enum: ['a'] }, additionalProperties: { type: 'number' } },
      '{ readonly [name in "a"]: number }',
    ],
    [{}, 'unknown'],
  ])('of %j is %s', (schema, text) => {
    expect(typeText(schema)).toBe(text);
  });

  it('throws for a schema that it does not know', () => {
    expect(() => typeText({ type: 'tuple' })).toThrow('tuple');
    expect(() => typeText({ allOf: [] })).toThrow('allOf');
  });
});
