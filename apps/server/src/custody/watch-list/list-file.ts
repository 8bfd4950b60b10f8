import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { endianness } from 'node:os';
import { type AddressId, idSchema } from '@kobogate/contract';
import * as z from 'zod/mini';
import { replaceFile } from '../../platform/files/replace-file.ts';
import { type AddressFilter, bytesFor, capacityFor, createAddressFilter } from './address-filter.ts';
import { parseOrNull } from '../../platform/json.ts';

/** The last address that a list has read. Where the database has it, it has all that were read before it. */
export interface Position {
  readonly sequence: bigint;
  readonly addressId: AddressId;
}

/** A filter that has all addresses of a family up to a position. */
export interface SavedList {
  readonly filter: AddressFilter;
  /** How many addresses are in it. */
  readonly held: number;
  readonly position: Position;
}

/** Whose list it is: a file of another one is not used. */
export interface ListOwner {
  readonly installation: string;
  readonly family: string;
}

/** Changes with whatever makes the bytes of a filter mean something else. */
const LAYOUT = `kobogate-watch-list-1-${endianness()}`;
const DIGEST_BYTES = 32;
const MOST_OF_HEADER = 1024;
/** Other work of the process is done in between. */
const CHUNK_BYTES = 4 * 2 ** 20;

const header = z.object({
  layout: z.literal(LAYOUT),
  installation: z.string(),
  family: z.string(),
  capacity: z.number().check(z.int(), z.positive()),
  held: z.number().check(z.int(), z.positive()),
  sequence: z.string().check(z.regex(/^\d{1,18}$/)),
  addressId: idSchema('Address'),
});

/**
 * Replaces the list at a path, completely or not at all: a line that says what it is, the filter's bytes, and the SHA-256
 * of both. Addresses that are added while it is written may be in the file or not: they come after its position, and are read again.
 */
export async function writeListFile(path: string, owner: ListOwner, { filter, held, position }: SavedList) {
  const { sequence, addressId } = position;
  const { capacity } = filter;
  const stated = { layout: LAYOUT, ...owner, capacity, held, sequence: String(sequence), addressId };
  await replaceFile(path, async (file) => {
    const digest = createHash('sha256');
    // A copy is written, so that the digest is of exactly these bytes while addresses are added to the filter.
    const append = async (bytes: Buffer): Promise<void> => {
      digest.update(bytes);
      await file.appendFile(bytes);
    };
    await append(Buffer.from(`${JSON.stringify(stated)}\n`));
    for (let from = 0; from < filter.bytes.length; from += CHUNK_BYTES) {
      await append(Buffer.from(filter.bytes.subarray(from, from + CHUNK_BYTES)));
    }
    await file.appendFile(digest.digest());
  });
}

/** What stands at a path: the list, or why it is not used, for people; null where there is no file. Throws nothing. */
export async function readListFile(path: string, owner: ListOwner): Promise<SavedList | string | null> {
  try {
    const file = await open(path, 'r');
    try {
      return await readFrom(file, owner);
    } finally {
      await file.close();
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    return `it can't be read: ${error instanceof Error ? error.message : String(error)}`;
  }
}

async function readFrom(file: FileHandle, { installation, family }: ListOwner): Promise<SavedList | string> {
  const start = Buffer.alloc(MOST_OF_HEADER);
  await fill(file, start, 0);
  const line = start.subarray(0, start.indexOf('\n') + 1);
  const stated = header.safeParse(parseOrNull(line.toString()));
  if (!stated.success) return 'it is none of this version';
  if (stated.data.installation !== installation) return 'it is of another installation';
  if (stated.data.family !== family) return `it is of the family ${stated.data.family}`;
  const { capacity, held, sequence, addressId } = stated.data;
  const { size } = await file.stat();
  // Before so much memory is taken as the line says.
  if (capacity !== capacityFor(capacity) || size !== line.length + bytesFor(capacity) + DIGEST_BYTES) {
    return 'it is not whole';
  }
  const bytes = new Uint8Array(bytesFor(capacity));
  const digest = createHash('sha256').update(line);
  for (let from = 0; from < bytes.length; from += CHUNK_BYTES) {
    const chunk = bytes.subarray(from, from + CHUNK_BYTES);
    await fill(file, chunk, line.length + from);
    digest.update(chunk);
  }
  const written = Buffer.alloc(DIGEST_BYTES);
  await fill(file, written, line.length + bytes.length);
  if (!digest.digest().equals(written)) return 'its checksum is not that of its content';
  return { filter: createAddressFilter(capacity, bytes), held, position: { sequence: BigInt(sequence), addressId } };
}

/** Reads into all of `bytes`, or up to the end of the file. */
async function fill(file: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let at = 0; at < bytes.length;) {
    const { bytesRead } = await file.read(bytes, at, bytes.length - at, position + at);
    if (bytesRead === 0) return;
    at += bytesRead;
  }
}
