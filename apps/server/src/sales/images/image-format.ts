/** The picture formats that are read; others (SVG, GIF, HEIC, TIFF) are refused before they are parsed. */
export type ImageFormat = 'jpeg' | 'png' | 'webp';

const text = (bytes: Uint8Array, start: number, end: number): string =>
  String.fromCodePoint(...bytes.subarray(start, end));

/** The format by the first bytes of a file, whatever its name; null for any other format. Pure. */
export function readFormat(bytes: Uint8Array): ImageFormat | null {
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'jpeg';
  if (text(bytes, 0, 8) === '\u0089PNG\r\n\u001A\n') return 'png';
  return text(bytes, 0, 4) === 'RIFF' && text(bytes, 8, 12) === 'WEBP' ? 'webp' : null;
}

/**
 * Whether a PNG is animated: an `acTL` chunk before the first `IDAT` (APNG specification, section "Animation control").
 * The drawing library would silently take its first picture. Pure.
 */
export function isAnimatedPng(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 8; at + 8 <= bytes.byteLength; at += 12 + view.getUint32(at)) {
    const chunk = text(bytes, at + 4, at + 8);
    if (chunk === 'acTL') return true;
    if (chunk === 'IDAT') return false;
  }
  return false;
}
