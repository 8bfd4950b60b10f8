import type { AddressSource } from '@kobogate/addresses';
import { type ChainFamily, type NetworkId, NETWORKS } from '@kobogate/contract';
import type { Kobo } from '@kobogate/money';
import type { CurrentRates } from '../../pricing/index.ts';
import type { Base } from '../../platform/base.ts';
import { systemClock } from '../../platform/clock.ts';
import type { ConfirmationPolicy } from '../../platform/confirmation-steps.ts';
import { keepFresh } from '../../platform/fresh.ts';
import { createLeaseBoard } from '../../platform/lease.ts';
import { nameProcess } from '../../platform/processes.ts';
import type { Running } from '../../platform/shutdown.ts';
import { createStillness } from '../deposits/stillness.ts';
import { drawFromSurplus } from '../found/surpluses/draw-surplus.ts';
import { guardSurpluses } from '../found/surpluses/guard-surpluses.ts';
import { takeOutSurpluses } from '../found/surpluses/take-out-surpluses.ts';
import { createOutgoing } from '../treasury/track-outgoing.ts';
import { createWatchList, type WatchList } from '../watch-list/watch-list.ts';
import { keepTraces } from './keep-traces.ts';
import { blockPaceMs } from './block-pace.ts';
import { listBusy } from './db.ts';
import { createProviders, type Provider } from './providers.ts';
import { createReread } from './reread.ts';
import { createVouching } from './vouch.ts';
import { networkOf } from './watch-at-providers.ts';
import { createWatcher, WATCHER_LEASES } from './watcher.ts';
import { isScanning } from '../wallets/db.ts';

/** A network's providers, and the policy by which deposits on it are final. */
export interface WatchedChain extends ConfirmationPolicy {
  readonly providers: readonly Provider[];
  /** The pause between two polls where something is waited for; that of all networks where it has none of its own. */
  readonly pollMs?: number | undefined;
  /** Above this value a deposit waits for the chain's own word that it is final; missing where the chain has none. */
  readonly finalAbove?: Kobo | undefined;
  /** Up to this value the word of a rollup that the block is safe is enough; missing elsewhere. */
  readonly safeUpTo?: Kobo | undefined;
}

/** Those of these networks on which a customer's coins are waited for. */
export type ListExpected = (networks: readonly NetworkId[]) => Promise<readonly NetworkId[]>;

interface WatchersNeeds extends Base {
  readonly currentRates: CurrentRates;
  readonly addressSources: readonly AddressSource[];
  /** The pause between two polls where something is waited for; null: as long as the network takes for a block. */
  readonly pollMs: number | null;
  /** The pause where nothing is; `pollMs` where it is missing. */
  readonly restMs?: number | undefined;
  /** On which networks customers' coins are expected; missing: on all, always. */
  readonly listExpected?: ListExpected | undefined;
  /** What one customer is credited in a day on the word of a network's only provider; more waits for a person. */
  readonly aloneUpTo?: Kobo | undefined;
  /** A provider that is so many blocks behind another one is not used while that one works. */
  readonly lagBlocks?: number | undefined;
  /** Where large lists of addresses are kept from one start to the next. */
  readonly dataDir: string;
  /** The base of links in mail. */
  readonly publicOrigin: string;
}

const LAG_BLOCKS = 10;
/** What ends the rest of a network is read for all of them together, and holds for so long at most. */
const AWAKE_MS = 1_000;

const STILL_SCANNING =
  'The blocks since the backup are read after the chain was asked about the addresses that may have been given out since.';

/**
 * Starts a watcher of each chain. Those of one family share the list of addresses, which is held in memory, and of which
 * a large one is kept in a file: the lists are stopped too.
 */
export function startWatchers(needs: WatchersNeeds, chains: readonly WatchedChain[]): Running[] {
  const { database, clock, log, currentRates, addressSources, aloneUpTo, lagBlocks = LAG_BLOCKS } = needs;
  const { listExpected, dataDir, publicOrigin } = needs;
  const holder = nameProcess();
  const board = createLeaseBoard(database, WATCHER_LEASES, { holder, log });
  const outgoing = createOutgoing({ database, log, addressSources });
  const watchLists = new Map<ChainFamily, WatchList>();
  const networks = chains.flatMap(({ providers }) => providers.slice(0, 1).map(({ chain }) => chain.network));
  // By this machine's clock, as the watchers' pauses are.
  const findAwake = keepFresh(systemClock, AWAKE_MS, async () => {
    const lists = await Promise.all([listExpected?.(networks) ?? networks, listBusy(database, networks)]);
    return new Set(lists.flat());
  });
  const watchers = chains.map(({ providers: list, confirmations, steps, finalAbove = null, safeUpTo, pollMs: own }) => {
    const providers = createProviders(list, lagBlocks);
    const network = networkOf(providers);
    const { family } = NETWORKS[network];
    const watchList = watchLists.get(family) ?? createWatchList(database, family, { folder: dataDir, log });
    watchLists.set(family, watchList);
    const pollMs = own ?? needs.pollMs ?? blockPaceMs(network);
    const smallDeposits = { steps, currentRates };
    const policy = { confirmations, smallDeposits, outgoing };
    const guard = guardSurpluses({ database, clock, log, watchList, providers, publicOrigin }, policy, network);
    const watcher = createWatcher({
      database,
      clock,
      log,
      holder,
      board,
      watchList,
      providers,
      confirmations,
      outgoing,
      draw: drawFromSurplus,
      takeOut: takeOutSurpluses,
      traces: keepTraces({ database, watchList, clock }, policy),
      // Addresses reserved while blocks are read would be missed in the blocks read before.
      mustWait: async () => ((await isScanning(database, family)) ? STILL_SCANNING : guard.mustWait()),
      guard,
      smallDeposits,
      stillness: createStillness(watchList, outgoing.treasury(network)),
      vouching:
        aloneUpTo === undefined
          ? undefined
          : createVouching(
              { database, providers, currentRates, reread: createReread({ database, watchList, clock, log }, policy) },
              { aloneUpTo, finalAbove, safeUpTo },
            ),
      pollMs,
      restMs: Math.max(pollMs, needs.restMs ?? 0),
      isAwake: async () => guard.isSearching() || (await findAwake()).has(network),
    });
    watcher.start();
    return watcher;
  });
  return [...watchers, ...[...watchLists.values()].map(({ settle }) => ({ stop: settle }))];
}
