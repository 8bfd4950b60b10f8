import { crc32 } from 'node:zlib';

/** A file of an archive. */
export interface ZipEntry {
  readonly name: string;
  readonly content: Uint8Array;
}

const LOCAL = 0x04_03_4b_50;
const CENTRAL = 0x02_01_4b_50;
const END = 0x06_05_4b_50;
/** 2.0: the oldest that knows folders and stored files alike. */
const VERSION = 20;
/** Names are UTF-8. */
const UTF_8 = 0x08_00;
const YEAR_ONE = 1980;

/** A time of Lagos as the format keeps it: in steps of two seconds, and without a zone. */
function dosTime(at: Date): { readonly time: number; readonly day: number } {
  const lagos = new Date(at.getTime() + 3_600_000);
  return {
    time: (lagos.getUTCHours() << 11) | (lagos.getUTCMinutes() << 5) | (lagos.getUTCSeconds() >> 1),
    day: ((lagos.getUTCFullYear() - YEAR_ONE) << 9) | ((lagos.getUTCMonth() + 1) << 5) | lagos.getUTCDate(),
  };
}

/**
 * Files as the bytes of a ZIP archive (PKWARE APPNOTE 6.3.3), each stored as it is. For a few files of some megabytes:
 * without ZIP64, so at most 65,535 files and 4 GB.
 */
export function writeZip(entries: readonly ZipEntry[], at: Date): Uint8Array<ArrayBuffer> {
  const { time, day } = dosTime(at);
  const parts: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let offset = 0;
  for (const { name, content } of entries) {
    const bytes = Buffer.from(name, 'utf8');
    // What both headers say: version, flags, method (stored), time, day, checksum, sizes, lengths of name and extra field.
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(VERSION, 0);
    facts.writeUInt16LE(UTF_8, 2);
    facts.writeUInt16LE(time, 6);
    facts.writeUInt16LE(day, 8);
    facts.writeUInt32LE(crc32(content), 10);
    facts.writeUInt32LE(content.byteLength, 14);
    facts.writeUInt32LE(content.byteLength, 18);
    facts.writeUInt16LE(bytes.byteLength, 22);
    const central = Buffer.alloc(14);
    central.writeUInt32LE(offset, 10);
    const local = [numbered(LOCAL), facts, bytes, content];
    parts.push(...local);
    directory.push(numbered(CENTRAL), numbered(VERSION).subarray(0, 2), facts, central, bytes);
    offset += local.reduce((sum, part) => sum + part.byteLength, 0);
  }
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(
    directory.reduce((sum, part) => sum + part.byteLength, 0),
    8,
  );
  end.writeUInt32LE(offset, 12);
  return new Uint8Array(Buffer.concat([...parts, ...directory, numbered(END), end]));
}

function numbered(signature: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(signature);
  return bytes;
}
