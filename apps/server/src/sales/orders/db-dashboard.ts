import type { Connection } from '../../platform/database.ts';
import type { MonthOfCoin } from './dashboard.ts';
import { HAS_BEGUN } from './db-begun.ts';

interface MonthRow {
  month: string;
  currency: string;
  transactions: number;
  kobo: string;
}

/** A user's conversions, and payments by their links, by month of Lagos and coin, over all time. */
export async function sumByMonthAndCoin(connection: Connection, userId: string): Promise<MonthOfCoin[]> {
  const rows = await connection.query<MonthRow>(
    `select to_char(created_at at time zone 'Africa/Lagos', 'YYYY-MM') as month, currency,
            count(*)::integer as transactions,
            coalesce(sum(naira_kobo) filter (
              where status <> 'declined' and funding in ('funded', 'overpaid', 'late')), 0) as kobo
     from customer_order o where user_id = $1 and ${HAS_BEGUN} group by 1, 2 order by 1, 2`,
    [userId],
    'dashboard-months',
  );
  return rows.map(({ month, currency, transactions, kobo }) => ({
    month,
    currency,
    transactions,
    kobo: BigInt(kobo),
  }));
}

/** How many wallets a user has, and whether coins have ever been seen to arrive in one. */
export async function loadHoldings(
  connection: Connection,
  userId: string,
): Promise<{ wallets: number; hasDeposit: boolean }> {
  const [row] = await connection.query<{ wallets: number; has_deposit: boolean }>(
    `select (select count(*)::integer from wallet where user_id = $1) as wallets,
            exists (select 1 from deposit where user_id = $1) as has_deposit`,
    [userId],
    'dashboard-holdings',
  );
  return { wallets: row?.wallets ?? 0, hasDeposit: row?.has_deposit ?? false };
}
