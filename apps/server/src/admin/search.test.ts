// A search finds accounts in any case of letters, and by any way of writing a phone number.
import { expect, test } from 'vitest';
import { searchKey } from '../identity/accounts/account.ts';
import { readSearch } from '../platform/search-pattern.ts';

const KEY = searchKey({
  firstName: 'Ọlájùmọ̀kẹ́',
  lastName: 'ADÉYẸMÍ 100%',
  email: 'Ola_A@Example.test',
  phone: '0803 000 1234',
});

/** As SQL's `like` reads a pattern. */
function isLike(text: string, pattern: string | null): boolean {
  if (pattern === null) return true;
  const source = pattern.replaceAll(/\\(.)|([%_])|([.*+?^${}()|[\]])/g, (_, escaped, wild, special) => {
    if (escaped !== undefined) return escaped === '_' || escaped === '%' ? escaped : `\\${escaped}`;
    return wild === undefined ? `\\${special}` : wild === '%' ? '[^]*' : '[^]';
  });
  return new RegExp(`^${source}$`, 'u').test(text);
}
const isFound = (typed: string): boolean => {
  const { pattern, digitsPattern } = readSearch(typed);
  return isLike(KEY, pattern) || (digitsPattern !== null && isLike(KEY, digitsPattern));
};

test.each([
  '',
  '  ',
  'adéyẹmí',
  'ỌLÁJÙ',
  'kẹ́ adé',
  'OLA_A@example',
  '100%',
  '0803 000',
  '+234 803 000 1234',
  '002348030001234',
  '08030001234',
  '(0803)-000-1234',
  '1234',
])('finds by %j', (typed) => {
  expect(isFound(typed)).toBe(true);
});

test.each(['adeyemi', 'ola%a', 'olaxa', '0804', '%', '_la_a', '\\', '#', '0803 000 1235'])(
  'does not find by %j',
  (typed) => {
    expect(isFound(typed)).toBe(typed === '%' || typed === '#');
  },
);
