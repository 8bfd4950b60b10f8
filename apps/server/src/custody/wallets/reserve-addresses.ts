import type { AddressId, FenceId } from '@kobogate/contract';
import { setImmediate } from 'node:timers/promises';
import type { AddressSource } from '@kobogate/addresses';
import { type Database, limitLockWaits, type Transaction } from '../../platform/database.ts';
import { isLockTimeout } from '../../platform/database-errors.ts';
import type { Log } from '../../platform/log.ts';
import { type StartStep, UNWATCHED_START } from '../../platform/start-stage.ts';
import { newId } from '../../platform/identifiers.ts';
import {
  countGiven,
  findReserve,
  insertReserve,
  insertUnowned,
  listUnwritten,
  lockCounter,
  type NewAddress,
  nextIndexOf,
  type Reserve,
  saveCounter,
  takeSequence,
  widenReserve,
} from './db.ts';
import { isPool } from './take-addresses.ts';

export interface ReserveDependencies {
  readonly database: Database;
  readonly addressSources: readonly AddressSource[];
  readonly log: Log;
  /** The operator's number of addresses of a family that may have been given out since the backup; null: estimated. */
  readonly gap: number | null;
}

/** The minimum, and the factor for each one that was given out in the same length of time before the backup. */
const LEAST_OF_KEY = 1_000;
const LEAST_OF_POOL = 50;
const TIMES_AS_BUSY = 5;
/** The most where the operator says no number: a thousand take about a second, during which a start is not ready. */
const MOST = 20_000;
/** An index that was taken before so many others has its address here, also where a version before wrote the two one after the other. */
const TAKEN_LAST = 20_000;
const DERIVED_AT_ONCE = 50;
/** Each statement has half a minute. */
const WRITTEN_AT_ONCE = 5_000;
const LONGEST_LOCK_WAIT_MS = 1_000;

/**
 * How many addresses are reserved: the operator's number, else several times the number given out in the same length of
 * time before the backup. Never more than there are. Pure.
 */
export function decideReserve({
  gap,
  size,
  next,
  given,
}: {
  readonly gap: number | null;
  readonly size: number;
  /** The index that would be given out next. */
  readonly next: number;
  /** How many were taken before the backup in the same length of time as after it. */
  readonly given: number;
}): number {
  const reckoned = Math.min((isPool(size) ? LEAST_OF_POOL : LEAST_OF_KEY) + TIMES_AS_BUSY * given, MOST);
  return Math.max(0, Math.min(gap ?? reckoned, size - next));
}

/**
 * Reserves, once for a fence, the addresses of every account key that may have been given out since the backup: they
 * are never given out again, watched from then on, and belong to no customer. Counter and addresses are one commit. Before the
 * counter they are those whose address is not here: a version before committed it after its index, which a backup can lie between.
 * Runs before any address of the restored books is given out; may be repeated, and by several servers at once.
 */
export async function reserveAddresses(
  { database, addressSources, gap, log }: ReserveDependencies,
  fenceId: FenceId,
  { tell, signal }: StartStep = UNWATCHED_START,
): Promise<void> {
  const open: { source: AddressSource; count: (next: number) => number; expected: number }[] = [];
  for (const source of addressSources) {
    if ((await findReserve(database, fenceId, source)) !== null) continue;
    const given = await countGiven(database, source);
    const count = (next: number): number => decideReserve({ gap, size: source.size, next, given });
    open.push({ source, count, expected: count(await nextIndexOf(database, source)) });
  }
  const all = open.reduce((sum, { expected }) => sum + expected, 0);
  if (all > 0) log.warn({ addresses: all }, 'addresses that may be known to others are being set aside');
  let before = 0;
  for (const { source, count, expected } of open) {
    const reserve = await reserveOnce(database, source, {
      count,
      before: (first) => listUnwritten(database, source, { from: Math.max(0, first - TAKEN_LAST), to: first }),
      write: (tx, { first, end }) =>
        insertReserve(tx, fenceId, source, { firstIndex: first, endIndex: end, step: end - first }),
      onDerived: (done) => tell(describeProgress(before + done, all)),
      onHeld: () => tell('another server sets addresses aside after a restore; this one goes on after it'),
      signal,
    });
    before += expected;
    if (reserve !== null)
      log.warn({ family: source.family, ...reserve }, 'addresses that may be known to others are reserved');
  }
}

/** Reserves `reserve.step` more after all that were ever given out. Answers false where a pool has none left. */
export async function reserveMore(
  { database }: Pick<ReserveDependencies, 'database'>,
  source: AddressSource,
  { fenceId, reserve }: { readonly fenceId: FenceId; readonly reserve: Reserve },
): Promise<boolean> {
  const made = await reserveOnce(database, source, {
    count: (next) => Math.max(0, Math.min(reserve.step, source.size - next)),
    write: (tx, { end }) => widenReserve(tx, fenceId, source, { from: reserve.endIndex, to: end }),
  });
  return made !== null && made.end > made.first;
}

interface Span {
  readonly first: number;
  /** One past the last. */
  readonly end: number;
}

interface Reserving {
  readonly count: (next: number) => number;
  /** Which of the indexes before the next one are reserved too. */
  readonly before?: (first: number) => Promise<readonly number[]>;
  readonly write: (tx: Transaction, span: Span) => Promise<boolean>;
  /** Called with how many have been derived so far. */
  readonly onDerived?: (done: number) => void;
  /** Called now and then while another process holds the counter. */
  readonly onHeld?: (() => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

const IN_ENGLISH = new Intl.NumberFormat('en');

/** How far the setting aside is, in words. Pure. */
const describeProgress = (done: number, all: number): string =>
  `setting aside addresses after a restore, ${IN_ENGLISH.format(Math.min(done, all))} of ${IN_ENGLISH.format(all)}`;

/**
 * Derives outside of any transaction, since it takes seconds, and commits the addresses if the counter has not moved since. If
 * it has, it derives the few that are missing now, so that it ends even while customers keep taking addresses. Answers null
 * where `write` says that another process has done it. An aborted `signal` throws, and nothing is reserved.
 */
async function reserveOnce(
  database: Database,
  source: AddressSource,
  { count, before, write, onDerived, onHeld, signal }: Reserving,
): Promise<Span | null> {
  const known = new Map<number, NewAddress>();
  for (;;) {
    const first = await nextIndexOf(database, source);
    const span = { first, end: first + count(first) };
    const indexes = (await before?.(first))?.filter((index) => index < source.size) ?? [];
    const derived: NewAddress[] = [];
    for (const index of [...indexes, ...Array.from({ length: span.end - first }, (_, place) => first + place)]) {
      const found = known.get(index) ?? { id: newId<AddressId>(), index, ...source.derive(index) };
      known.set(index, found);
      derived.push(found);
      // Signals and health checks are answered in between.
      if (derived.length % DERIVED_AT_ONCE !== 0) continue;
      onDerived?.(derived.length);
      await setImmediate();
      signal?.throwIfAborted();
    }
    const outcome = await afterOthers(() => commitReserved(database, source, { span, derived, write, signal }), {
      onHeld,
      signal,
    });
    if (outcome !== 'moved') return outcome === 'done' ? span : null;
  }
}

/** Answers `moved`, and writes nothing, where addresses were given out since the derivation; `theirs` where `write` answers false. */
function commitReserved(
  database: Database,
  source: AddressSource,
  {
    span,
    derived,
    write,
    signal,
  }: Pick<Reserving, 'write' | 'signal'> & { span: Span; derived: readonly NewAddress[] },
): Promise<'done' | 'moved' | 'theirs'> {
  return database.transaction(async (tx) => {
    await limitLockWaits(tx, LONGEST_LOCK_WAIT_MS);
    if ((await lockCounter(tx, source)) !== span.first) return 'moved';
    if (!(await write(tx, span))) return 'theirs';
    await saveCounter(tx, source, span.end);
    if (derived.length === 0) return 'done';
    const last = await takeSequence(tx, source.family, derived.length);
    for (let from = 0; from < derived.length; from += WRITTEN_AT_ONCE) {
      signal?.throwIfAborted();
      const addresses = derived.slice(from, from + WRITTEN_AT_ONCE);
      await insertUnowned(tx, source, { last: last - BigInt(derived.length - from - addresses.length), addresses });
    }
    return 'done';
  });
}

/** Tries again for as long as another process holds what it needs: one that sets many addresses aside takes minutes. */
async function afterOthers<Outcome>(
  work: () => Promise<Outcome>,
  { onHeld, signal }: Pick<Reserving, 'onHeld' | 'signal'>,
): Promise<Outcome> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      signal?.throwIfAborted();
      onHeld?.();
    }
  }
}
