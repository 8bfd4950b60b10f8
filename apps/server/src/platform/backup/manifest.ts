import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';

/** The file of a backup that lists the others; it is written last. */
export const MANIFEST_FILE = 'manifest.json';
/** Changes whenever the format of backups changes. */
const FORMAT = 'kobogate-backup-1';

// No path out of the folder; statements quote each name.
const identifier = z.string().regex(/^[^/\\\0]{1,63}$/);
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.number().int().nonnegative();

const contents = z.object({
  format: z.literal(FORMAT),
  /** The database time of the snapshot. */
  takenAt: z.iso.datetime(),
  /** The version of the PostgreSQL that it was taken from. */
  serverVersion: z.string(),
  /** The migrations that made the schema, in the order of their names. */
  migrations: z.array(z.object({ name: z.string(), checksum: sha256 })),
  /** `bytes` and `sha256` are those of the compressed file. */
  tables: z.array(z.object({ name: identifier, columns: z.array(identifier), rows: count, bytes: count, sha256 })),
  sequences: z.array(z.object({ name: identifier, value: z.string().regex(/^-?\d{1,19}$/), isCalled: z.boolean() })),
});
const manifest = contents.extend({ checksum: sha256, seal: sha256 });

/** What a backup holds: tables, rows, sequences and the migrations that made them. */
export type Contents = z.output<typeof contents>;
export type TableCopy = Contents['tables'][number];
export type SequenceValue = Contents['sequences'][number];
export type Manifest = z.output<typeof manifest>;

/** The format's name, as a field of the manifest. Pure. */
export const describeContents = (rest: Omit<Contents, 'format'>): Contents => ({ format: FORMAT, ...rest });

/** Where in the folder a table's rows are: `COPY` text, compressed by gzip. Pure. */
export const fileOf = (table: string): string => `${table}.copy.gz`;

const textOf = (what: Contents): string => JSON.stringify(contents.parse(what));
const checksumOf = (text: string): string => createHash('sha256').update(text).digest('hex');
// A separate key, so that nothing sealed here passes for a seal of anything else.
const sealOf = (text: string, secretsKey: Uint8Array): string =>
  createHmac('sha256', Buffer.from(hkdfSync('sha256', secretsKey, '', 'kobogate backup', 32)))
    .update(text)
    .digest('hex');

/**
 * The manifest's text. `checksum` shows a torn or altered one; `seal` (HMAC with a key derived from SECRETS_KEY, which
 * is not in it) proves that a gateway with that key made it. Pure.
 */
export function writeManifest(what: Contents, secretsKey: Uint8Array): string {
  const text = textOf(what);
  const whole: Manifest = { ...what, checksum: checksumOf(text), seal: sealOf(text, secretsKey) };
  return `${JSON.stringify(whole, null, 1)}\n`;
}

/** A manifest from its text; null where it has another format, is torn or was altered. Pure. */
export function readManifest(text: string): Manifest | null {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return null;
  }
  const parsed = manifest.safeParse(json);
  if (!parsed.success) return null;
  return checksumOf(textOf(parsed.data)) === parsed.data.checksum ? parsed.data : null;
}

/** Whether the manifest was made by a gateway with this SECRETS_KEY. Pure. */
export const isSealedWith = (found: Manifest, secretsKey: Uint8Array): boolean =>
  timingSafeEqual(Buffer.from(sealOf(textOf(found), secretsKey), 'hex'), Buffer.from(found.seal, 'hex'));

const NAME = /^kobogate-backup-\d{8}T\d{9}Z$/;

/** The name of a backup's folder, which sorts by time. Pure. */
export const folderName = (takenAt: string): string => `kobogate-backup-${takenAt.replaceAll(/[-:.]/g, '')}`;

/**
 * The backups among a folder's entries that are beyond the `keep` newest, of which `last` is the newest. One with a later name
 * was taken while a clock was ahead, and is removed first. Other entries are ignored. Pure.
 */
export function beyondNewest(names: readonly string[], keep: number, last: string): string[] {
  const newestFirst = names
    .filter((name) => NAME.test(name))
    .toSorted()
    .toReversed();
  const isAhead = (name: string): boolean => name > last;
  return [...newestFirst.filter((name) => !isAhead(name)), ...newestFirst.filter(isAhead)].slice(keep);
}
