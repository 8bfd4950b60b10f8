// A sample link's pictures are whole PNGs of the sizes that the product keeps, with something to see on them.
import { crc32, inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { SAMPLE_PICTURES } from './sample-pictures.mjs';

/** The chunks of a PNG by their types. Throws where a checksum is wrong. */
function chunksOf(png: Buffer): Map<string, Buffer> {
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < png.length;) {
    const end = at + 8 + png.readUInt32BE(at);
    if (crc32(png.subarray(at + 4, end)) !== png.readUInt32BE(end)) throw new Error('a chunk is damaged');
    chunks.set(png.toString('latin1', at + 4, at + 8), png.subarray(at + 8, end));
    at = end + 4;
  }
  return chunks;
}

test.each([
  ['bakery', 'banner', 1200, 400],
  ['bakery', 'profile', 256, 256],
  ['studio', 'banner', 1200, 400],
  ['studio', 'profile', 256, 256],
] as const)('%s, %s', (shop, kind, width, height) => {
  const chunks = chunksOf(SAMPLE_PICTURES[shop][kind]());
  const header = chunks.get('IHDR');
  expect([header?.readUInt32BE(0), header?.readUInt32BE(4)]).toEqual([width, height]);
  const rows = inflateSync(chunks.get('IDAT') ?? Buffer.alloc(0));
  expect(rows).toHaveLength(height * (1 + width * 3));
  expect(new Set(rows).size).toBeGreaterThan(10);
  expect(chunks.has('IEND')).toBe(true);
});
