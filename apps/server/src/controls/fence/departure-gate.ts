import type { Database, Transaction } from '../../platform/database.ts';
import { type DependencyDown, dependencyDown } from '../../platform/errors.ts';
import type { Log } from '../../platform/log.ts';
import { countDeparture, type Departures, hasHistory, LEAP, loadDepartures, raiseEpoch } from './db.ts';
import { type EpochMark, readEpochMark, writeEpochMark } from './epoch-file.ts';
import { fenced } from './fence.ts';
import { type EndSessions, raiseFenceWithin } from './raise-fence.ts';

/** The gate that every payout passes to leave. */
export interface DepartureGate {
  /**
   * Compares the database with this server's file of departures. Where the database is older it raises the fence, and ends every
   * session, as a restore does.
   * Called at the start and from time to time; other servers' counts are noted in the file.
   */
  compare(): Promise<void>;
  /** Before anything is done for a payout. Throws 503 where nothing may leave now. */
  requireOpen(): Promise<void>;
  /**
   * Counts a departure in the transaction that commits it. Throws 503, and nothing may be written, while a fence is up
   * or where the database is older than earlier departures.
   */
  count(tx: Transaction): Promise<EpochMark>;
  /** After that transaction and before the call: records the departure outside the database. Never throws. */
  note(mark: EpochMark): Promise<void>;
  /**
   * Takes addresses in a transaction of their own, and records outside the database how many were given out before anyone
   * learns one. Throws 503, and takes none, if the database is older than the addresses that were given out, and would give one
   * out twice: the fence is up then.
   */
  takeAddresses<Taken>(take: (tx: Transaction) => Promise<Taken>): Promise<Taken>;
}

interface GateOptions {
  readonly database: Database;
  readonly log: Pick<Log, 'error' | 'warn'>;
  /**
   * Where departures are recorded, in a place that no restore of the database rolls back; null: nowhere, as in tests.
   */
  readonly path: string | null;
  /**
   * Asks the banks whether they made transfers that the books don't know, where that was not done recently. `isNew`:
   * this server has no file yet, so only the banks know what left.
   */
  readonly lookAtBanks?: (server: { readonly isNew: boolean }) => Promise<void>;
  /** Signs every user out. */
  readonly endSessions: EndSessions;
}

/**
 * The gate of one server. Its file's content is used from the first question on for as long as the server runs; a
 * server without a file is a new one.
 */
export function createDepartureGate(options: GateOptions): DepartureGate {
  const { database, log, path, endSessions } = options;
  const file = createMarkFile(path, log);
  let seen: EpochMark | null = null;
  // A file without a count is compared with the database like one with too high a count.
  let isUnreadable = false;
  // Without a file the earlier departures are unknown.
  let isNew = true;
  // Whether the file may say what left: one that was there, or that begins before anything could leave.
  let isNoted = false;
  let opening: Promise<void> | undefined;
  let comparing: Promise<Departures> | undefined;

  async function open(): Promise<void> {
    const found = await readFile(path);
    if (found === null) return;
    if (found === 'unreadable') {
      isUnreadable = true;
      return;
    }
    // Another database without orders is a new one, not an old state of the former one.
    const { installation } = await loadDepartures(database);
    if (installation === found.installation || (await hasHistory(database))) {
      seen = found;
      isNew = false;
      isNoted = true;
    }
  }
  const opened = (): Promise<void> => {
    opening ??= open().catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    return opening;
  };
  const remember = (mark: EpochMark): void => {
    seen = seen === null ? mark : joined(seen, mark);
  };
  const reasonAgainst = (now: EpochMark, then: EpochMark | null): string | null => {
    if (isUnreadable) return `The file ${path ?? ''}, which says what left from here, can’t be read.`;
    if (then === null) return null;
    if (now.installation !== then.installation) {
      return 'This database is not the one that this server paid out from before.';
    }
    if (!isOlder(now, then)) return null;
    const [what, has, had] =
      now.epoch < then.epoch
        ? ['payouts sent', now.epoch, then.epoch]
        : ['addresses given out', now.addresses, then.addresses];
    return `The database is older than the ${what} from here: it counts ${has}, and this server’s own file ${had}.`;
  };

  async function compareOnce(): Promise<Departures> {
    await opened();
    // The count from before the question: a departure during it is no sign of an older database.
    const before = seen;
    const now = await loadDepartures(database);
    const reason = reasonAgainst(now, before);
    if (reason === null) return now;
    log.error({ counted: String(now.epoch), seen: String(before?.epoch ?? 0) }, `${reason} Nothing leaves any more`);
    const had = before ?? now;
    const most = had.epoch > now.epoch ? had.epoch : now.epoch;
    // Where addresses are lost, past any file, as when a fence is lifted: they are counted again from here.
    const losesAddresses = had.addresses > now.addresses;
    const leap = losesAddresses ? LEAP : 0n;
    const raised = await database.transaction(async (tx) => {
      await raiseFenceWithin(tx, { cause: 'older-than-file', reason, losesAddresses });
      await endSessions(tx, tx.clock.now());
      // From here on the database has them; another server with a higher count raises it once more.
      await raiseEpoch(tx, most + leap);
      return loadDepartures(tx);
    });
    isUnreadable = false;
    // The banks are read whole before the fence is lifted.
    isNoted = true;
    seen = raised;
    return raised;
  }
  // Simultaneous callers share an answer: `count` is what is certain.
  const compareShared = (): Promise<Departures> => {
    comparing ??= compareOnce().finally(() => (comparing = undefined));
    return comparing;
  };

  async function noteSeen(now: EpochMark): Promise<void> {
    remember(now);
    // A new server's file must not say that it knows what left before the banks have said so: it may end before. One that was
    // there before the first order has missed nothing.
    if (isNew && !isNoted && path !== null && (await hasHistory(database))) return;
    isNoted = true;
    await file.write(seen ?? now);
  }

  return {
    compare: async () => {
      const now = await compareShared();
      await noteSeen(now);
    },
    requireOpen: async () => {
      if ((await compareShared()).isFenced) throw fenced();
      if (!(await file.isWritable())) throw fileIsGone();
      await options.lookAtBanks?.({ isNew });
      isNew = false;
    },
    count: async (tx) => {
      const counted = await countDeparture(tx);
      if (counted === null) throw fenced();
      // One more than any recorded count: others wait for this transaction. Addresses are compared when some are taken.
      const before = { ...counted, epoch: counted.epoch - 1n, addresses: seen?.addresses ?? 0n };
      if (reasonAgainst(before, seen) !== null) throw fenced();
      return counted;
    },
    note: async (mark) => {
      remember(mark);
      isNoted = true;
      await file.write(mark);
    },
    takeAddresses: async (take) => {
      if (path === null) return database.transaction(take);
      await opened();
      const before = seen;
      const taken = await database.transaction(async (tx) =>
        // Before they are taken: afterwards the database may count as many as were lost.
        reasonAgainst(await loadDepartures(tx), before) === null ? { addresses: await take(tx) } : null,
      );
      if (taken === null) {
        await compareShared();
        throw fenced();
      }
      await noteSeen(await loadDepartures(database));
      return taken.addresses;
    },
  };
}

const fileIsGone = (): DependencyDown =>
  dependencyDown('epoch-file', 'What leaves can’t be noted on this server’s disk, so nothing leaves from here now.');

async function readFile(path: string | null): Promise<EpochMark | 'unreadable' | null> {
  if (path === null) return null;
  return readEpochMark(path).catch(() => 'unreadable' as const);
}

/** Writes marks one after the other, only the newest of those that wait, and never an older one over a newer. */
function createMarkFile(path: string | null, log: GateOptions['log']) {
  let wanted: EpochMark | null = null;
  let noted: EpochMark | null = null;
  let writing: Promise<void> | undefined;
  let isBroken = false;

  async function writeNewest(to: string): Promise<void> {
    for (let mark = wanted; mark !== null; mark = wanted === mark ? null : wanted) {
      try {
        // Another program on this machine may have written since.
        const there = await readFile(to);
        if (there === null || there === 'unreadable') await writeEpochMark(to, mark);
        else if (isOlder(there, mark)) await writeEpochMark(to, joined(there, mark));
        noted = mark;
        isBroken = false;
      } catch (error) {
        // That payout has left; no other leaves until departures can be recorded.
        log.error({ err: error, path: to }, 'what left could not be noted on disk');
        isBroken = true;
        return;
      }
    }
  }
  function flush(): Promise<void> {
    if (path === null) return Promise.resolve();
    writing ??= writeNewest(path).finally(() => (writing = undefined));
    return writing;
  }

  return {
    write: async (mark: EpochMark): Promise<void> => {
      wanted = wanted === null ? mark : joined(wanted, mark);
      await flush();
      // Requests that came as the last write ended are not included in it.
      if (path !== null && !isBroken && (noted === null || isOlder(noted, mark))) await flush();
    },
    isWritable: async (): Promise<boolean> => {
      if (isBroken) await flush();
      return !isBroken;
    },
  };
}

/**
 * Whether the one lacks something of the other: it is of another database, or counts fewer departures or fewer addresses.
 * Addresses are not compared across a leap of the departures: they were compared, and set aside, at the fence. Pure.
 */
const isOlder = (one: EpochMark, other: EpochMark): boolean =>
  one.installation !== other.installation ||
  one.epoch < other.epoch ||
  (one.epoch - other.epoch < LEAP && one.addresses < other.addresses);

/** What is known after both: of another database the later mark, else as much as either counts. Pure. */
function joined(earlier: EpochMark, later: EpochMark): EpochMark {
  if (earlier.installation !== later.installation || !isOlder(later, earlier)) return later;
  if (!isOlder(earlier, later)) return earlier;
  const { installation, epoch, addresses } = later;
  return {
    installation,
    epoch: epoch > earlier.epoch ? epoch : earlier.epoch,
    addresses: addresses > earlier.addresses ? addresses : earlier.addresses,
  };
}
