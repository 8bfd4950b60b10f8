// What an archive holds comes out again as it went in, under its own name, by the directory that every program reads.
import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { writeZip } from './write-zip.ts';

/** Reads an archive as programs do: from its end, by its directory. */
function readZip(bytes: Uint8Array): { name: string; content: Buffer; at: string }[] {
  const all = Buffer.from(bytes);
  const end = all.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'));
  const count = all.readUInt16LE(end + 10);
  let place = all.readUInt32LE(end + 16);
  return Array.from({ length: count }, () => {
    expect(all.readUInt32LE(place)).toBe(0x02_01_4b_50);
    const [day, time] = [all.readUInt16LE(place + 14), all.readUInt16LE(place + 12)];
    const [checksum, size] = [all.readUInt32LE(place + 16), all.readUInt32LE(place + 24)];
    const length = all.readUInt16LE(place + 28);
    const name = all.toString('utf8', place + 46, place + 46 + length);
    const local = all.readUInt32LE(place + 42);
    place += 46 + length;
    expect(all.toString('utf8', local + 30, local + 30 + length)).toBe(name);
    const content = all.subarray(local + 30 + length, local + 30 + length + size);
    expect(crc32(content)).toBe(checksum);
    const at = [(day >> 9) + 1980, (day >> 5) & 15, day & 31, time >> 11, (time >> 5) & 63, (time & 31) * 2].join(' ');
    return { name, content, at };
  });
}

test('files come out as they went in, named in any script, at the time of Lagos', () => {
  const entries = [
    { name: 'evidence-1.json', content: new TextEncoder().encode('{"naira":"₦1,500.50"}') },
    { name: 'Ọ̀rọ̀.pdf', content: new Uint8Array(70_000).fill(7) },
    { name: 'empty', content: new Uint8Array() },
  ];
  const read = readZip(writeZip(entries, new Date('2026-11-21T23:30:41Z')));
  expect(read.map(({ name, content }) => [name, content.toString('hex')])).toEqual(
    entries.map(({ name, content }) => [name, Buffer.from(content).toString('hex')]),
  );
  expect(new Set(read.map(({ at }) => at))).toEqual(new Set(['2026 11 22 0 30 40']));
  expect(readZip(writeZip([], new Date()))).toEqual([]);
});
