// No amount that arrives as a JSON number passes through a float.
import { expect, test } from 'vitest';
import { parseExactJson } from './exact-json.ts';

test('numbers keep the text that was sent; texts that look like numbers stay as they are', () => {
  expect(
    parseExactJson('{"a":0.1000000000000000055,"b":[1e3,-0,12345678901234567890],"c":"1 \\" 2","d":null}'),
  ).toEqual({
    a: '0.1000000000000000055',
    b: ['1e3', '-0', '12345678901234567890'],
    c: '1 " 2',
    d: null,
  });
});

test('what is not JSON is refused', () => {
  expect(() => parseExactJson('{"a":01}')).toThrow(SyntaxError);
  expect(() => parseExactJson('{1:2}')).toThrow(SyntaxError);
});
