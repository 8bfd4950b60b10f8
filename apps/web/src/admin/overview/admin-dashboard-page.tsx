import { lazy, Suspense, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { PageHeading } from '../../ui/card.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { SkeletonRows } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { OverviewTab } from './overview-tab.tsx';
import { useReview } from '../orders/review.tsx';

const loadOrdersTab = () => import('../orders/orders-tab.tsx').then(({ OrdersTab: tab }) => ({ default: tab }));
const OrdersTab = lazy(loadOrdersTab);

/** The administrators' page: an overview and the review of orders. The tab is in the address. */
export function Component() {
  const [search, setSearch] = useSearchParams();
  const review = useReview();
  // The filters of the desk are there again when one comes back to it.
  const [ofOrders, setOfOrders] = useState<URLSearchParams | null>(null);
  const chosen = search.get('tab') === 'orders' ? 'orders' : 'dashboard';

  // With all its dialogs it weighs more than the rest of the page: loaded after the page, before it is opened.
  useEffect(() => {
    loadOrdersTab().catch(() => undefined);
  }, []);

  return (
    <>
      <PageTitle>Super Admin</PageTitle>
      <Tabs
        label="Super Admin"
        heading={<PageHeading title="Super Admin" isInLine />}
        value={chosen}
        onChange={(tab) => {
          if (chosen === 'orders') setOfOrders(search);
          setSearch(tab === 'orders' ? (ofOrders ?? { tab }) : {}, { preventScrollReset: true });
        }}
        tabs={[
          { id: 'dashboard', label: 'Dashboard', content: <OverviewTab review={review} /> },
          {
            id: 'orders',
            label: 'Orders',
            content: (
              <Suspense fallback={<SkeletonRows label="Loading orders" rows={5} className="h-24" />}>
                <OrdersTab review={review} />
              </Suspense>
            ),
          },
        ]}
      />
    </>
  );
}
