// Each font file has every character that it declares: a browser relies on that, and a name with missing letters
// is drawn in two fonts.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create } from 'fontkit';
import { expect, test } from 'vitest';
import { FACES } from './fonts.ts';

const { resolve } = createRequire(import.meta.url);

test.each(FACES.map((face) => [face.file, face] as const))('%s has its characters', (_, { source, characters }) => {
  const font = create(readFileSync(resolve(source)));
  if (!('hasGlyphForCodePoint' in font)) throw new Error(`${source} is a collection of fonts`);
  const missing = [...characters].filter((letter) => !font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0));
  expect(missing).toEqual([]);
});

test('the letters of Hausa, Igbo and Yoruba are in the text face', () => {
  const text = FACES.filter(({ family }) => family === 'Kobogate Text').map(({ characters }) => characters);
  const letters = new Set(text.join(''));
  const missing = Array.from('ẸẹỌọṢṣỊịỤụṄṅƁɓƊɗƘƙƳƴàáèéìíòóùú').filter((letter) => !letters.has(letter));
  expect(missing).toEqual([]);
});
