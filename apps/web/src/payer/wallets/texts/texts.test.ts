// Guarantee: every language has every text, with the same names to fill in as English, and no name is shown unfilled.
import { expect, it } from 'vitest';
import { WALLET_TEXTS } from './tables.ts';
import { fill } from './wallet-texts.ts';

/** Every text of a table by its place. */
function texts(table: object, place = ''): Map<string, string> {
  const found = new Map<string, string>();
  for (const [key, value] of Object.entries(table)) {
    if (typeof value === 'string') found.set(`${place}${key}`, value);
    else for (const [inner, text] of texts(value, `${place}${key}.`)) found.set(inner, text);
  }
  return found;
}
const namesIn = (text: string): string[] => [...new Set(text.match(/\{\w+\}/g) ?? [])].toSorted();
const NAMES = ['{amount}', '{coin}', '{held}', '{network}', '{wallet}'];
const english = texts(WALLET_TEXTS.en);

it.each(['pcm', 'ha', 'yo', 'ig'] as const)('%s fills in what English does', (language) => {
  const here = texts(WALLET_TEXTS[language]);
  expect([...here.keys()]).toEqual([...english.keys()]);
  for (const [place, text] of here) {
    expect(text.trim(), place).not.toBe('');
    expect(namesIn(text), `${language} ${place}`).toEqual(namesIn(english.get(place) ?? ''));
  }
});

it('fills in only names that the dialog knows, and leaves no exclamation mark', () => {
  for (const table of Object.values(WALLET_TEXTS)) {
    for (const text of texts(table).values()) {
      expect(NAMES).toEqual(expect.arrayContaining(namesIn(text)));
      expect(text).not.toContain('!');
    }
  }
  expect(fill('{wallet} has {held}, {other}', { wallet: 'A', held: '1' })).toBe('A has 1, {other}');
});
