import { ORDER_STATUSES } from '@kobogate/contract';
import { formatNaira, toKobo } from '@kobogate/money';
import { Link } from 'react-router';
import { Loading } from '../../ui/loading.tsx';
import { NextStep } from '../../ui/next-step.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { Badge } from '../../ui/status.tsx';
import { STATUS_WORDS } from '../../account/conversions/order-words.ts';
import { ClearingPolicyCard } from './clearing-policy-card.tsx';
import { DayPictures } from './day-pictures.tsx';
import { LedgerCard } from './ledger-card.tsx';
import { OrdersBanner } from '../orders/orders-banner.tsx';
import { RailsCard } from './rails-card.tsx';
import { SanctionsCard } from './sanctions-card.tsx';
import { WorkCard } from './work-card.tsx';
import { type Review, useOrdersOverview } from '../orders/use-admin-orders.ts';

const TILES = 'grid grid-cols-2 gap-3 lg:grid-cols-4 xl:grid-cols-2';

/** What waits for the administrator beside the day in pictures, the orders by status, the clearing policy, the ledger's state and the rails. */
export function OverviewTab({ review }: { review: Review }) {
  const { overview, ...orders } = useOrdersOverview(review);
  return (
    <>
      <OrdersBanner orders={orders} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <WorkCard />
          {orders.isLoading ? (
            <Loading label="Loading the overview" className={TILES}>
              {ORDER_STATUSES.map((status) => (
                <Skeleton key={status} className="h-20" />
              ))}
            </Loading>
          ) : (
            <ul className={TILES}>
              {ORDER_STATUSES.map((status) => (
                <li key={status}>
                  <Link
                    to={`?tab=orders&status=${status}${status === 'pending' ? '&coins=arrived' : ''}`}
                    className="block h-full rounded-card border border-hairline bg-surface px-4 py-3 shadow-card hover:border-primary"
                  >
                    <span className="flex flex-wrap items-center gap-2 text-[15px] text-ink-soft">
                      {status === 'pending' ? 'To review' : STATUS_WORDS[status].text}
                      {orders.isSample && <Badge tone="neutral">Sample</Badge>}
                    </span>
                    <span className="headline figures mt-0.5 block text-2xl">
                      {status === 'pending' ? overview.toReview : overview.byStatus[status]}
                    </span>
                    {status === 'pending' && (
                      <span className="figures mt-1 block text-sm text-ink-soft">
                        {formatNaira(toKobo(overview.toReviewKobo))}
                        {overview.byStatus.pending > overview.toReview && (
                          <span className="block">
                            {overview.byStatus.pending - overview.toReview} more pending, not ready yet
                          </span>
                        )}
                      </span>
                    )}
                  </Link>
                </li>
              ))}
            </ul>
          )}
          <NextStep>
            <RailsCard />
          </NextStep>
        </div>
        <DayPictures />
        <NextStep>
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4 md:grid-cols-2 xl:col-span-2 xl:grid-cols-3">
            <ClearingPolicyCard />
            <LedgerCard />
            <SanctionsCard />
          </div>
        </NextStep>
      </div>
    </>
  );
}
