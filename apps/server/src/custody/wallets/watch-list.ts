import type { ChainFamily } from '@kobogate/contract';
import type { Connection } from '../../platform/database.ts';
import { type AddressFilter, createAddressFilter } from './address-filter.ts';
import { type AddressOwner, findOwners, listAddressesAfter } from './db.ts';

/** Finds which of a block's addresses are ours. */
export interface WatchList {
  /** The owners of those keys that are ours, by key. Every address that was committed before the call counts. */
  find(keys: Iterable<string>): Promise<ReadonlyMap<string, AddressOwner>>;
  /** All keys that were committed before the call; null where there are too many to hold in memory. */
  list(): Promise<readonly string[] | null>;
}

const PAGE = 20_000;
const FIRST_CAPACITY = 65_536;
/** As many keys are held as they are; beyond that the filter alone knows them. */
const MOST_LISTED = 200_000;

/**
 * The addresses of a family. The database is the truth and is asked about every key that may be ours; a filter in
 * memory, updated before each use, spares it the others. So a search costs the same for ten thousand addresses and for
 * a million.
 */
export function createWatchList(connection: Connection, family: ChainFamily): WatchList {
  let filter = createAddressFilter(FIRST_CAPACITY);
  let held = 0;
  let readUpTo = 0n;
  /** The first of the keys, in the order in which they were given out. */
  let listed: string[] = [];

  async function readOn(): Promise<void> {
    for (;;) {
      const page = await listAddressesAfter(connection, family, readUpTo, PAGE);
      if (held + page.length > filter.capacity) {
        // A fuller filter would let too many through: the bigger one is filled from the start.
        filter = createAddressFilter(filter.capacity * 4);
        held = 0;
        readUpTo = 0n;
        listed = [];
        continue;
      }
      addAll(filter, page);
      for (const { addressKey } of page) if (listed.length < MOST_LISTED) listed.push(addressKey);
      held += page.length;
      readUpTo = page.at(-1)?.sequence ?? readUpTo;
      if (page.length < PAGE) return;
    }
  }

  // Several watchers share the list: a second reader that began in the middle of a refill would leave a gap.
  let lastReading = Promise.resolve();
  function readInTurn(): Promise<void> {
    lastReading = lastReading.then(readOn, readOn);
    return lastReading;
  }

  return {
    find: async (keys) => {
      await readInTurn();
      const possible = new Set<string>();
      for (const key of keys) if (filter.mayHave(key)) possible.add(key);
      if (possible.size === 0) return new Map();
      const owners = await findOwners(connection, family, [...possible]);
      return new Map(owners.map((owner) => [owner.addressKey, owner]));
    },
    list: async () => {
      await readInTurn();
      return listed.length === held ? listed : null;
    },
  };
}

function addAll(filter: AddressFilter, page: readonly { addressKey: string }[]): void {
  for (const { addressKey } of page) filter.add(addressKey);
}
