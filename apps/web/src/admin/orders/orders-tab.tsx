import { ORDERS_COUNTED_AT_MOST, TEXTS } from '@kobogate/contract';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useStable } from '../../lib/use-stable.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { EmptyState, SkeletonRows } from '../../ui/states.tsx';
import { ApproveManyDialog, togetherText } from './approve-many-dialog.tsx';
import { LIST_AND_PANEL, usePanelBeside } from '../side-panel.tsx';
import { DecisionTray } from './decision-tray.tsx';
import { DeskFilters } from './desk-filters.tsx';
import { DeskTable } from './desk-table.tsx';
import { DeskViews } from './desk-views.tsx';
import { type DeskView, type OrderFilter, queryOf, readFilter, withView } from './order-filters.ts';
import { OrderDecision } from './order-decision.tsx';
import { OrderPanel } from './order-panel.tsx';
import { OrdersBanner } from './orders-banner.tsx';
import { PageNumbers } from './page-numbers.tsx';
import type { Review } from './review.tsx';
import { type AdminOrders, useAdminOrders } from './use-admin-orders.ts';
import { type Desk, useDesk } from './use-desk.ts';
import { lookersText, usePresence } from './use-presence.ts';
import { countText } from '../count-text.ts';

// With the panel and its dialogs, for the queue: one file for both.
export { QueueOrders } from './queue-orders.tsx';

/** Opened seldom: not a part of what the desk loads. */
const KeysDialog = lazy(() => import('./keys-dialog.tsx'));

function shownText(
  { total, page, isSearchCut }: Pick<AdminOrders, 'total' | 'page' | 'isSearchCut'>,
  { more }: OrderFilter,
): string {
  const isAll = total < ORDERS_COUNTED_AT_MOST || Object.keys(more).every((name) => name === 'sort');
  const orders = `${countText(total)}${isAll ? '' : ' or more'} ${total === 1 ? 'order' : 'orders'} found`;
  const found = isSearchCut ? `${orders} among the newest that match` : orders;
  return page.count === 1 ? found : `${found}, page ${countText(page.number)} of ${countText(page.count)}`;
}

function emptyText(
  { isSearchCut }: Pick<AdminOrders, 'isSearchCut'>,
  { status, date, coins, search, more }: OrderFilter,
): string {
  const isFiltered = status !== 'all' || date !== 'all' || coins !== 'all' || Object.keys(more).length > 0;
  if (isSearchCut) {
    return 'The filters hide the newest orders that match the search, and no others were looked at. Search for something more exact.';
  }
  if (search !== '') {
    return `Nothing matches.${isFiltered ? ' The filters hide some orders.' : ''} Orders are found by a whole number, transaction, reference or account, and by a part of the customer’s name, e-mail or phone number.`;
  }
  return isFiltered ? 'No order passes these filters.' : 'Orders appear here as customers make them.';
}

function changesText({ arrived, left }: Pick<AdminOrders, 'arrived' | 'left'>): string {
  return [arrived === 0 ? null : `${arrived} new`, left === 0 ? null : `${left} no longer in this list`]
    .filter((part) => part !== null)
    .join(', ');
}

/**
 * The review of orders. Filters, page and the open order are in the address, so that a view can be reloaded and shared.
 */
export function OrdersTab({ review }: { review: Review }) {
  const [address, setAddress] = useSearchParams();
  // The same filter whichever order is open.
  const narrowed = String(new URLSearchParams(queryOf(address)));
  const filter = useMemo(() => readFilter(new URLSearchParams(narrowed)), [narrowed]);
  const orders = useAdminOrders(review, filter, Number(address.get('page') ?? '1'));
  const desk = useDesk(orders);
  // Another list begins with empty fields.
  const [turn, setTurn] = useState(0);
  const isBeside = usePanelBeside(desk.openId !== null);
  const lookers = usePresence(desk.deciding?.row.id ?? desk.openId, orders.isSample || orders.isLoading);
  const panel = desk.openId !== null && (
    <OrderPanel
      id={desk.openId}
      others={lookersText(lookers.get(desk.openId))}
      orders={orders}
      desk={desk}
      decisions={review.decisions}
      isBeside={isBeside}
    />
  );

  const change = useStable((name: string, value: string): void => {
    const next = new URLSearchParams(address);
    // Another filter is another list: it starts at its first page.
    next.delete('page');
    if (value === '') next.delete(name);
    else next.set(name, value);
    setAddress(next, { replace: true, preventScrollReset: true });
  });
  const chooseView = useStable((view: DeskView): void => {
    setTurn(turn + 1);
    setAddress(withView(address, view), { preventScrollReset: true });
  });

  return (
    <div>
      <OrdersBanner orders={orders} />
      <DeskViews address={address} onChoose={chooseView} />
      <DeskFilters key={turn} filter={filter} onChange={change} />
      <div className="mb-1 flex min-h-11 items-center justify-between gap-3 text-sm text-ink-soft">
        <output className={desk.selection.rows.length === 0 ? undefined : 'max-lg:hidden'}>
          {orders.isLoading ? '' : shownText(orders, filter)}
        </output>
        <Chosen desk={desk} />
        <span className="flex items-center gap-3">
          <output>{changesText(orders)}</output>
          {orders.arrived + orders.left > 0 && (
            <Button variant="secondary" aria-keyshortcuts="r" onClick={orders.showArrived}>
              Show
            </Button>
          )}
          <Button
            variant="quiet"
            aria-haspopup="dialog"
            aria-keyshortcuts="?"
            className="max-lg:hidden"
            onClick={() => desk.setIsHelpOpen(true)}
          >
            Keys
          </Button>
        </span>
      </div>
      <div className={classes(isBeside && desk.openId !== null && LIST_AND_PANEL)}>
        <div className="min-w-0">
          {orders.isLoading && <SkeletonRows label="Loading orders" rows={10} className="h-14" />}
          {!orders.isLoading && orders.rows.length === 0 && (
            <EmptyState title={TEXTS.noOrders}>{emptyText(orders, filter)}</EmptyState>
          )}
          {!orders.isLoading && orders.rows.length > 0 && <DeskTable orders={orders} desk={desk} lookers={lookers} />}
          <PageNumbers page={orders.page} onChange={(number) => change('page', String(number))} />
        </div>
        {panel}
      </div>
      <DecisionTray orders={orders} desk={desk} />
      <OrderDecision orders={orders} desk={desk} others={lookersText(lookers.get(desk.deciding?.row.id ?? ''))} />
      <Suspense>
        {desk.isApprovingMany && (
          <ApproveManyDialog
            rows={desk.selection.rows}
            now={orders.batch}
            onClose={() => desk.setIsApprovingMany(false)}
            onApprove={(rows) => {
              desk.setIsApprovingMany(false);
              desk.selection.clear();
              orders.approveMany(rows);
            }}
          />
        )}
        {desk.isHelpOpen && <KeysDialog onClose={() => desk.setIsHelpOpen(false)} />}
      </Suspense>
    </div>
  );
}

/** What is chosen, and the press that approves it; the line has the same height without. */
function Chosen({ desk: { selection, setIsApprovingMany } }: { desk: Desk }) {
  if (selection.rows.length === 0) return null;
  return (
    <span className="flex min-w-0 items-center gap-2">
      <output className="figures min-w-0 text-ink">{togetherText(selection.rows)} chosen</output>
      <Button
        variant="secondary"
        aria-haspopup="dialog"
        aria-keyshortcuts="Shift+a"
        className="shrink-0"
        onClick={() => setIsApprovingMany(true)}
      >
        Approve them
      </Button>
      <Button variant="quiet" onClick={selection.clear}>
        Clear
      </Button>
    </span>
  );
}
