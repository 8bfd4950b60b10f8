import type { Tiers } from '@kobogate/contract';
import type { Transaction } from '../../platform/database.ts';
import { limitsADay } from './tier-limits.ts';

/**
 * Kobo that each of the users has converted within the last day, declined and unpaid expired orders left out; empty where
 * no tier limits it. Locks the users until the transaction ends: what they convert at the same moment counts too.
 */
export async function loadMadeToday(
  tx: Transaction,
  tiers: Tiers,
  userIds: readonly string[],
): Promise<Map<string, bigint>> {
  if (!limitsADay(tiers)) return new Map();
  await tx.query(`select 1 from app_user where id = any($1::uuid[]) order by id for no key update`, [userIds]);
  const rows = await tx.query<{ user_id: string; kobo: string }>(
    `select user_id, sum(naira_kobo)::text as kobo from customer_order
     where user_id = any($1::uuid[]) and created_at > clock_timestamp() - interval '1 day'
       and status <> 'declined' and funding <> 'expired'
     group by user_id`,
    [userIds],
  );
  return new Map(rows.map(({ user_id: userId, kobo }) => [userId, BigInt(kobo)]));
}
