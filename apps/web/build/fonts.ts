import { createRequire } from 'node:module';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

export interface Face {
  readonly family: string;
  readonly file: string;
  readonly source: string;
  readonly characters: string;
  /** One weight, or a range of them. */
  readonly weights: number | { readonly min: number; readonly max: number };
}

const characters = (from: number, to: number): string =>
  String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, index) => from + index));

const NAIRA = '₦';
const ASCII = characters(0x20, 0x7e);
const PUNCTUATION = '\u00a0·–—‘’“”•…×−%';
const LATIN_1_LETTERS = characters(0xc0, 0xff);
// Letters of Yoruba, Igbo and Hausa beyond Latin-1: people's names. A mark is drawn by the type of its letter, so each
// has them.
const TONE_MARKS = '\u0300\u0301\u0304';
const NIGERIAN_LETTERS = `ṢṣṄṅŃńǸǹḾḿƁɓƊɗƘƙƳƴŪūĀāĒēĪīŌō${TONE_MARKS}`;
// Those that Vietnamese has too, in whose files they are.
const DOTTED_VOWELS = `ẸẹỌọỊịỤụ${TONE_MARKS}`;

type Subset = 'latin' | 'latin-ext' | 'vietnamese';

const inter = (file: string, subset: Subset, text: string): Face => ({
  family: 'Kobogate Text',
  file,
  source: `@fontsource-variable/inter/files/inter-${subset}-wght-normal.woff2`,
  characters: text,
  weights: { min: 400, max: 700 },
});
const bricolage = (file: string, subset: Subset, text: string): Face => ({
  family: 'Kobogate Display',
  file,
  source: `@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-${subset}-wght-normal.woff2`,
  characters: text,
  // The weight of `headline` in tokens.css, the only one in use: half the size of a range.
  weights: 650,
});

// The naira sign is in the large latin-ext files, so it gets a file of its own that costs about a kilobyte.
export const FACES: readonly Face[] = [
  inter('text', 'latin', ASCII + PUNCTUATION),
  inter('text-naira', 'latin-ext', NAIRA),
  inter('text-latin1', 'latin', LATIN_1_LETTERS),
  inter('text-nigeria', 'latin-ext', NIGERIAN_LETTERS),
  inter('text-dotted', 'vietnamese', DOTTED_VOWELS),
  bricolage('display', 'latin', ASCII + PUNCTUATION),
  bricolage('display-naira', 'latin-ext', NAIRA),
  bricolage('display-latin1', 'latin', LATIN_1_LETTERS),
  // It has no ṣ, ṅ, ɓ, ɗ, ƙ and ƴ: the text font has those.
  bricolage('display-dotted', 'vietnamese', DOTTED_VOWELS),
];

function unicodeRange(text: string): string {
  return [...text].map((character) => `U+${character.codePointAt(0)?.toString(16)}`).join(', ');
}

/**
 * What a device draws until the text face has come, in letters as wide as its own: the page then does not move. Inter's
 * average letter is 1.066 × Roboto's and 1.074 × Arial's.
 */
const STAND_IN = `@font-face {
  font-family: 'Kobogate Text Stand-in';
  src: local('Roboto'), local('Arial'), local('Liberation Sans'), local('Helvetica');
  size-adjust: 107.5%;
}
`;

function faceRule(face: Face): string {
  const weight = typeof face.weights === 'number' ? face.weights : `${face.weights.min} ${face.weights.max}`;
  return `@font-face {
  font-family: '${face.family}';
  font-style: normal;
  font-weight: ${weight};
  font-display: swap;
  src: url('./${face.file}.woff2') format('woff2');
  unicode-range: ${unicodeRange(face.characters)};
}
`;
}

/**
 * Cuts the two self-hosted typefaces down to the characters and weights that the product uses, before every build,
 * into `src/ui/fonts` (not committed). The whole alphabet of a page then weighs about 50 kB instead of 260 kB.
 */
export function subsetFonts(): Plugin {
  return {
    name: 'kobogate-fonts',
    async config(_config, { mode }) {
      if (mode === 'test') return;
      const folder = path.join(import.meta.dirname, '../src/ui/fonts');
      const { resolve } = createRequire(import.meta.url);
      await mkdir(folder, { recursive: true });
      await Promise.all(
        FACES.map(async (face) => {
          const whole = await readFile(resolve(face.source));
          const cut = await subsetFont(whole, face.characters, {
            targetFormat: 'woff2',
            variationAxes: { wght: face.weights },
          });
          await writeFile(path.join(folder, `${face.file}.woff2`), cut);
        }),
      );
      await writeFile(path.join(folder, 'fonts.css'), STAND_IN + FACES.map(faceRule).join(''));
    },
  };
}
