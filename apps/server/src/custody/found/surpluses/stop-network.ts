import { endpoints, type NetworkId } from '@kobogate/contract';
import { listStaffEmails } from '../../../controls/index.ts';
import { emitMany } from '../../../events.ts';
import type { Database } from '../../../platform/database.ts';
import type { Log } from '../../../platform/log.ts';
import { describeSurpluses, surplusMail } from '../surplus.ts';
import { stopSuspected } from './db.ts';

export interface StopDependencies {
  readonly database: Database;
  readonly log: Pick<Log, 'error'>;
  /** The base of links in mail. */
  readonly publicOrigin: string;
}

/**
 * Stops a network for the coins that were looked for and that no provider shows a payment of: its watcher waits until an
 * operator has explained them, and every administrator gets a mail, once.
 */
export async function stopNetwork(
  { database, log, publicOrigin }: StopDependencies,
  network: NetworkId,
): Promise<void> {
  await database.transaction(async (tx) => {
    const surpluses = await stopSuspected(tx, network);
    if (surpluses.length === 0) return;
    log.error({ network, surplus: describeSurpluses(surpluses) }, 'coins came that no known payment explains');
    const mail = surplusMail({ network, surpluses, publicOrigin });
    const admins = await listStaffEmails(tx, endpoints.foundPayments.explain);
    await emitMany(
      tx,
      admins.map((to) => ({ type: 'mail.send', payload: { to, ...mail } })),
    );
  });
}
