import { hostname } from 'node:os';
import type { AddressSource } from '@kobogate/addresses';
import type { ChainFamily } from '@kobogate/contract';
import type { CurrentRates } from '../../pricing/index.ts';
import type { Base } from '../../platform/base.ts';
import type { ConfirmationPolicy } from '../../platform/confirmation-steps.ts';
import { newId } from '../../platform/identifiers.ts';
import { listSurpluses } from '../found/db.ts';
import { stopSentence } from '../found/surplus.ts';
import { createOutgoing } from '../treasury/track-outgoing.ts';
import { createWatchList, type WatchList } from '../wallets/watch-list.ts';
import { keepTraces } from './keep-traces.ts';
import type { Chain } from '../deposits/chain.ts';
import { createWatcher, type Watcher } from './watcher.ts';
import { isScanning } from '../wallets/db.ts';

/** A chain and the policy by which deposits on it are final. */
export interface WatchedChain extends ConfirmationPolicy {
  readonly chain: Chain;
}

interface WatchersNeeds extends Base {
  readonly currentRates: CurrentRates;
  readonly addressSources: readonly AddressSource[];
  /** The pause between two polls where nothing is waiting. */
  readonly pollMs: number;
}

const STILL_SCANNING =
  'The blocks since the backup are read after the chain was asked about the addresses that may have been given out since.';

/** Starts a watcher of each chain. Those of one family share the list of addresses, which is held in memory. */
export function startWatchers(
  { database, clock, log, currentRates, addressSources, pollMs }: WatchersNeeds,
  chains: readonly WatchedChain[],
): Watcher[] {
  const holder = `${hostname()}-${process.pid}-${newId()}`;
  const outgoing = createOutgoing({ database, log, addressSources });
  const watchLists = new Map<ChainFamily, WatchList>();
  return chains.map(({ chain, confirmations, steps }) => {
    const watchList = watchLists.get(chain.family) ?? createWatchList(database, chain.family);
    watchLists.set(chain.family, watchList);
    const smallDeposits = { steps, currentRates };
    const watcher = createWatcher({
      database,
      clock,
      log,
      holder,
      watchList,
      chain,
      confirmations,
      outgoing,
      traces: keepTraces({ database, watchList, clock }, { confirmations, smallDeposits, outgoing }),
      // Addresses reserved while blocks are read would be missed in the blocks read before.
      mustWait: async () => {
        if (await isScanning(database, chain.family)) return STILL_SCANNING;
        const surpluses = await listSurpluses(database, chain.network, 'open');
        return surpluses.length === 0 ? null : stopSentence(surpluses);
      },
      smallDeposits,
      pollMs,
    });
    watcher.start();
    return watcher;
  });
}
