import type { Tiers } from '@kobogate/contract';
import type { Transaction } from '../../platform/database.ts';
import { HAS_BEGUN } from './db-begun.ts';
import { limitsADay } from './tier-limits.ts';

/**
 * Kobo that each of the users has converted within the last day, by the quotes that hold, so that an order of before
 * whose coins came late counts today; declined and unpaid expired orders, opened payments to which nothing came, and
 * the one named by `exceptOrderId`, left out. Empty where no tier limits it. Locks the users until the transaction
 * ends: what they convert at the same moment counts too.
 */
export async function loadMadeToday(
  tx: Transaction,
  tiers: Tiers,
  userIds: readonly string[],
  exceptOrderId: string | null = null,
): Promise<Map<string, bigint>> {
  if (!limitsADay(tiers)) return new Map();
  await tx.query(`select 1 from app_user where id = any($1::uuid[]) order by id for no key update`, [userIds]);
  const rows = await tx.query<{ user_id: string; kobo: string }>(
    `select o.user_id, sum(o.naira_kobo)::text as kobo from customer_order o join order_quote q on q.id = o.order_quote_id
     where o.user_id = any($1::uuid[]) and q.made_at > clock_timestamp() - interval '1 day'
       and o.status <> 'declined' and o.funding <> 'expired' and ${HAS_BEGUN} and o.id is distinct from $2
     group by o.user_id`,
    [userIds, exceptOrderId],
  );
  return new Map(rows.map(({ user_id: userId, kobo }) => [userId, BigInt(kobo)]));
}
