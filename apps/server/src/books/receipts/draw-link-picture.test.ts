// A link's picture is a whole PNG of the size that chats show, whatever its merchant writes, says something else for
// another amount, and has the naira sign and the letters of Nigeria's languages, each with its marks where they belong.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { create } from 'fontkit';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { createPicturePress, LINK_PICTURE } from './draw-link-picture.ts';

const FONTS = fileURLToPath(new URL('../../../data/fonts', import.meta.url));
const draw = createPicturePress(FONTS);
const SAMPLE = { name: 'Sample Bakery', purpose: 'Two trays of small chops', amount: '₦25,000.50' };
const pixelsOf = async (bytes: Uint8Array) => sharp(bytes).raw().toBuffer({ resolveWithObject: true });

test('it is a PNG of 1200 by 630 with more than its ground in it, and small enough for every chat', async () => {
  const bytes = await draw(SAMPLE);
  const { data, info } = await pixelsOf(bytes);
  expect([info.width, info.height, info.channels]).toEqual([LINK_PICTURE.width, LINK_PICTURE.height, 3]);
  expect(new Set(Array.from({ length: 4000 }, (_, at) => data.readUIntBE(at * 567, 3))).size).toBeGreaterThan(4);
  expect(bytes.length).toBeLessThan(300_000);
});

test('another amount is another picture, and the same text the same one', async () => {
  const [one, same, other] = await Promise.all([draw(SAMPLE), draw(SAMPLE), draw({ ...SAMPLE, amount: '₦26,000.50' })]);
  expect(Buffer.compare(one, same)).toBe(0);
  expect(Buffer.compare(one, other)).not.toBe(0);
});

test.each([
  ['nothing', ''],
  ['one endless word', 'Donaudampfschifffahrt'.repeat(40)],
  ['another script, and pictures', 'محمد وأولاده للتجارة 🎂🎉'],
  ['many words', 'small chops and '.repeat(60)],
])('%s is drawn too', async (_, text) => {
  const { info } = await pixelsOf(await draw({ name: text, purpose: text, amount: text }));
  expect(info.width).toBe(LINK_PICTURE.width);
});

test.each(['regular', 'semibold'])(
  'the %s type has the naira sign and the letters of Nigeria’s languages',
  async (name) => {
    const font = create(await readFile(`${FONTS}/inter-${name}.ttf`));
    if (!('hasGlyphForCodePoint' in font)) throw new Error('the type is a collection of fonts');
    const letters = Array.from('₦ƁɓƊɗƘƙƳƴẸẹỊịỌọỤụṢṣṄṅŃńǸǹḾḿÀàÁáÈèÉéÌìÍíÒòÓóÙùÚú\u0300\u0301\u0304');
    expect(letters.filter((letter) => !font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0))).toEqual([]);
  },
);

test.each(['ẹ̀', 'Ọ́', 'ụ̄'])('the mark of %s stands above its letter, not beside it', async (marked) => {
  const first = { left: 0, top: 150, width: 240, height: 160 };
  const [ground, bare, whole] = await Promise.all(
    ['', marked.normalize('NFC').slice(0, 1), marked].map(async (name) => {
      const bytes = await draw({ name, purpose: '', amount: '' });
      return sharp(bytes).extract(first).greyscale().raw().toBuffer();
    }),
  );
  const differs = (one?: Uint8Array, other?: Uint8Array) => {
    const columns = [...(one ?? [])].flatMap((ink, at) => (ink === other?.[at] ? [] : [at % first.width]));
    return { from: Math.min(...columns), to: Math.max(...columns) };
  };
  const [letter, mark] = [differs(bare, ground), differs(whole, bare)];
  expect([mark.from > letter.from, mark.to < letter.to]).toEqual([true, true]);
});
