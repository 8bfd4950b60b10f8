import {
  closeSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { Refusal } from '../refusal.ts';

/** What one plan counts for, by what is counted, in smallest units. */
export type Counts = ReadonlyMap<string, bigint>;

interface Entry {
  /** Such as `2026-11-26` (UTC). */
  readonly day: string;
  readonly plan: string;
  /** Of the plan's file: the same plan again counts once. */
  readonly digest: string;
  readonly counts: Readonly<Record<string, string>>;
}

/** Everything that this signer has signed, on disk before any signature leaves it. */
export interface Journal {
  /** The digest under which a plan was signed; undefined: it was not. */
  digestOf(plan: string): string | undefined;
  /** What was signed of this today. */
  today(what: string): bigint;
  /** Writes a plan down, and returns once the disk has it. */
  add(plan: string, digest: string, counts: Counts): void;
  close(): void;
}

/**
 * Opens the journal in a folder, in one process at a time. A line that a crash cut off was never signed for, and is taken
 * away; anything else that can't be read stops the signer, since it could not count. The day never goes back, whatever
 * the clock does. Where another process writes to it all the same, as from another container, nothing more is added.
 * Throws `Refusal`.
 */
export function openJournal(folder: string, now: () => Date = () => new Date()): Journal {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const lock = takeLock(join(folder, 'lock'));
  const file = join(folder, 'signed.jsonl');
  const handle = openSync(file, 'a+', 0o600);
  const text = readFileSync(handle, 'utf8');
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  if (whole.length < text.length) {
    ftruncateSync(handle, Buffer.byteLength(whole));
    fsyncSync(handle);
  }
  const entries = whole === '' ? [] : whole.slice(0, -1).split('\n').map(readEntry);
  const digests = new Map(entries.map(({ plan, digest }) => [plan, digest]));
  let day = '';
  let isBroken = false;
  let size = Buffer.byteLength(whole);
  let sums = new Map<string, bigint>();
  for (const entry of entries) count(entry);

  function turnTo(next: string): void {
    if (next <= day) return;
    day = next;
    sums = new Map();
  }
  function count(entry: Entry): void {
    turnTo(entry.day);
    for (const [what, amount] of Object.entries(entry.counts)) {
      sums.set(what, (sums.get(what) ?? 0n) + BigInt(amount));
    }
  }

  /**
   * Before a line and after it: lines are appended, so that of two writers at the same moment at least one sees the
   * other's, and gives no signature. The lock alone does not keep processes of two containers apart.
   */
  function requireAlone(): void {
    if (fstatSync(handle).size === size) return;
    isBroken = true;
    throw new Refusal(
      'Another signer has written to this folder since this one was started, so that no limit could be kept. Nothing was signed. Stop one of the two, and start the other again.',
    );
  }

  return {
    digestOf: (plan) => digests.get(plan),
    today: (what) => {
      turnTo(now().toISOString().slice(0, 10));
      return sums.get(what) ?? 0n;
    },
    add: (plan, digest, counts) => {
      turnTo(now().toISOString().slice(0, 10));
      const texts = Object.fromEntries([...counts].map(([what, amount]) => [what, amount.toString()]));
      const entry: Entry = { day, plan, digest, counts: texts };
      // After a line that may be incomplete no other line is written: the next start removes that part.
      if (isBroken) throw new Error('what was signed can no longer be written down: start the signer again');
      requireAlone();
      isBroken = true;
      const line = Buffer.from(`${JSON.stringify(entry)}\n`);
      for (let written = 0; written < line.length;) written += writeSync(handle, line, written);
      fsyncSync(handle);
      size += line.length;
      requireAlone();
      isBroken = false;
      digests.set(plan, digest);
      count(entry);
    },
    close: () => {
      closeSync(handle);
      rmSync(lock, { force: true });
    },
  };
}

function readEntry(line: string): Entry {
  try {
    const { day, plan, digest, counts } = JSON.parse(line) as Partial<Entry>;
    const isWhole = /^\d{4}-\d\d-\d\d$/.test(day ?? '') && typeof plan === 'string' && typeof digest === 'string';
    if (!isWhole || day === undefined || typeof counts !== 'object') throw new Error('not an entry');
    for (const amount of Object.values(counts)) BigInt(amount);
    return { day, plan, digest, counts };
  } catch {
    throw new Refusal('What was signed before can’t be read, so that no limit could be kept. Nothing will be signed.');
  }
}

/** A second signer on the same folder would count for itself. The lock of a process that is gone is taken over. */
function takeLock(path: string): string {
  for (;;) {
    try {
      const handle = openSync(path, 'wx', 0o600);
      writeSync(handle, String(process.pid));
      closeSync(handle);
      return path;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
      const owner = Number(readFileSync(path, 'utf8'));
      if (isRunning(owner)) throw new Refusal(`Another signer (process ${owner}) uses this folder.`);
      unlinkSync(path);
    }
  }
}

function isRunning(pid: number): boolean {
  if (!(pid > 0) || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
