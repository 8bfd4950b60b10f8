import { promisify } from 'node:util';
import { crc32, deflate } from 'node:zlib';

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
/** Eight bits a channel, red, green and blue, and the standard's only methods (ISO/IEC 15948, 11.2.2). */
const HEADER_END = [8, 2, 0, 0, 0];

/** A picture of three bytes a pixel as PNG. */
export async function writePng(picture: {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}): Promise<Uint8Array<ArrayBuffer>> {
  const { width, height, pixels } = picture;
  const header = new DataView(new ArrayBuffer(13));
  header.setUint32(0, width);
  header.setUint32(4, height);
  for (const [index, value] of HEADER_END.entries()) header.setUint8(8 + index, value);
  const rows = new Uint8Array((width * 3 + 1) * height);
  for (let row = 0; row < height; row += 1) {
    // Each row begins with its filter: none.
    rows.set(pixels.subarray(row * width * 3, (row + 1) * width * 3), row * (width * 3 + 1) + 1);
  }
  const data = await promisify(deflate)(rows, { level: 6 });
  return new Uint8Array(
    Buffer.concat([
      SIGNATURE,
      chunk('IHDR', new Uint8Array(header.buffer)),
      chunk('IDAT', data),
      chunk('IEND', new Uint8Array()),
    ]),
  );
}

/** Length, name, data, and the check sum over name and data. */
function chunk(name: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const ends = new DataView(new ArrayBuffer(8));
  ends.setUint32(0, data.length);
  ends.setUint32(4, crc32(body));
  const bytes = new Uint8Array(ends.buffer);
  return Buffer.concat([bytes.subarray(0, 4), body, bytes.subarray(4)]);
}
