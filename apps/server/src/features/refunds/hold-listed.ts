import type { Connection, Database } from '../../platform/database.ts';
import { listedAddresses, listRefundHits, type SentBack } from '../sanctions/refund-hits.ts';
import { screenRefund } from '../sanctions/screen.ts';
import { lockApproved, saveReturn } from './db.ts';

/** An approved refund with the listed addresses of which was known when it was approved. */
type Approved = SentBack & { readonly knownHits: readonly string[] };

/** Those of approved refunds that touch an address of the sanctions list of which nobody knew when they were approved. */
export async function newlyListed<R extends Approved>(connection: Connection, refunds: readonly R[]): Promise<R[]> {
  const hits = await listRefundHits(connection, refunds);
  return refunds.filter((refund) => {
    const found = hits.get(refund.id);
    return found !== undefined && !listedAddresses(refund, found).every((one) => refund.knownHits.includes(one));
  });
}

/**
 * Gives approved refunds of a network that are in no plan yet back to a person, and tells the administrators, where the
 * sanctions list has come to name what they touch.
 */
export async function holdListedRefunds(database: Database, network: string): Promise<void> {
  await database.transaction(async (tx) => {
    for (const refund of await newlyListed(tx, await lockApproved(tx, network))) {
      await screenRefund(tx, refund, { isNew: true });
      await saveReturn(tx, refund.id);
    }
  });
}
