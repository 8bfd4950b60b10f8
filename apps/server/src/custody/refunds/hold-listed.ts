import type { Connection, Database, Transaction } from '../../platform/database.ts';
import { type Failure, ruleBroken } from '../../platform/errors.ts';
import {
  listedAddresses,
  listRefundHits,
  NO_HITS,
  type RefundHits,
  screenRefund,
  type SentBack,
  tellOfStopped,
} from '../../controls/index.ts';
import { lockApproved, saveReturn } from './db.ts';

/** An approved refund with the listed addresses that were known when it was approved. */
type Approved = SentBack & { readonly knownHits: readonly string[] };

/** Whether one of these hits was not known when the refund was approved. Pure. */
export const hasUnknown = (refund: Approved, hits: RefundHits): boolean =>
  !listedAddresses(refund, hits).every((one) => refund.knownHits.includes(one));

/** The approved refunds that touch a listed address that was not known when they were approved. */
export async function newlyListed<R extends Approved>(connection: Connection, refunds: readonly R[]): Promise<R[]> {
  const hits = await listRefundHits(connection, refunds);
  return refunds.filter((refund) => {
    const found = hits.get(refund.id);
    return found !== undefined && hasUnknown(refund, found);
  });
}

/**
 * Returns approved refunds of a network that are in no plan yet to an administrator's decision, and notifies the
 * administrators, where the sanctions list now names an address that they touch.
 */
export async function holdListedRefunds(database: Database, network: string): Promise<void> {
  await database.transaction(async (tx) => {
    for (const refund of await newlyListed(tx, await lockApproved(tx, network))) {
      await screenRefund(tx, refund, { isNew: true });
      await saveReturn(tx, refund.id);
    }
  });
}

/**
 * Why no transaction may be made or sent for these locked refunds, which are in a plan: the sanctions list now names an address
 * that one of them touches. The administrators are notified, unless they were told this very reason before (`told`). Null where
 * nothing prevents it. The error is thrown after the transaction, so that the notification is committed.
 */
export async function stopListed(
  tx: Transaction,
  refunds: readonly Approved[],
  { told = null }: { told?: string | null } = {},
): Promise<Failure | null> {
  const listed = await newlyListed(tx, refunds);
  if (listed.length === 0) return null;
  const hits = await listRefundHits(tx, listed);
  const addresses = new Set(listed.flatMap((one) => listedAddresses(one, hits.get(one.id) ?? NO_HITS)));
  const ids = listed.map(({ id }) => id);
  const failure = ruleBroken(
    `The sanctions list now names ${[...addresses].join(', ')}, which was not listed when the refund ${ids.join(', ')} was approved. ` +
      'Nothing was written or sent; the coins are where they were. If your rules and the law allow it, an administrator accepts it ' +
      'with a reason on the refunds page; then run this again.',
  );
  if (failure.message !== told) await tellOfStopped(tx, { ids, addresses: [...addresses] });
  return failure;
}
