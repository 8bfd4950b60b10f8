// Any picture is redrawn at a fixed size, or refused with a message: nothing of the file but its pixels is ever served,
// and no file makes us hold more pixels than a phone's camera takes.
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { createImageDrawing } from './draw-image.ts';
import { isAnimatedPng, readFormat } from './image-format.ts';

const drawImage = createImageDrawing();
const picture = (width = 900, height = 700, background = '#0a783c') =>
  sharp({ create: { width, height, channels: 3, background } });

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A PNG that claims a size, whatever it contains. */
function claimedPng(width: number, height: number, ...between: Buffer[]): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const data = chunk('IDAT', deflateSync(Buffer.alloc((width * 3 + 1) * Math.min(height, 4))));
  return Buffer.concat([signature, chunk('IHDR', header), ...between, data, chunk('IEND', Buffer.alloc(0))]);
}

describe('[F4] a picture', () => {
  test.each(['jpeg', 'png', 'webp'] as const)('sent as %s comes out as WebP of its kind’s size', async (format) => {
    const sent = await picture().toFormat(format).toBuffer();
    for (const [kind, width, height] of [
      ['banner', 1200, 400],
      ['profile', 256, 256],
    ] as const) {
      const drawn = await drawImage(sent, kind);
      expect([drawn.width, drawn.height, readFormat(drawn.bytes)]).toEqual([width, height, 'webp']);
      expect(await sharp(drawn.bytes).metadata()).toMatchObject({ format: 'webp', width, height });
    }
  });

  test('loses everything that was in the file besides its pixels, and stands upright', async () => {
    const secret = 'taken at 6.4281 N 3.4219 E';
    const sent = await picture(100, 100)
      .composite([{ input: { create: { width: 20, height: 100, channels: 3, background: 'white' } }, left: 0, top: 0 }])
      .withExif({ IFD0: { Copyright: secret } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const drawn = await drawImage(Buffer.concat([sent, Buffer.from('<script>trailing</script>')]), 'profile');
    const { exif, orientation, icc } = await sharp(drawn.bytes).metadata();
    expect([exif, orientation, icc]).toEqual([undefined, undefined, undefined]);
    expect(Buffer.from(drawn.bytes).toString('latin1')).not.toMatch(/script|taken at/);
    // Turned a quarter to the right: its white left side is its upper side.
    const { data } = await sharp(drawn.bytes)
      .extract({ left: 128, top: 4, width: 1, height: 1 })
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(data[0]).toBeGreaterThan(200);
  });

  test.each([
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['a GIF', Buffer.from('GIF89a\u0001\u0000\u0001\u0000\u0000\u0000\u0000;', 'latin1')],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a PDF', Buffer.from('%PDF-1.7')],
    ['one byte', Buffer.from([0xff])],
    ['a sound file with a RIFF header', Buffer.from('RIFF\u0000\u0000\u0000\u0000WAVEfmt ')],
  ])('%s is refused', async (_what, bytes) => {
    await expect(drawImage(bytes, 'banner')).rejects.toMatchObject({ status: 422, code: 'no-picture' });
  });

  test('that is cut off, or only begins like one, is refused', async () => {
    for (const format of ['jpeg', 'png', 'webp'] as const) {
      const whole = await picture().toFormat(format).toBuffer();
      for (const bytes of [whole.subarray(0, whole.length * 0.6), whole.subarray(0, 20)]) {
        await expect(drawImage(bytes, 'banner')).rejects.toMatchObject({ status: 422, code: 'damaged' });
      }
    }
  });

  test('that claims billions of pixels in a few bytes is refused before they are drawn', async () => {
    for (const [width, height] of [
      [60_000, 60_000],
      [16_000, 4_000],
    ] as const) {
      const bomb = claimedPng(width, height);
      await expect(drawImage(bomb, 'banner')).rejects.toMatchObject({ status: 422, code: 'too-many-pixels' });
    }
  });

  test('that moves is refused', async () => {
    const frames = await Promise.all(['red', 'blue'].map((colour) => picture(40, 40, colour).png().toBuffer()));
    const webp = await sharp(frames, { join: { animated: true } })
      .webp()
      .toBuffer();
    const png = claimedPng(4, 4, chunk('acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0])));
    expect(isAnimatedPng(png)).toBe(true);
    for (const bytes of [webp, png]) {
      await expect(drawImage(bytes, 'profile')).rejects.toMatchObject({ status: 422, code: 'animated' });
    }
    expect(isAnimatedPng(claimedPng(4, 4))).toBe(false);
  });

  test('waits for its turn, and is refused at once where too many wait', async () => {
    const crowded = createImageDrawing({ mostWaiting: 1 });
    const sent = await picture().png().toBuffer();
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => crowded(sent, 'profile')));
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
    expect(outcomes[2]).toMatchObject({ reason: { status: 503 } });
  });
});
