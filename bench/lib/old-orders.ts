import type { Database } from '../../apps/server/src/platform/database.ts';
import { countDays } from '../../apps/server/src/sales/order-views/count-days.ts';

/** How many orders are written in one statement. */
const AT_ONCE = 50_000;

/**
 * Writes so many settled conversions of the last two years, spread over all accounts, as a product has them that has
 * run for long. Foreign keys are not checked (the quote of each is missing): for benches that read orders only.
 */
export async function writeOldOrders(database: Database, count: number): Promise<void> {
  await database.query(`update order_counted set until = '-infinity'`);
  for (let written = 0; written < count; written += AT_ONCE) {
    await database.transaction(async (tx) => {
      await tx.query(`set local session_replication_role = replica`);
      await tx.query(
        `with person as materialized (
           select w.user_id, w.id as wallet_id, row_number() over () - 1 as place from wallet w)
         insert into customer_order (id, kind, user_id, wallet_id, currency, network, asset, amount, rate, naira_kobo,
           lock_expires_at, order_quote_id, status, funding, payout, received, priority, account_number, bank_code,
           bank_name, account_name, created_at, updated_at)
         select uuidv7(at - now()), 'conversion', user_id, wallet_id, 'USDT', 'ethereum', 'USDT@ethereum', 5000000, 1600,
           800000, at + interval '15 minutes', gen_random_uuid(), 'approved', 'funded', 'paid', 5000000, 'low',
           '0123456785', '000013', 'GTBANK', 'SAMPLE PERSON', at, at + interval '2 minutes'
         from (select n % (select count(*) from wallet) as owner, now() - interval '2 years' + n * interval '730 days' / $3::float8 as at
               from generate_series($1::int, $2::int) as n) as made
           join person on place = owner`,
        [written + 1, Math.min(written + AT_ONCE, count), count + 1000],
      );
    });
  }
  await countDays({ database });
  await database.patient.query(`vacuum analyze customer_order`);
}
