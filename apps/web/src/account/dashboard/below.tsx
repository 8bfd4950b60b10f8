import { AssetSplit } from './asset-split.tsx';
import type { DashboardFigures } from './figures.ts';
import { GrowthChart } from './growth-chart.tsx';
import { RecentTransactions } from './recent-transactions.tsx';

/** What is below the first screen of the dashboard: pictures of the months and the coins, and the last transactions. */
export function Below({ figures }: { figures: DashboardFigures }) {
  return (
    <>
      <div className="grid gap-4 xl:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)]">
        <GrowthChart figures={figures} />
        <AssetSplit figures={figures} />
      </div>
      <RecentTransactions recent={figures.recent} />
    </>
  );
}
