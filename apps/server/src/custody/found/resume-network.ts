import { isNetwork, NETWORKS, type UserId } from '@kobogate/contract';
import { recordDecision, requireReason } from '../../controls/index.ts';
import type { Database } from '../../platform/database.ts';
import { conflict, notFound } from '../../platform/errors.ts';
import { describeSurpluses } from './surplus.ts';
import { explainSurpluses } from './surpluses/db.ts';

/**
 * Lets a network go on that was stopped because its addresses hold more than known payments explain: these coins, as the
 * administrator saw them, count as explained from now on. Throws 404 for another network, 422 without a reason, 409
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
    if (explained.length === 0) throw conflict(`${name} is not stopped for such coins any more. Nothing was changed.`);
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
