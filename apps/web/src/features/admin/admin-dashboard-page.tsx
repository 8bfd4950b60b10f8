import { useSearchParams } from 'react-router';
import { PageHeading } from '../../ui/card.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { OrdersTab } from './orders-tab.tsx';
import { OverviewTab } from './overview-tab.tsx';
import { useReview } from './use-admin-orders.ts';

/** The administrators' page: an overview and the review of orders. The tab is in the address. */
export function Component() {
  const [search, setSearch] = useSearchParams();
  const review = useReview();
  return (
    <>
      <PageTitle>Super Admin</PageTitle>
      <PageHeading title="Super Admin" />
      <Tabs
        label="Super Admin"
        value={search.get('tab') === 'orders' ? 'orders' : 'dashboard'}
        onChange={(tab) => setSearch(tab === 'orders' ? { tab } : {}, { preventScrollReset: true })}
        tabs={[
          { id: 'dashboard', label: 'Dashboard', content: <OverviewTab review={review} /> },
          { id: 'orders', label: 'Orders', content: <OrdersTab review={review} /> },
        ]}
      />
    </>
  );
}
