import { setTimeout as pause } from 'node:timers/promises';
import type { AddressSource } from '@kobogate/addresses';
import type { Database } from '../../platform/database.ts';
import type { Log } from '../../platform/log.ts';
import { findReading } from '../watching/db.ts';
import { hasEndedLately } from '../treasury/db.ts';
import { reconcile } from '../treasury/reconcile.ts';
import type { Holding, TreasuryWallet } from '../treasury/treasury-wallet.ts';
import { insertSuspected, listExplained, listSuspects, type Surplus } from './surpluses/db.ts';
import { describeSurpluses, surplusesOf } from './surplus.ts';

export interface SurplusDependencies {
  readonly database: Database;
  readonly addressSources: readonly AddressSource[];
  readonly log: Pick<Log, 'warn'>;
  /** Milliseconds between two questions of how far the watcher is; 500 by default. */
  readonly pauseMs?: number | undefined;
}

/** `unclear`: the watcher is not up to date, or transactions of ours are or were just under way; to be asked later. */
export type SurplusVerdict = 'agrees' | 'unclear' | 'suspected';

/** As many addresses are asked about: of more, those whose balance is not the sum of their payments come first. */
const MOST_SUSPECTS = 200;

/** As many of them are shown to people. */
const MOST_SHOWN = 20;

const LOOKS = 2;
/**
 * How often the watcher is asked how far it is, before this is left for later: for longer than two looks of one that
 * rests (REST_SECONDS).
 */
const TRIES = 150;

/**
 * Proves whether deposit addresses of a network hold more than the books explain. If they do, has its watcher look for the
 * payment at each of its providers (`guardSurpluses`), which stops the network if none shows it. Balances are read first and
 * the books afterwards, when the watcher has read every block that the balances could come from. Two looks in a row must find
 * it, and nothing of ours may be under way, or have been a few minutes ago. Throws `NodeFault`.
 */
export async function proveSurplus(
  dependencies: SurplusDependencies,
  treasuryWallet: TreasuryWallet,
): Promise<SurplusVerdict> {
  const { database, addressSources } = dependencies;
  const { network } = treasuryWallet;
  let found: readonly Surplus[] = [];
  let held: readonly Holding[] = [];
  for (let look = 0; look < LOOKS; look += 1) {
    let isRead = false;
    const { comparisons, holdings, underWay } = await reconcile(
      { database, addressSources },
      treasuryWallet,
      async () => {
        isRead = await waitUntilRead(dependencies, network);
      },
    );
    if (!isRead || underWay > 0 || (await hasEndedLately(database, network))) return 'unclear';
    found = surplusesOf(comparisons, await listExplained(database, network));
    if (found.length === 0) return 'agrees';
    held = holdings.filter(({ address }) => address.chain === 0);
  }
  await suspect(dependencies, treasuryWallet, { found, held });
  return 'suspected';
}

/**
 * Whether the watcher has begun and ended a whole look since the call, up to the node's newest block: the first note
 * after the call may be of a look that began before it, the second is not.
 */
async function waitUntilRead({ database, pauseMs = 500 }: SurplusDependencies, network: string): Promise<boolean> {
  let { checkedAt: last, headHeight } = await findReading(database, network);
  if (last === null || headHeight === null) return false;
  let notes = 0;
  for (let tries = 0; tries < TRIES; tries += 1) {
    await pause(pauseMs);
    const reading = await findReading(database, network);
    const { checkedAt, height, stalled } = reading;
    if (stalled !== null) return false;
    if (checkedAt === null || checkedAt <= last) continue;
    [last, headHeight, notes] = [checkedAt, reading.headHeight, notes + 1];
    if (notes >= 2 && height !== null && headHeight !== null && height >= headHeight) return true;
  }
  return false;
}

async function suspect(
  { database, log }: SurplusDependencies,
  { network, family }: TreasuryWallet,
  { found, held }: { readonly found: readonly Surplus[]; readonly held: readonly Holding[] },
): Promise<void> {
  const { headHeight: seenHeight } = await findReading(database, network);
  const suspected = [];
  for (const { asset, amount } of found) {
    const suspects = await listSuspects(database, { network, family, asset, limit: MOST_SUSPECTS }, held);
    const addressKeys = suspects.map(({ addressKey }) => addressKey);
    const places = suspects.filter((each) => each.amount > 0n).slice(0, MOST_SHOWN);
    suspected.push({ asset, amount, addressKeys, places, seenHeight });
  }
  const news = await insertSuspected(database, network, suspected);
  if (news.length === 0) return;
  log.warn(
    { network, surplus: describeSurpluses(news) },
    'coins came without a payment that was read: it is looked for',
  );
}
