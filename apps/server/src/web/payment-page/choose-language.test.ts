// The page's language is the one chosen by hand, else the browser's preferred one among ours, else English, whatever
// the header contains.
import { expect, it } from 'vitest';
import { chooseLanguage } from './choose-language.ts';

it.each([
  ['', undefined, 'en'],
  ['', 'ha-NG,ha;q=0.9,en;q=0.8', 'ha'],
  ['', 'fr-FR,fr;q=0.9,yo;q=0.5', 'yo'],
  ['', 'en;q=0.5, ig;q=0.7', 'ig'],
  ['', 'PCM', 'pcm'],
  ['', 'ha;q=0, en;q=0.1', 'en'],
  ['', 'hawaiian', 'en'],
  ['', 'de, *;q=0.1', 'en'],
  ['', ';;q=x,,', 'en'],
  ['ig', 'ha', 'ig'],
  ['yo-NG', 'ha', 'yo'],
  ['klingon', 'ha', 'ha'],
])('asked for %j, accepting %j: %s', (asked, accepted, language) => {
  expect(chooseLanguage(asked, accepted)).toBe(language);
});
