// Guarantee: every request that the contract allows can be sent. The server reads each JSON number as its decimal text,
// so a field that wants a number of the language's own would refuse every request. And no text field accepts a text
// that seems to be empty or another one.
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { count, metadataInput, nameText, numberInput, text } from './endpoint.ts';
import * as features from './endpoints.ts';

const AS_SENT = { isLosslessNumber: true, value: '2' };

/** The paths of the fields that want a number and do not take one as the server reads it. */
function bareNumbers(schema: unknown, path: string): string[] {
  if (!(schema instanceof z.ZodMiniType)) return [];
  const def: Readonly<Record<string, unknown>> = { ...schema.def };
  const within = (part: unknown, name: string): string[] => bareNumbers(part, `${path}${name}`);
  switch (def['type']) {
    case 'number':
    case 'bigint':
      return [path];
    case 'literal':
      return (def['values'] as unknown[]).some((value) => typeof value === 'number') ? [path] : [];
    case 'object':
      return Object.entries(def['shape'] as object).flatMap(([name, part]) => within(part, `.${name}`));
    case 'union':
      return z.safeParse(schema, AS_SENT).success
        ? []
        : (def['options'] as unknown[]).flatMap((part) => within(part, ''));
    case 'pipe':
      return within(def['in'], '');
    case 'array':
      return within(def['element'], '[]');
    case 'record':
      return within(def['valueType'], '{}');
    case 'optional':
    case 'nullable':
    case 'default':
      return within(def['innerType'], '');
    case 'string':
    case 'enum':
    case 'boolean':
    case 'custom':
    case 'unknown':
    case 'any':
      return [];
    default:
      throw new Error(`${path} is of a kind that is not looked into here: ${String(def['type'])}`);
  }
}

/** The texts within a schema, each with its path. */
function textsOf(schema: unknown, path: string): [string, z.ZodMiniType][] {
  if (!(schema instanceof z.ZodMiniType)) return [];
  const def: Readonly<Record<string, unknown>> = { ...schema.def };
  switch (def['type']) {
    case 'string':
      return [[path, schema]];
    case 'object':
      return Object.entries(def['shape'] as object).flatMap(([name, part]) => textsOf(part, `${path}.${name}`));
    case 'union':
      // A field that may be a number is read as one.
      return z.safeParse(schema, 1).success ? [] : (def['options'] as unknown[]).flatMap((part) => textsOf(part, path));
    default:
      return ['in', 'element', 'valueType', 'innerType'].flatMap((name) => textsOf(def[name], path));
  }
}

const UNSEEN = {
  'a zero-width space': 'a\u200Bb',
  'a zero-width joiner': 'a\u200Db',
  'a right-to-left override': 'a\u202Eb',
  'an isolate': 'a\u2067b',
  'a mark of direction': 'a\u200Fb',
  'a soft hyphen': 'a\u00ADb',
  'a NUL': 'a\u0000b',
  'a line feed': 'a\nb',
  'a tag': 'a\u{E0041}b',
  'half a character': 'a\uD800b',
  'a replaced character': 'a\uFFFDb',
  'a filler': 'a\u3164b',
  'a mark without a shape': 'a\u034Fb',
  'a selector of a variation': 'a\uFE0Fb',
  'a supplementary selector': 'a\u{E0101}b',
  'a selector of Mongolian': 'a\u180Bb',
  'an inherent vowel of Khmer': 'a\u17B4b',
  'piled marks': 'a\u0301\u0302\u0303\u0304\u0305',
} as const;
/** Kept as a hash alone, or of several lines: a note of the team. */
const NO_TEXTS = /[pP]assword$|\/notes \.text$/;

const calls = Object.values(features).flatMap((feature) => Object.values(feature));

describe('requests', () => {
  it.each(calls.map((call) => [`${call.method} ${call.path}`, call] as const))('%s takes what is sent', (_, call) => {
    expect([call.params, call.query, call.body].flatMap((part) => bareNumbers(part, ''))).toEqual([]);
  });

  it.each(Object.entries(UNSEEN))('[F2] with %s in a text are refused, in every text there is', (_, hostile) => {
    const texts = calls.flatMap((call) => textsOf(call.body, `${call.method} ${call.path} `));
    expect(texts.length).toBeGreaterThan(50);
    const taking = texts.filter(([, schema]) => z.safeParse(schema, hostile).success).map(([path]) => path);
    expect(taking.filter((path) => !NO_TEXTS.test(path))).toEqual([]);
  });

  it('[F2] a name has a letter or a digit in it, from any script, and texts keep their emoji', () => {
    const name = nameText(100);
    for (const good of ['Ọ̀ṣun', 'عمر', '日本', "N'Golo", 'Ada-Maria', '3rd', '']) {
      expect([good, z.safeParse(name, good).success]).toEqual([good, true]);
    }
    for (const bad of ['...', '—', '🙂', '´', '\u115F', '\u2800\u2800']) {
      expect([bad, z.safeParse(name, bad).success]).toEqual([bad, false]);
    }
    for (const emoji of ['👨‍👩‍👧 shoes', '❤️‍🔥', '👩🏽‍💻', '☎️ 1️⃣ #️⃣', '☎︎', '葛\u{E0100}城'])
      expect(z.safeParse(text(100), emoji).success).toBe(true);
  });

  it('[F2] an object that only looks like a number of the server’s JSON reader is none', () => {
    const amount = numberInput('Please enter an amount');
    expect(z.safeParse(amount, { isLosslessNumber: true, value: '1.50' }).data).toBe('1.50');
    for (const value of [{}, 1, null, ['1']]) {
      expect([value, z.safeParse(amount, { isLosslessNumber: true, value }).success]).toEqual([value, false]);
    }
  });

  it('finds a field that does not', () => {
    const wrong = z.object({ tiers: z.array(z.object({ tier: z.nullable(z.union([z.literal(0), z.literal(1)])) })) });
    expect(bareNumbers(wrong, '')).toEqual(['.tiers[].tier', '.tiers[].tier']);
    expect(bareNumbers(z.object({ days: count('Please send days.') }), '')).toEqual([]);
  });
});

describe('metadata in a request', () => {
  const isTaken = (pairs: unknown) => metadataInput.safeParse(pairs).success;
  const pairs = (most: number) => Object.fromEntries(Array.from({ length: most }, (_, at) => [`name-${at}`, 'x']));

  it('is at most twenty pairs of a plain name and a text', () => {
    expect(isTaken(pairs(20))).toBe(true);
    expect(isTaken({ 'cart.id_7-b': 'Ọjà 🥖' })).toBe(true);
    for (const refused of [
      pairs(21),
      { 'a b': 'x' },
      { '': 'x' },
      { [`a${'b'.repeat(40)}`]: 'x' },
      { a: 1 },
      { a: { b: 'c' } },
      { a: 'x'.repeat(501) },
      ['a'],
      'a',
    ]) {
      expect([refused, isTaken(refused)]).toEqual([refused, false]);
    }
  });
});
