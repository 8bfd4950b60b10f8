import { readFile } from 'node:fs/promises';
import { PRODUCT_NAME } from '@kobogate/contract';
import type { Font, Path } from 'fontkit';
import { createCanvas, type Canvas, type Outline } from '../../platform/pictures/rasterise.ts';
import { writePng } from '../../platform/pictures/write-png.ts';
import { printableText } from './printable-text.ts';

/** What the picture of a payment link tells. */
export interface LinkPicture {
  /** The merchant, as the link names them. */
  readonly name: string;
  readonly purpose: string;
  /** As people read it; empty where the payer chooses it. */
  readonly amount: string;
}

/** Draws the picture that chats and social networks show for a payment link's address, as PNG. */
export type DrawLinkPicture = (picture: LinkPicture) => Promise<Uint8Array<ArrayBuffer>>;

/** The size that Open Graph's readers ask for. */
export const LINK_PICTURE = { width: 1200, height: 630 } as const;
const MARGIN = 80;
const WIDEST = LINK_PICTURE.width - 2 * MARGIN;
/** Pictures that are kept, of some 40 kB: chats ask for the same one again and again. */
const MOST_KEPT = 50;
/** Letters of a text that are looked at: more fit no picture. */
const LONGEST = 200;
const NIGHT = [0x0d, 0x2a, 0x20] as const;
const RING = [0x14, 0x3b, 0x2d] as const;
const PAPER = [0xf4, 0xf1, 0xe7] as const;
const SOFT = [0xb3, 0xc6, 0xba] as const;
const GREEN = [0x62, 0xd3, 0xa3] as const;
const COPPER = [0xe2, 0x97, 0x5d] as const;

/** Loads the type with the first picture: most processes draw none. `folder` has the product's fonts. */
export function createPicturePress(folder: string): DrawLinkPicture {
  let fonts: Promise<{ regular: Font; bold: Font }> | undefined;
  const drawn = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();
  async function draw(picture: LinkPicture): Promise<Uint8Array<ArrayBuffer>> {
    fonts ??= openFonts(folder);
    const { regular, bold } = await fonts;
    return writePng(drawPicture(picture, regular, bold));
  }
  return (picture) => {
    const key = JSON.stringify(picture);
    const known = drawn.get(key) ?? draw(picture);
    // The latest last, so that the first is the one that nobody has asked for longest.
    drawn.delete(key);
    drawn.set(key, known);
    known.catch(() => drawn.delete(key));
    if (drawn.size > MOST_KEPT) drawn.delete(drawn.keys().next().value ?? '');
    return known;
  };
}

async function openFonts(folder: string): Promise<{ regular: Font; bold: Font }> {
  const { create } = await import('fontkit');
  const open = async (file: string): Promise<Font> => {
    const font = create(await readFile(`${folder}/${file}`));
    if (!('layout' in font)) throw new Error('the type of pictures is a collection of fonts');
    return font;
  };
  return { regular: await open('inter-regular.ttf'), bold: await open('inter-semibold.ttf') };
}

function drawPicture({ name, purpose, amount }: LinkPicture, regular: Font, bold: Font): Canvas {
  const canvas = createCanvas(LINK_PICTURE.width, LINK_PICTURE.height, NIGHT);
  const { fill: draw } = canvas;
  for (const radius of [420, 300, 180]) draw(gate(1010, 470, radius, 60), RING);
  draw(gate(MARGIN + 24, 92, 24, 12), GREEN);
  draw([circle(MARGIN + 24, 92, 8)], GREEN);
  write(canvas, bold, PRODUCT_NAME, { x: MARGIN + 66, y: 118, size: 40, colour: PAPER });
  const title = wrap(bold, name, 68, 2);
  const text = wrap(regular, purpose, 36, 2);
  let y = 250;
  for (const line of title) {
    write(canvas, bold, line, { x: MARGIN, y, size: 68, colour: PAPER });
    y += 80;
  }
  for (const line of text) {
    write(canvas, regular, line, { x: MARGIN, y: y - 14, size: 36, colour: SOFT });
    y += 48;
  }
  const [shown = ''] = wrap(bold, amount, 72, 1);
  write(canvas, bold, shown, { x: MARGIN, y: 540, size: 72, colour: COPPER });
  write(canvas, regular, 'Pay in crypto. They receive naira in their bank account.', {
    x: MARGIN,
    y: 590,
    size: 28,
    colour: SOFT,
  });
  return canvas;
}

/** The product's gate: an arch around a point, so wide and so thick, down to the lower edge of its box. */
function gate(x: number, y: number, radius: number, thickness: number): Outline[] {
  const arc = (r: number): [number, number][] =>
    Array.from({ length: 49 }, (_, step) => {
      const angle = Math.PI + (Math.PI * step) / 48;
      return [x + r * Math.cos(angle), y + r * Math.sin(angle)];
    });
  const [outer, inner] = [radius, radius - thickness];
  const foot = y + radius * 1.3;
  return [
    [
      [x - outer, foot],
      ...arc(outer),
      [x + outer, foot],
      [x + inner, foot],
      ...arc(inner).toReversed(),
      [x - inner, foot],
    ],
  ];
}

const circle = (x: number, y: number, radius: number): Outline =>
  Array.from({ length: 48 }, (_, step) => {
    const angle = (Math.PI * step) / 24;
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)] as const;
  });

const widthOf = (font: Font, text: string, size: number): number =>
  (font.layout(text).advanceWidth * size) / font.unitsPerEm;

/** A text in at most so many lines that fit; what is left out ends with an ellipsis. */
function wrap(font: Font, text: string, size: number, most: number): string[] {
  const printable = printableText(text, (codePoint) => font.hasGlyphForCodePoint(codePoint));
  const lines: string[] = [];
  let rest = printable
    .slice(0, LONGEST)
    .split(/\s+/)
    .filter((word) => word !== '');
  while (rest.length > 0 && lines.length < most) {
    const isLast = lines.length === most - 1;
    let count = isLast ? rest.length : 1;
    while (count < rest.length && widthOf(font, rest.slice(0, count + 1).join(' '), size) <= WIDEST) count += 1;
    lines.push(cut(font, rest.slice(0, count).join(' '), size));
    rest = rest.slice(count);
  }
  return lines;
}

/** As much of the text as fits a line, with an ellipsis where that is not all. */
function cut(font: Font, text: string, size: number): string {
  if (widthOf(font, text, size) <= WIDEST) return text;
  const letters = [...text];
  while (letters.length > 0 && widthOf(font, `${letters.join('')}…`, size) > WIDEST) letters.pop();
  return `${letters.join('').trimEnd()}…`;
}

function write(
  canvas: Canvas,
  font: Font,
  text: string,
  { x, y, size, colour }: { x: number; y: number; size: number; colour: readonly [number, number, number] },
): void {
  const scale = size / font.unitsPerEm;
  const { glyphs, positions } = font.layout(text);
  let at = x;
  for (const [index, glyph] of glyphs.entries()) {
    const { xAdvance, xOffset, yOffset } = positions[index] ?? { xAdvance: 0, xOffset: 0, yOffset: 0 };
    // A mark, as above ẹ̀, is a glyph of its own that the font moves back over its letter.
    const outlines = outlinesOf(glyph.path, at + xOffset * scale, y - yOffset * scale, scale);
    if (outlines.length > 0) canvas.fill(outlines, colour);
    at += xAdvance * scale;
  }
}

const CURVE_STEPS = 8;

/** A letter's outlines in pixels: its curves as short lines. */
function outlinesOf(path: Path, x: number, y: number, scale: number): Outline[] {
  const outlines: [number, number][][] = [];
  let [px, py] = [0, 0];
  const put = (gx: number, gy: number): void => {
    outlines.at(-1)?.push([x + gx * scale, y - gy * scale]);
    [px, py] = [gx, gy];
  };
  for (const { command, args } of path.commands) {
    const [a = 0, b = 0, c = 0, d = 0] = args;
    if (command === 'moveTo') {
      outlines.push([]);
      put(a, b);
    } else if (command === 'lineTo') put(a, b);
    else if (command === 'quadraticCurveTo') {
      const [sx, sy] = [px, py];
      for (let step = 1; step <= CURVE_STEPS; step += 1) {
        const t = step / CURVE_STEPS;
        const [u, v, w] = [(1 - t) ** 2, 2 * t * (1 - t), t ** 2];
        put(u * sx + v * a + w * c, u * sy + v * b + w * d);
      }
    }
  }
  return outlines.filter((outline) => outline.length > 2);
}
