// A public page is sent in the smallest encoding that the browser accepts, and not at all where it has it already.
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { bestEncoding, encodeDocument, isKnown } from './rendered-document.ts';

describe('a rendered document', () => {
  it('is the same text in every encoding, and another version for another text', async () => {
    const html = `<!doctype html><p>${'naira '.repeat(200)}</p>`;
    const { etag, bodies } = await encodeDocument(html);
    expect(brotliDecompressSync(bodies.br).toString()).toBe(html);
    expect(gunzipSync(bodies.gzip).toString()).toBe(html);
    expect(bodies.identity.toString()).toBe(html);
    expect((await encodeDocument(html)).etag).toBe(etag);
    expect((await encodeDocument(`${html} `)).etag).not.toBe(etag);
  });

  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip;q=1.0, BR ; q=0.5', 'br'],
    ['gzip, br;q=0', 'gzip'],
    ['br;q=0.000, gzip;q=0', 'identity'],
    ['deflate', 'identity'],
    [undefined, 'identity'],
  ])('accepting %s it is sent as %s', (header, encoding) => {
    expect(bestEncoding(header)).toBe(encoding);
  });

  it.each([
    ['W/"abc"', true],
    ['"abc"', true],
    ['"x", W/"abc"', true],
    ['*', true],
    ['W/"abd"', false],
    [undefined, false],
  ])('If-None-Match %s: known is %s', (header, expected) => {
    expect(isKnown('W/"abc"', header)).toBe(expected);
  });
});
