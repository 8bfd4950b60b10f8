import { isNetwork, type NetworkId, NETWORKS, type UserId } from '@kobogate/contract';
import { recordDecision, requireReason } from '../../controls/index.ts';
import { custody, post, unclaimed } from '../../ledger/index.ts';
import type { Database, Transaction } from '../../platform/database.ts';
import { conflict, notFound } from '../../platform/errors.ts';
import { describeSurpluses } from './surplus.ts';
import { saveExplained, type Surplus, takeOutLinked } from './surpluses/db.ts';

/**
 * Counts the surplus that a network is stopped for as explained, once, and books it: in custody, and in suspense as coins of an
 * unknown owner, so that the books agree with the chain, and a further surplus is noticed. Payments of it that were read since
 * are left out. Answers what that was, nothing where the network is not stopped for such coins.
 */
export async function explainSurpluses(tx: Transaction, network: NetworkId, reason: string): Promise<Surplus[]> {
  const explained = await saveExplained(tx, network, reason);
  if (explained.length === 0) return [];
  const read = await takeOutLinked(
    tx,
    explained.map(({ id }) => id),
  );
  const left = explained
    .map(({ id, asset, amount }) => ({ id, asset, amount: amount - (read.get(id) ?? 0n) }))
    .filter(({ amount }) => amount > 0n);
  const results = await post(
    tx,
    left.map(({ id, asset, amount }) => ({
      source: 'surplus-explained',
      sourceId: id,
      description: 'Coins that no known payment explains',
      transfers: [{ debit: custody(asset), credit: unclaimed(asset), amount }],
    })),
  );
  if (results.some(({ ok }) => !ok)) throw new Error(`the ledger refused to book what is on ${network}`);
  return explained.map(({ asset, amount }) => ({ asset, amount }));
}

/**
 * Lets a network go on that was stopped because its addresses hold more than known payments explain: these coins, as the
 * administrator saw them, count as explained and are booked from now on (`explainSurpluses`). Throws 404 for another network, 422 without a reason, 409
 * where it is not stopped for that, or where other coins were found since.
 */
export async function resumeNetwork(
  { database }: { readonly database: Database },
  { network, surplus, reason, adminId }: { network: string; surplus: string; reason: string; adminId: UserId },
): Promise<void> {
  if (!isNetwork(network)) throw notFound('There is no such network.');
  requireReason(reason, 'It is kept in the audit.');
  const { name } = NETWORKS[network];
  await database.transaction(async (tx) => {
    const explained = await explainSurpluses(tx, network, reason);
    if (explained.length === 0) throw conflict(`${name} is no longer stopped for such coins. Nothing was changed.`);
    const words = describeSurpluses(explained);
    if (words !== surplus) {
      throw conflict(`The addresses hold ${words} more by now. Nothing was changed; please look at them again.`);
    }
    await recordDecision(tx, {
      action: 'network-resumed',
      adminId,
      userId: adminId,
      reason: `${name}, ${words}: ${reason}`,
    });
  });
}
