import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ChainFamily } from '@kobogate/contract';
import { loadDepartures } from '../../controls/index.ts';
import type { Connection } from '../../platform/database.ts';
import type { Log } from '../../platform/log.ts';
import { createAddressFilter, MOST_IN_FILTER } from './address-filter.ts';
import { type AddressOwner, findOwners, lastSequence, listAddressesFrom } from '../wallets/db.ts';
import { type ListOwner, type Position, readListFile, type SavedList, writeListFile } from './list-file.ts';

/** Finds which of a block's addresses are ours. */
export interface WatchList {
  /** The owners of those keys that are ours, by key. Every address that was committed before the call counts. */
  find(keys: Iterable<string>): Promise<ReadonlyMap<string, AddressOwner>>;
  /** All keys that were committed before the call; null where there are too many to hold in memory. */
  list(): Promise<readonly string[] | null>;
  /** Reads on, so that a `find` that comes later has less to read: for a process that waits to take over. */
  readOn(): Promise<void>;
  /** Resolves when its file is not being written. */
  settle(): Promise<void>;
}

/** Where a list is kept from one start to the next. */
export interface KeptIn {
  readonly folder: string;
  readonly log: Log;
  /** Fewer addresses are read from the database each time; as many by default as are listed. */
  readonly fewest?: number | undefined;
}

/** What a list knows: everything up to its position, which is null where that is nothing. */
interface Reading extends Omit<SavedList, 'held' | 'position'> {
  held: number;
  position: Position | null;
  /** The keys, in the order in which they were given out; null once there are too many. */
  listed: string[] | null;
}

const PAGE = 20_000;
/** As many keys are held as they are; beyond that the filter alone knows them. */
const MOST_LISTED = 200_000;
/** The file is written again when so many have come since, or this part of all: few enough to be read in a second. */
const FEWEST_NEWS = 50_000;
const NEWS_SHARE = 400;

/**
 * The addresses of a family. The database is the truth and is asked about every key that may be ours; a filter in
 * memory, updated before each use, spares it the others. So a search costs the same for ten thousand addresses and for
 * a hundred million. A large list is kept in a file, which spares a start reading all of it from the database.
 *
 * Sequences rise in the order of commits, so that a list which has read up to one has missed none before. A database
 * that was put back to an earlier state gives out later sequences a second time; then the address at the list's
 * position is another one or not there, and all are read again.
 */
export function createWatchList(connection: Connection, family: ChainFamily, kept?: KeptIn): WatchList {
  const path = join(kept?.folder ?? '', `watch-list-${family}`);
  let reading: Reading | null = null;
  let savedHeld = 0;
  let saving: Promise<void> | null = null;
  let isGrowing = false;

  async function empty(): Promise<Reading> {
    const most = Number(await lastSequence(connection, family));
    // A quarter more, so that it does not have to grow soon.
    return { filter: createAddressFilter(most * 1.25), held: 0, position: null, listed: [] };
  }

  /** The list of the file, where there is one of this installation and family, whole and of this version. */
  async function open(): Promise<Reading | null> {
    const found = kept === undefined ? null : await readListFile(path, await ownerOf());
    if (typeof found === 'string') await throwAway(found);
    if (found === null || typeof found === 'string') return null;
    savedHeld = found.held;
    return { ...found, listed: null };
  }

  /** The list begins from nothing, and so does its file. */
  async function throwAway(why: string): Promise<void> {
    kept?.log.warn({ family, path }, `a watch list is thrown away, and all of it read from the database: ${why}`);
    savedHeld = 0;
    await rm(path, { force: true }).catch(() => undefined);
  }

  async function ownerOf(): Promise<ListOwner> {
    const { installation } = await loadDepartures(connection);
    return { installation, family };
  }

  /** Reads what was committed since. False where the database has another past than the list. */
  async function readPages(into: Reading): Promise<boolean> {
    for (;;) {
      const page = await listAddressesFrom(connection, family, into.position?.sequence ?? 0n, PAGE);
      if (into.position !== null && page[0]?.addressId !== into.position.addressId) return false;
      const fresh = into.position === null ? page : page.slice(1);
      for (const { addressKey } of fresh) into.filter.add(addressKey);
      into.held += fresh.length;
      if (into.held > MOST_LISTED) into.listed = null;
      else for (const { addressKey } of fresh) into.listed?.push(addressKey);
      into.position = fresh.at(-1) ?? into.position;
      if (page.length < PAGE) return true;
    }
  }

  async function readOn(): Promise<Reading> {
    const started = performance.now();
    const isFirst = reading === null;
    reading ??= (await open()) ?? (await empty());
    while (!(await readPages(reading))) {
      await throwAway('the database has another past, as after a restore');
      reading = await empty();
    }
    const { held } = reading;
    if (isFirst && held > MOST_LISTED) {
      const seconds = Math.round(performance.now() - started) / 1000;
      kept?.log.info({ family, addresses: held, seconds }, 'a watch list is ready');
    }
    if (held > reading.filter.capacity && held <= MOST_IN_FILTER) grow();
    save(reading);
    return reading;
  }

  // Several watchers share the list: a second reader that began in the middle of another's would leave a gap.
  let lastReading: Promise<unknown> = Promise.resolve();
  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const next = lastReading.then(work, work);
    lastReading = next;
    return next;
  }

  /**
   * Fills a bigger filter while the full one is used, which lets more strangers through and hides none. One that fails is
   * begun again at the next use.
   */
  function grow(): void {
    if (isGrowing) return;
    isGrowing = true;
    const fill = async (): Promise<void> => {
      const bigger = await empty();
      const isSame = await readPages(bigger);
      await inTurn(async () => {
        if (isSame && (await readPages(bigger))) reading = bigger;
      });
    };
    void fill()
      .catch((error: unknown) => kept?.log.warn({ err: error, family }, 'a watch list could not grow'))
      .finally(() => {
        isGrowing = false;
      });
  }

  /** Writes the file where much has come since. It is written beside other work, and one that fails is written later. */
  function save({ filter, held, position }: Reading): void {
    const { fewest = MOST_LISTED, log } = kept ?? {};
    const news = held - savedHeld;
    if (kept === undefined || log === undefined || saving !== null || position === null || held < fewest) return;
    if (savedHeld > 0 && news < Math.max(Math.min(FEWEST_NEWS, fewest), held / NEWS_SHARE)) return;
    savedHeld = held;
    saving = ownerOf()
      .then((owner) => writeListFile(path, owner, { filter, held, position }))
      .catch((error: unknown) => log.warn({ err: error, path }, 'a watch list could not be kept in its file'))
      .finally(() => {
        saving = null;
      });
  }

  return {
    find: async (keys) => {
      const { filter } = await inTurn(readOn);
      const possible = new Set<string>();
      for (const key of keys) if (filter.mayHave(key)) possible.add(key);
      if (possible.size === 0) return new Map();
      const owners = await findOwners(connection, family, [...possible]);
      return new Map(owners.map((owner) => [owner.addressKey, owner]));
    },
    list: async () => (await inTurn(readOn)).listed,
    readOn: async () => void (await inTurn(readOn)),
    settle: async () => void (await saving),
  };
}
