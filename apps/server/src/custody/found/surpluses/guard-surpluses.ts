import { type NetworkId, NETWORKS } from '@kobogate/contract';
import { stopSentence } from '../surplus.ts';
import { listOpen, type OpenSurplus } from './db.ts';
import { type SearchDependencies, type Searched, searchLeftOut, type SearchPolicy } from './search-left-out.ts';
import { stopNetwork, type StopDependencies } from './stop-network.ts';

/** What a network's watcher does about coins at its addresses that no known payment explains. */
export interface SurplusGuard {
  /** Why the network may not be read, as text for people; null where it may. */
  mustWait(): Promise<string | null>;
  /** Whether a payment is looked for, as the last `mustWait` found. */
  isSearching(): boolean;
  /** Goes on looking for it for a while. `height`: up to where the network is read, which is its newest block. */
  search(height: bigint): Promise<void>;
}

/**
 * The day's comparison finds what was left out since the one before. Longer, as an outage may have put that one off, and
 * some networks are faster than their row says.
 */
const SEARCHED_SECONDS = 3 * 86_400;
/** As long as one look may take with it: blocks are read in between. */
const LONGEST_SEARCH_MS = 10_000;
/** Where a provider does not answer it is asked again after this, and for so long before the network stops. */
const AGAIN_AFTER_MS = 20_000;
const LONGEST_UNCLEAR_SECONDS = 600;

/**
 * Before a network stops because its addresses hold more than their known payments, its watcher looks for the payment at each
 * of its providers, also if there is only one, once a newer block was read than when the coins were found: most often an index
 * lagged behind its own blocks, and has caught up by then. Only where none shows a payment the network stops and a person is
 * called; where a provider fails, after ten minutes at the latest.
 *
 * Reading on until then is safe. The coins in question are in no balance, and none are added for them. A payment that a
 * provider shows is a deposit like any other: proved by its block, deep enough and vouched for before it is credited, once, by
 * its identity. What else is credited during the search was read and vouched for in the same way, as it was in the hours before
 * the comparison. The wait ends by itself, because it counts from a row in the database that a restart finds again.
 */
export function guardSurpluses(
  dependencies: SearchDependencies & StopDependencies,
  policy: SearchPolicy,
  network: NetworkId,
): SurplusGuard {
  const blocks = BigInt(Math.ceil(SEARCHED_SECONDS / NETWORKS[network].blockSeconds));
  let open: readonly OpenSurplus[] = [];
  let work: AsyncGenerator<void, Searched> | null = null;
  let searchedFor = '';
  let nextAt = -Infinity;

  /** Ends with what was found; null while there is more to look at. */
  async function goOn(): Promise<Searched | null> {
    const addressKeys = [...new Set(open.flatMap((surplus) => surplus.addressKeys))];
    work ??= searchLeftOut(dependencies, policy, { network, addressKeys, blocks });
    const end = performance.now() + LONGEST_SEARCH_MS;
    for (;;) {
      const { done, value } = await work.next();
      if (done === true) return value;
      if (performance.now() > end) return null;
    }
  }

  return {
    mustWait: async () => {
      open = await listOpen(dependencies.database, network);
      const assets = open.map(({ asset }) => asset).join(' ');
      // Coins that were found since are looked for, too.
      if (assets !== searchedFor) work = null;
      searchedFor = assets;
      const stopped = open.filter(({ isStopped }) => isStopped);
      return stopped.length === 0 ? null : stopSentence(stopped);
    },
    isSearching: () => open.some(({ isStopped }) => !isStopped),
    search: async (height) => {
      const hasMoved = open.every(({ seenHeight }) => seenHeight === null || height > seenHeight);
      if (open.length === 0 || !hasMoved || performance.now() < nextAt) return;
      const searched = await goOn();
      if (searched === null) return;
      work = null;
      nextAt = -Infinity;
      const isLate = open.some(({ seconds }) => seconds > LONGEST_UNCLEAR_SECONDS);
      if (searched === 'unclear' && !isLate) nextAt = performance.now() + AGAIN_AFTER_MS;
      else if (searched !== 'found') await stopNetwork(dependencies, network);
    },
  };
}
