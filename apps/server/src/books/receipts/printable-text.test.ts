// No letter on a printed receipt is a box: the letters of Nigeria's languages are printed as they are, with their
// marks, and letters that the font lacks are spelt in Latin letters.
import { create } from 'fontkit';
import { readFileSync } from 'node:fs';
import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createReceiptPress } from './draw-receipt.ts';
import { printableText } from './printable-text.ts';

const FONTS = `${import.meta.dirname}/../../../data/fonts`;
const font = create(readFileSync(`${FONTS}/inter-regular.ttf`));
const hasLetter = (codePoint: number): boolean => 'glyphsForString' in font && font.hasGlyphForCodePoint(codePoint);

test.each([
  ['Ẹ̀bùn Ọ̀ṣun', 'Ẹ̀bùn Ọ̀ṣun'],
  ['Ṅgọzị ụlọ', 'Ṅgọzị ụlọ'],
  ['Ɓala Ɗanƙwairo Ƴar’adua', 'Ɓala Ɗanƙwairo Ƴar’adua'],
  // Typed as separate marks, as some keyboards do.
  ['e\u0323\u0301 o\u0323', 'ẹ\u0301 ọ'],
  ['₦25,000.00 · USDT\nsecond line', '₦25,000.00 · USDT\nsecond line'],
  ['مخبز السلام', 'mkhbz lslm'],
  ['龍門', 'LongMen'],
  ['Cake 🎂 👍🏽', 'Cake :birthday: :thumbsup:'],
  ['a\u202eb\u200dc\ufe0f\u0007', 'abc'],
])('%j is printed as %j', (text, printed) => {
  expect(printableText(text, hasLetter)).toBe(printed.normalize('NFC'));
});

test('a receipt in any alphabet has no glyph for a missing letter', async () => {
  const drawReceipt = await createReceiptPress(FONTS);
  const odd = 'مخبز 🎂 龍門 Ẹ̀bùn';
  const pdf = Buffer.from(
    await drawReceipt({
      language: 'yo-NG',
      title: odd,
      company: odd,
      customer: odd,
      amount: odd,
      notice: odd,
      sections: [{ title: odd, rows: [{ label: odd, value: odd }] }],
      foot: odd,
    }),
  );
  // Each text shows glyphs by their index in the embedded font, four hexadecimal digits each; 0 is the box.
  const streams = [...pdf.toString('latin1').matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)].flatMap(([, bytes]) => {
    try {
      return [inflateSync(Buffer.from(bytes ?? '', 'latin1')).toString('latin1')];
    } catch {
      return [];
    }
  });
  const shown = streams.flatMap((stream) => stream.match(/<(?:[0-9a-f]{4})+>(?= -?\d|\])/g) ?? []);
  expect(shown.length).toBeGreaterThan(8);
  const glyphs = shown.flatMap((text) => text.match(/[0-9a-f]{4}/g) ?? []);
  expect(glyphs).not.toContain('0000');
});
