// A number of a request is kept as it was written, and a body that is ambiguous or incomplete is refused.
import { describe, expect, test } from 'vitest';
import { readJson } from './json.ts';

describe('reading a request', () => {
  test('[M1] a number keeps the text that was sent, beyond what a float can hold', () => {
    expect(String((readJson('{"a":0.100000000000000000001}') as { a: unknown }).a)).toBe('0.100000000000000000001');
    expect(String((readJson('{"a":9007199254740993}') as { a: unknown }).a)).toBe('9007199254740993');
  });

  test.each([
    ['a repeated key', '{"a":1,"a":2}'],
    ['a repeated key with the same value', '{"a":1,"b":{"c":1,"c":1}}'],
    ['a prototype key', '{"__proto__":{"isAdmin":true}}'],
    ['a nested prototype key', '{"a":[{"constructor":1}]}'],
    ['text after the end', '{} {}'],
    ['something that is not JSON', '{a:1}'],
    ['nesting without end', '['.repeat(60_000)],
  ])('[F2] refuses %s with 400', (_name, text) => {
    expect(() => readJson(text)).toThrow(expect.objectContaining({ status: 400 }));
  });

  test('brackets inside a text are not nesting', () => {
    expect(readJson(JSON.stringify({ a: `"${'['.repeat(100)}` }))).toEqual({ a: `"${'['.repeat(100)}` });
  });
});
