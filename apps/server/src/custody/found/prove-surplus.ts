import { endpoints } from '@kobogate/contract';
import { setTimeout as pause } from 'node:timers/promises';
import type { AddressSource } from '@kobogate/addresses';
import { listStaffEmails } from '../../controls/index.ts';
import { emitMany } from '../../events.ts';
import type { Database } from '../../platform/database.ts';
import type { Log } from '../../platform/log.ts';
import { findReading } from '../watching/db.ts';
import { hasEndedLately } from '../treasury/db.ts';
import { reconcile } from '../treasury/reconcile.ts';
import type { TreasuryWallet } from '../treasury/treasury-wallet.ts';
import { insertSurpluses, listSurpluses, type Surplus } from './db.ts';
import { describeSurpluses, surplusesOf, surplusMail } from './surplus.ts';

export interface SurplusDependencies {
  readonly database: Database;
  readonly addressSources: readonly AddressSource[];
  readonly log: Pick<Log, 'warn' | 'error'>;
  /** The base of links in mail. */
  readonly publicOrigin: string;
  /** Milliseconds between two questions of how far the watcher is; 500 by default. */
  readonly pauseMs?: number | undefined;
}

/** `unclear`: the watcher is not up to date, or transactions of ours are or were just under way; to be asked later. */
export type SurplusVerdict = 'agrees' | 'unclear' | 'stopped';

const LOOKS = 2;
/**
 * How often the watcher is asked how far it is, before this is left for later: for longer than two looks of one that
 * rests (REST_SECONDS).
 */
const TRIES = 150;

/**
 * Proves whether deposit addresses of a network hold more than the books explain, and stops the network where they do:
 * its watcher waits until an operator has explained it, and every administrator gets a mail, once. Balances are read
 * first and the books after, when the watcher has read every block that the balances could come from; both looks in a
 * row must find it, and nothing of ours may be under way, or have been minutes ago. Throws `NodeFault`.
 */
export async function proveSurplus(
  dependencies: SurplusDependencies,
  treasuryWallet: TreasuryWallet,
): Promise<SurplusVerdict> {
  const { database, addressSources } = dependencies;
  const { network } = treasuryWallet;
  let found: readonly Surplus[] = [];
  for (let look = 0; look < LOOKS; look += 1) {
    let isRead = false;
    const { comparisons, underWay } = await reconcile({ database, addressSources }, treasuryWallet, async () => {
      isRead = await waitUntilRead(dependencies, network);
    });
    if (!isRead || underWay > 0 || (await hasEndedLately(database, network))) return 'unclear';
    found = surplusesOf(comparisons, await listSurpluses(database, network, 'explained'));
    if (found.length === 0) return 'agrees';
  }
  await stop(dependencies, treasuryWallet, found);
  return 'stopped';
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

async function stop(
  { database, log, publicOrigin }: SurplusDependencies,
  { network }: TreasuryWallet,
  surpluses: readonly Surplus[],
): Promise<void> {
  await database.transaction(async (tx) => {
    const news = await insertSurpluses(tx, network, surpluses);
    if (news.length === 0) return;
    log.error({ network, surplus: describeSurpluses(news) }, 'coins came that no known payment explains');
    const mail = surplusMail({ network, surpluses: news, publicOrigin });
    const admins = await listStaffEmails(tx, endpoints.foundPayments.explain);
    await emitMany(
      tx,
      admins.map((to) => ({ type: 'mail.send', payload: { to, ...mail } })),
    );
  });
}
