import type { Dashboard, UserId } from '@kobogate/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { sumUp } from './dashboard.ts';
import { loadHoldings, sumByMonthAndCoin } from './db.ts';
import { listRecentOrders } from './view-orders.ts';

const RECENT_ORDERS = 8;

/** The figures of one account. Months end at midnight in Lagos; amounts are kobo as text. */
export async function viewDashboard(
  { database, clock }: { database: Database; clock: Clock },
  userId: UserId,
): Promise<Dashboard> {
  const [parts, holdings, recent] = await Promise.all([
    sumByMonthAndCoin(database, userId),
    loadHoldings(database, userId),
    listRecentOrders(database, userId, RECENT_ORDERS),
  ]);
  const { transactions, kobo, months, assets } = sumUp(parts, clock.now());
  return {
    hasActivity: transactions > 0 || holdings.hasDeposit,
    transactions,
    volumeKobo: String(kobo),
    wallets: holdings.wallets,
    months: months.map((month) => ({
      month: month.month,
      transactions: month.transactions,
      volumeKobo: String(month.kobo),
    })),
    assets: assets.map((asset) => ({ currency: asset.currency, volumeKobo: String(asset.kobo) })),
    recent,
  };
}
