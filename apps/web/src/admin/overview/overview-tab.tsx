import { ORDER_STATUSES } from '@kobogate/contract';
import { formatNaira, toKobo } from '@kobogate/money';
import { lazy, Suspense } from 'react';
import { Link } from 'react-router';
import { Loading } from '../../ui/loading.tsx';
import { NextStep } from '../../ui/next-step.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { Badge } from '../../ui/status.tsx';
import { STATUS_WORDS } from '../../account/conversions/order-words.ts';
import { ClearingPolicyCard } from './clearing-policy-card.tsx';
import { LedgerCard } from './ledger-card.tsx';
import { OrdersBanner } from '../orders/orders-banner.tsx';
import { RailsCard } from './rails-card.tsx';
import { SanctionsCard } from './sanctions-card.tsx';
import { WorkCard } from './work-card.tsx';
import { countText } from '../count-text.ts';
import type { Review } from '../orders/review.tsx';
import { useOrdersOverview } from '../orders/use-admin-orders.ts';

// Below the work, and not shown on the desk, which is part of the same page.
const DayPictures = lazy(() => import('./day-pictures.tsx').then((module) => ({ default: module.DayPictures })));

const STRIP =
  'grid grid-cols-2 gap-px overflow-hidden rounded-card border border-hairline bg-hairline shadow-card lg:grid-cols-4';
/** Cards that are read one after the other as one surface. */
const ONE_SURFACE =
  'grid grid-cols-[minmax(0,1fr)] rounded-card border border-hairline bg-surface shadow-card [&>section]:border-0 [&>section]:shadow-none [&>section+section]:border-t [&>section+section]:border-hairline [&>section]:rounded-none [&>section]:bg-transparent';

/** What waits for the administrator beside the day in pictures, the orders by status, the clearing policy, the ledger's state and the rails. */
export function OverviewTab({ review }: { review: Review }) {
  const { overview, ...orders } = useOrdersOverview(review);
  return (
    <>
      <OrdersBanner orders={orders} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <WorkCard review={review} />
        {orders.isLoading ? (
          <Loading label="Loading the overview" className={STRIP}>
            {ORDER_STATUSES.map((status) => (
              <Skeleton key={status} className="h-16 rounded-none" />
            ))}
          </Loading>
        ) : (
          <ul className={STRIP}>
            {ORDER_STATUSES.map((status) => (
              <li key={status}>
                <Link
                  to={`?tab=orders&status=${status}${status === 'pending' ? '&coins=arrived&sort=oldest' : ''}`}
                  className="flex h-full flex-wrap items-baseline gap-x-3 bg-surface px-4 py-3 hover:bg-sunk sm:px-6"
                >
                  <span className="flex flex-wrap items-center gap-2 text-[15px] text-ink-soft">
                    {status === 'pending' ? 'To review' : STATUS_WORDS[status].text}
                    {orders.isSample && <Badge tone="neutral">Sample</Badge>}
                  </span>
                  <span className="headline figures text-xl">
                    {countText(status === 'pending' ? overview.toReview : overview.byStatus[status])}
                  </span>
                  {status === 'pending' && (
                    <span className="figures text-sm text-ink-soft">
                      {formatNaira(toKobo(overview.toReviewKobo))}
                      {overview.byStatus.pending > overview.toReview && (
                        <span className="block">
                          {countText(overview.byStatus.pending - overview.toReview)} more pending, not ready yet
                        </span>
                      )}
                    </span>
                  )}
                </Link>
              </li>
            ))}
          </ul>
        )}
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
          <NextStep>
            <div className={ONE_SURFACE}>
              <RailsCard />
              <ClearingPolicyCard />
              <LedgerCard />
              <SanctionsCard />
            </div>
          </NextStep>
          <Suspense fallback={<Skeleton className="h-96" />}>
            <DayPictures />
          </Suspense>
        </div>
      </div>
    </>
  );
}
