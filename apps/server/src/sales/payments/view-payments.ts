import {
  type endpoints,
  type LinkId,
  type MerchantPayment,
  type OrderId,
  type Payment,
  type PaymentTotals,
  reviewHoursOf,
  type Settings,
  type UserId,
} from '@kobogate/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Connection } from '../../platform/database.ts';
import { notFound } from '../../platform/errors.ts';
import { isId, nilId, readId } from '../../platform/identifiers.ts';
import type { RouteRequest } from '../../platform/route.ts';
import { USUAL_PAGE } from '../order-views/view-orders.ts';
import {
  countPayments,
  findPaymentVersion,
  findPaymentView,
  listPaymentViews,
  type PaymentSearch,
  type PaymentView,
} from './db.ts';
import { presentForMerchant, presentPayment, type ShownWith } from './present-payment.ts';

export interface ViewDependencies {
  readonly database: Connection;
  readonly clock: Clock;
  /** How long a review takes is the operator's word. */
  readonly settings: { current(): Promise<Pick<Settings, 'clearing'>> };
}

/** What a payment is shown with besides its rows. */
export async function loadShown({ clock, settings }: Pick<ViewDependencies, 'clock' | 'settings'>): Promise<ShownWith> {
  const { clearing } = await settings.current();
  return { now: clock.now(), reviewHours: reviewHoursOf(clearing) };
}

interface MerchantsDependencies extends ViewDependencies {
  /** The product's own address: that of a payment's page begins with it. */
  readonly publicOrigin: string;
}

/** What a payer sees of a payment. Throws 404 where there is none. */
export async function viewPayment(dependencies: ViewDependencies, id: OrderId): Promise<Payment> {
  return presentPayment(await findView(dependencies.database, id, null), await loadShown(dependencies));
}

/** One payment by a merchant's own links. Throws 404 for anything else. */
export async function viewOwnPayment(
  { publicOrigin, ...dependencies }: MerchantsDependencies,
  { id, merchantId }: { id: OrderId; merchantId: UserId },
): Promise<MerchantPayment> {
  const view = await findView(dependencies.database, id, merchantId);
  return presentForMerchant(view, { ...(await loadShown(dependencies)), publicOrigin });
}

/** A page of a merchant's payments, newest first, the id to ask for the next page with, and how many there are in all. */
export async function listPayments(
  { database, publicOrigin, ...dependencies }: MerchantsDependencies,
  merchantId: UserId,
  query: RouteRequest<typeof endpoints.payments.list>['query'],
): Promise<{ data: MerchantPayment[]; next: string | null; total: number }> {
  const { state = null, before, limit: size = USUAL_PAGE } = query;
  const search = readSearch(query);
  if (search === null) return { data: [], next: null, total: 0 };
  const filter = { ...search, state, before: before !== undefined && isId(before) ? before : null };
  const [views, { byState }] = await Promise.all([
    listPaymentViews(database, merchantId, { ...filter, limit: size + 1 }),
    countPayments(database, merchantId, search),
  ]);
  const counts = Object.entries(byState).map(([each, count]) => (state === null || state === each ? count : 0));
  const page = views.slice(0, size);
  const shown = await loadShown(dependencies);
  return {
    data: page.map((view) => presentForMerchant(view, { ...shown, publicOrigin })),
    next: views.length > size ? (page.at(-1)?.order.id ?? null) : null,
    total: counts.reduce((sum, count) => sum + count, 0),
  };
}

/** How many of a merchant's payments are in each state, whatever page of them is shown. */
export async function viewTotals(
  { database }: Pick<ViewDependencies, 'database'>,
  merchantId: UserId,
  query: SearchQuery,
): Promise<PaymentTotals> {
  return countPayments(database, merchantId, readSearch(query) ?? { linkId: NO_LINK, search: null });
}

type SearchQuery = RouteRequest<typeof endpoints.payments.totals>['query'];

/** No payment has this link. */
const NO_LINK = nilId<LinkId>();

/** The filter of a query; null where its link is invalid, which has no payments. Pure. */
export function readSearch({ link, search }: SearchQuery): PaymentSearch | null {
  return link !== undefined && !isId(link) ? null : { linkId: link ?? null, search: search || null };
}

async function findView(database: Connection, id: OrderId, merchantId: UserId | null): Promise<PaymentView> {
  const view = isId(id) ? await findPaymentView(database, id, merchantId) : null;
  if (view === null) throw notFound('There is no such payment.', 'payment-unknown');
  return view;
}

/** The state of a payment as its own stream counts it; null where there is none. Every caller with its id may follow it. */
export async function viewPaymentVersion(database: Connection, id: string): Promise<number | null> {
  const known = readId<OrderId>(id);
  return known === null ? null : findPaymentVersion(database, known);
}
