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
import { createBatchedRead } from '../../platform/batched-read.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Connection } from '../../platform/database.ts';
import { notFound } from '../../platform/errors.ts';
import { isId, nilId, readId } from '../../platform/identifiers.ts';
import type { RouteRequest } from '../../platform/route.ts';
import { USUAL_PAGE } from '../order-views/view-orders.ts';
import {
  countFoundPayments,
  countPayments,
  findPaymentIds,
  findPaymentVersion,
  findPaymentView,
  listNewestPayments,
  listPaymentViewsById,
  type PaymentSearch,
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
export type ViewPayment = (id: OrderId) => Promise<Payment>;

/** Makes the function that shows payments to their payers: those that are asked for at one moment are read together. */
export function createPaymentViewing(dependencies: ViewDependencies): ViewPayment {
  const find = createBatchedRead(async (ids: readonly OrderId[]) => {
    const views = await listPaymentViewsById(dependencies.database, [...new Set(ids)]);
    const byId = new Map(views.map((view) => [view.order.id, view]));
    return ids.map((id) => byId.get(id) ?? null);
  });
  return async (id) => {
    const view = isId(id) ? await find(id) : null;
    if (view === null) throw unknownPayment();
    return presentPayment(view, await loadShown(dependencies));
  };
}

/** One payment by a merchant's own links. Throws 404 for anything else. */
export async function viewOwnPayment(
  { publicOrigin, ...dependencies }: MerchantsDependencies,
  { id, merchantId }: { id: OrderId; merchantId: UserId },
): Promise<MerchantPayment> {
  const view = isId(id) ? await findPaymentView(dependencies.database, id, merchantId) : null;
  if (view === null) throw unknownPayment();
  return presentForMerchant(view, { ...(await loadShown(dependencies)), publicOrigin });
}

type ListQuery = RouteRequest<typeof endpoints.payments.list>['query'];

/** A merchant's payments as pages, and how many there are. */
export interface PaymentLists {
  /** A page, newest first, the id to ask for the next page with, and how many there are in all. */
  list(merchantId: UserId, query: ListQuery): Promise<{ data: MerchantPayment[]; next: string | null; total: number }>;
  /** How many are in each state, whatever page of them is shown. */
  count(merchantId: UserId, query: SearchQuery): Promise<PaymentTotals>;
}

/** Makes the functions that list payments: what is asked for at one moment is read together, searches apart. */
export function createPaymentLists({ publicOrigin, ...dependencies }: MerchantsDependencies): PaymentLists {
  const { database } = dependencies;
  const findNewest = createBatchedRead((asked: Parameters<typeof listNewestPayments>[1]) =>
    listNewestPayments(database, asked),
  );
  const countAll = createBatchedRead((asked: Parameters<typeof countPayments>[1]) => countPayments(database, asked));
  const present = createBatchedRead(async (pages: readonly (readonly OrderId[])[]) => {
    const [views, shown] = await Promise.all([
      listPaymentViewsById(database, [...new Set(pages.flat())]),
      loadShown(dependencies),
    ]);
    const byId = new Map(views.map((view) => [view.order.id, presentForMerchant(view, { ...shown, publicOrigin })]));
    return pages.map((ids) => ids.flatMap((id) => byId.get(id) ?? []));
  });
  const countIn = (merchantId: UserId, search: PaymentSearch): Promise<PaymentTotals> =>
    search.search === null
      ? countAll({ merchantId, linkId: search.linkId })
      : countFoundPayments(database, merchantId, search);
  return {
    list: async (merchantId, query) => {
      const { state = null, before, limit: size = USUAL_PAGE } = query;
      const search = readSearch(query);
      if (search === null) return { data: [], next: null, total: 0 };
      const filter = { ...search, state, before: before !== undefined && isId(before) ? before : null };
      const isNarrowed = Object.values(filter).some((value) => value !== null);
      const [ids, { byState }] = await Promise.all([
        isNarrowed
          ? findPaymentIds(database, merchantId, { ...filter, limit: size + 1 })
          : findNewest({ merchantId, most: size + 1 }),
        countIn(merchantId, search),
      ]);
      const counts = Object.entries(byState).map(([each, count]) => (state === null || state === each ? count : 0));
      const page = ids.slice(0, size);
      return {
        data: await present(page),
        next: ids.length > size ? (page.at(-1) ?? null) : null,
        total: counts.reduce((sum, count) => sum + count, 0),
      };
    },
    count: (merchantId, query) => countIn(merchantId, readSearch(query) ?? { linkId: NO_LINK, search: null }),
  };
}

type SearchQuery = RouteRequest<typeof endpoints.payments.totals>['query'];

/** No payment has this link. */
const NO_LINK = nilId<LinkId>();

/** The filter of a query; null where its link is invalid, which has no payments. Pure. */
export function readSearch({ link, search }: SearchQuery): PaymentSearch | null {
  return link !== undefined && !isId(link) ? null : { linkId: link ?? null, search: search || null };
}

const unknownPayment = () => notFound('There is no such payment.', 'payment-unknown');

/** The state of a payment as its own stream counts it; null where there is none. Every caller with its id may follow it. */
export async function viewPaymentVersion(database: Connection, id: string): Promise<number | null> {
  const known = readId<OrderId>(id);
  return known === null ? null : findPaymentVersion(database, known);
}
