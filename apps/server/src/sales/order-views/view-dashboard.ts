import type { Dashboard, UserId } from '@kobogate/contract';
import { createBatchedRead } from '../../platform/batched-read.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { type MonthOfCoin, sumUp } from './dashboard.ts';
import { type Holdings, loadHoldings, sumByMonthAndCoin } from './db.ts';
import { listRecentOrders } from './view-orders.ts';

const RECENT_ORDERS = 8;

/** The figures of one account. Months end at midnight in Lagos; amounts are kobo as text. */
export type ViewDashboard = (userId: UserId) => Promise<Dashboard>;

/** Makes the function that views an account's figures: those that are asked for at one moment are read together. */
export function createDashboards({ database, clock }: { database: Database; clock: Clock }): ViewDashboard {
  return createBatchedRead(async (asked) => {
    const userIds = [...new Set(asked)];
    const [months, holdings, recent] = await Promise.all([
      sumByMonthAndCoin(database, userIds),
      loadHoldings(database, userIds),
      listRecentOrders(database, userIds, RECENT_ORDERS),
    ]);
    const now = clock.now();
    return asked.map((userId) => ({
      ...presentFigures(months.get(userId) ?? [], holdings.get(userId) ?? NOTHING, now),
      recent: recent.get(userId) ?? [],
    }));
  });
}

const NOTHING: Holdings = { wallets: 0, hasDeposit: false };

function presentFigures(
  parts: readonly MonthOfCoin[],
  { wallets, hasDeposit }: Holdings,
  now: Date,
): Omit<Dashboard, 'recent'> {
  const { transactions, kobo, months, assets } = sumUp(parts, now);
  return {
    hasActivity: transactions > 0 || hasDeposit,
    transactions,
    volumeKobo: String(kobo),
    wallets,
    months: months.map((month) => ({
      month: month.month,
      transactions: month.transactions,
      volumeKobo: String(month.kobo),
    })),
    assets: assets.map((asset) => ({ currency: asset.currency, volumeKobo: String(asset.kobo) })),
  };
}
