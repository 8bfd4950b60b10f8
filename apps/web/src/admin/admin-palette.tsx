import { type AdminOrder, endpoints, mayCall, type StaffRole } from '@kobogate/contract';
import { useState } from 'react';
import { useChoose, useSharedCommands } from '../app/shared-commands.ts';
import { coinText, nairaText } from '../lib/formats.ts';
import { useCall } from '../lib/queries.ts';
import { useSession } from '../lib/session-context.ts';
import { useSettled } from '../lib/use-settled.ts';
import { type Command, matchCommands } from '../ui/match-commands.ts';
import { Palette } from '../ui/palette.tsx';
import { leadingWords } from '../account/conversions/order-words.ts';
import { DESK_VIEWS, type DeskView } from './orders/order-filters.ts';
import { useOwnViews } from './orders/own-views.ts';
import { ADMIN_PAGES } from './pages.ts';

const ORDERS = '/admin/dashboard?tab=orders';
/** Other words that a page is found by, by its address. */
const WORDS: Readonly<Record<string, string>> = {
  '/admin/dashboard': 'home overview work desk review',
  '/admin/users': 'customers people accounts',
  '/admin/products': 'coins networks spread',
  '/admin/refunds': 'coins back suspense',
  '/admin/reports': 'figures csv',
  '/admin/reconciliation': 'books differences bank',
  '/admin/recovery': 'fence restore payouts stopped',
  '/admin/networks': 'chains nodes watchers',
  '/admin/audit': 'acts record',
  '/admin/settings': 'policy limits brand',
};

const pages = (role: StaffRole | null | undefined): Command[] =>
  ADMIN_PAGES.filter(({ call }) => mayCall(role, call)).map(({ to, label }) => ({
    id: `page-${to}`,
    group: 'Pages',
    title: label,
    words: WORDS[to] ?? '',
    goal: to,
  }));

const viewCommand = ({ name, query }: DeskView): Command => ({
  id: `view-${name}`,
  group: 'Orders',
  title: `Orders: ${name.toLowerCase()}`,
  words: 'desk view filter',
  goal: `${ORDERS}&${new URLSearchParams(query).toString()}`,
});

const SHORTEST_SEARCH = 3;

const orderCommand = (order: AdminOrder): Command => ({
  id: `order-${order.id}`,
  group: 'Orders found',
  title: `${order.customerName}: ${coinText(order.fromAmount, order.fromCurrency)}, ${nairaText(order.naira)}`,
  detail: leadingWords(order).text,
  goal: `${ORDERS}&${new URLSearchParams({ search: order.id, order: order.id }).toString()}`,
});

/** Where the typed text is searched for: always offered, because the lists show more than the first five. */
function searches(typed: string, mayFind: { orders: boolean; users: boolean }): Command[] {
  if (typed === '') return [];
  const query = new URLSearchParams({ search: typed }).toString();
  const group = 'Search';
  return [
    ...(mayFind.orders
      ? [{ id: 'search-orders', group, title: `Search orders for “${typed}”`, goal: `${ORDERS}&${query}` }]
      : []),
    ...(mayFind.users
      ? [{ id: 'search-users', group, title: `Search users for “${typed}”`, goal: `/admin/users?${query}` }]
      : []),
  ];
}

/** Every page and view of the administration by name, and orders by all that the desk finds them by. */
export default function AdminPalette({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const shared = useSharedCommands();
  const wanted = useSettled(typed.trim());
  const { user } = useSession();
  const role = user?.role;
  const mayFind = {
    orders: mayCall(role, endpoints.adminOrders.list),
    users: mayCall(role, endpoints.adminUsers.list),
  };
  const own = useOwnViews({ isEnabled: mayFind.orders });
  const views = mayFind.orders ? [...DESK_VIEWS, ...own] : [];
  const isAsked = mayFind.orders && wanted.length >= SHORTEST_SEARCH;
  const search = useCall(endpoints.adminOrders.list, { query: { search: wanted, limit: '5' } }, { isEnabled: isAsked });
  const found = isAsked ? (search.data ?? []) : [];
  return (
    <Palette
      label="Find a page, action or order"
      placeholder="A page, a view, or an order"
      typed={typed}
      onType={setTyped}
      commands={[
        ...matchCommands([...pages(role), ...views.map(viewCommand), ...shared], typed),
        ...found.map(orderCommand),
        ...searches(typed.trim(), mayFind),
      ]}
      isSearching={isAsked && search.isFetching}
      onChoose={useChoose(onClose)}
      onClose={onClose}
    />
  );
}
