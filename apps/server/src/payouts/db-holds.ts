import type { Transaction } from '../platform/database.ts';
import type { HoldFacts } from './decide-hold.ts';

/**
 * What the limits of a user's payouts are measured by; a payout account counts as new for `newAccountHours`. Locks the
 * user's payout account until the transaction ends: two payouts at the same moment are measured one after the other, the
 * second with the first. Null where another transaction holds it at this moment: it never waits.
 */
export async function loadHoldFacts(
  tx: Transaction,
  { userId, newAccountHours }: { userId: string; newAccountHours: number },
): Promise<HoldFacts | null> {
  const [account] = await tx.query<{ is_new: boolean; version: number }>(
    `select updated_at > clock_timestamp() - make_interval(hours => $2) as is_new, version
     from bank_account where user_id = $1 for no key update skip locked`,
    [userId, newAccountHours],
    'payout-hold-account',
  );
  if (account === undefined && (await hasPayoutAccount(tx, userId))) return null;
  const [left] = await tx.query<Record<'hour_count' | 'hour_kobo' | 'day_count' | 'day_kobo', string>>(
    `select count(*) filter (where in_hour)::text as hour_count, count(*)::text as day_count,
       coalesce(sum(amount_kobo) filter (where in_hour), 0)::text as hour_kobo,
       coalesce(sum(amount_kobo), 0)::text as day_kobo
     from (select p.amount_kobo, p.created_at > clock_timestamp() - interval '1 hour' as in_hour
           from customer_order o join payout p on p.order_id = o.id and p.attempt = 1
           where o.user_id = $1 and p.created_at > clock_timestamp() - interval '1 day') recent`,
    [userId],
    'payout-hold-facts',
  );
  return {
    hour: { count: Number(left?.hour_count ?? 0), kobo: BigInt(left?.hour_kobo ?? 0) },
    day: { count: Number(left?.day_count ?? 0), kobo: BigInt(left?.day_kobo ?? 0) },
    payoutAccount: account?.is_new === true ? (account.version > 1 ? 'changed' : 'new') : 'settled',
  };
}

async function hasPayoutAccount(tx: Transaction, userId: string): Promise<boolean> {
  const rows = await tx.query(`select 1 from bank_account where user_id = $1`, [userId]);
  return rows.length > 0;
}
