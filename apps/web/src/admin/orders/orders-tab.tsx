import { ORDER_DATES, ORDER_SEARCH_LENGTH, type OrderDate, TEXTS } from '@kobogate/contract';
import { useSearchParams } from 'react-router';
import { Button } from '../../ui/button.tsx';
import { Card, LIST_CARD } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { EmptyState, SkeletonRows } from '../../ui/states.tsx';
import { STATUS_WORDS } from '../../account/conversions/order-words.ts';
import { orderColumns } from './order-columns.tsx';
import { COINS_FILTERS, type CoinsFilter, type OrderFilter, STATUS_FILTERS } from './order-filters.ts';
import { OpenOrder } from './open-order.tsx';
import { OrdersBanner } from './orders-banner.tsx';
import { PageNumbers } from './page-numbers.tsx';
import { type AdminOrders, type Review, useAdminOrders } from './use-admin-orders.ts';

const COINS_NAMES: Readonly<Record<CoinsFilter, string>> = {
  all: 'All',
  arrived: 'All there',
  awaited: 'Awaited',
};

const DATE_NAMES: Readonly<Record<OrderDate, string>> = {
  all: 'All',
  today: 'Today',
  week: 'Last 7 days',
  month: 'Last 30 days',
};

function shownText({ total, page }: Pick<AdminOrders, 'total' | 'page'>): string {
  const found = `${total} ${total === 1 ? 'order' : 'orders'} found`;
  return page.count === 1 ? found : `${found}, page ${page.number} of ${page.count}`;
}

function emptyText({ status, date, coins, search }: OrderFilter): string {
  const isFiltered = status !== 'all' || date !== 'all' || coins !== 'all';
  if (search !== '') {
    return `Nothing matches.${isFiltered ? ' The filters leave orders out.' : ''} Orders are found by a whole order number, transaction, payout reference or account number, and by a part of the customer’s name, e-mail address or phone number.`;
  }
  return isFiltered ? 'No order passes these filters.' : 'Orders appear here as customers make them.';
}

/**
 * The review of orders. Filters, page and the open order are in the address, so that a view can be reloaded and shared.
 */
export function OrdersTab({ review }: { review: Review }) {
  const [search, setSearch] = useSearchParams();
  const status = STATUS_FILTERS.find((name) => name === search.get('status')) ?? 'all';
  const date = ORDER_DATES.find((name) => name === search.get('date')) ?? 'all';
  const coins = COINS_FILTERS.find((name) => name === search.get('coins')) ?? 'all';
  const text = search.get('search') ?? '';
  const orders = useAdminOrders(review, { status, date, coins, search: text }, Number(search.get('page') ?? '1'));
  const openId = search.get('order');

  function change(name: string, value: string): void {
    const next = new URLSearchParams(search);
    // Another filter is another list: it starts at its first page.
    next.delete('page');
    if (value === '') next.delete(name);
    else next.set(name, value);
    setSearch(next, { replace: true, preventScrollReset: true });
  }

  function show(orderId: string | null): void {
    const next = new URLSearchParams(search);
    if (orderId === null) next.delete('order');
    else next.set('order', orderId);
    setSearch(next, { replace: true, preventScrollReset: true });
  }

  return (
    <>
      <OrdersBanner orders={orders} />
      <div className="mb-1 grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-[minmax(0,1fr)_repeat(3,10rem)]">
        <div className="col-span-full lg:col-span-1">
          <SearchField
            initial={text}
            placeholder="Order, transaction, reference, account, customer"
            maxLength={ORDER_SEARCH_LENGTH}
            hotkey="/"
            onSettled={(typed) => change('search', typed)}
          />
        </div>
        <SelectField
          label="Status"
          value={status}
          options={STATUS_FILTERS.map((name) => ({
            value: name,
            label: name === 'all' ? 'All' : STATUS_WORDS[name].text,
          }))}
          onChange={(event) => change('status', event.target.value)}
        />
        <SelectField
          label="Date"
          value={date}
          options={ORDER_DATES.map((name) => ({ value: name, label: DATE_NAMES[name] }))}
          onChange={(event) => change('date', event.target.value)}
        />
        <SelectField
          label="Coins"
          value={coins}
          options={COINS_FILTERS.map((name) => ({ value: name, label: COINS_NAMES[name] }))}
          onChange={(event) => change('coins', event.target.value)}
        />
      </div>
      <div className="mb-1 flex min-h-11 items-center justify-between gap-3 text-sm text-ink-soft">
        <output>{orders.isLoading ? '' : shownText(orders)}</output>
        <span className="flex items-center gap-3">
          <output>{orders.arrived === 0 ? '' : `${orders.arrived} new`}</output>
          {orders.arrived > 0 && (
            <Button variant="secondary" onClick={orders.showArrived}>
              Show
            </Button>
          )}
        </span>
      </div>
      <Card className={LIST_CARD}>
        {orders.isLoading && <SkeletonRows label="Loading orders" rows={5} className="h-24" />}
        {!orders.isLoading && orders.rows.length === 0 && (
          <EmptyState title={TEXTS.noOrders}>{emptyText({ status, date, coins, search: text })}</EmptyState>
        )}
        {!orders.isLoading && orders.rows.length > 0 && (
          <DataTable
            caption={orders.isSample ? 'Sample orders' : 'Orders'}
            columns={orderColumns(orders, show)}
            rows={orders.rows}
            rowKey={(row) => row.id}
          />
        )}
        <PageNumbers page={orders.page} onChange={(number) => change('page', String(number))} />
      </Card>
      {openId !== null && (
        <OpenOrder id={openId} orders={orders} decisions={review.decisions} onClose={() => show(null)} />
      )}
    </>
  );
}
