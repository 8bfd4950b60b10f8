import type { endpoints, MerchantPayment, Payment } from '@kobogate/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Connection } from '../../platform/database.ts';
import { notFound } from '../../platform/errors.ts';
import { isId } from '../../platform/identifiers.ts';
import type { RouteRequest } from '../../platform/route.ts';
import { pageSize } from '../orders/view-orders.ts';
import { findPaymentView, listPaymentViews, type PaymentView } from './db-views.ts';
import { presentForMerchant, presentPayment } from './present-payment.ts';

interface ViewDependencies {
  readonly database: Connection;
  readonly clock: Clock;
}

/** What a payer sees of a payment. Throws 404 where there is none. */
export async function viewPayment({ database, clock }: ViewDependencies, id: string): Promise<Payment> {
  return presentPayment(await findView(database, id, null), clock.now());
}

/** One payment by a merchant's own links. Throws 404 for anything else. */
export async function viewOwnPayment(
  { database, clock }: ViewDependencies,
  { id, merchantId }: { id: string; merchantId: string },
): Promise<MerchantPayment> {
  return presentForMerchant(await findView(database, id, merchantId), clock.now());
}

/** A page of a merchant's payments, newest first, and the id to ask for the next page with. */
export async function listPayments(
  { database, clock }: ViewDependencies,
  merchantId: string,
  query: RouteRequest<typeof endpoints.payments.list>['query'],
): Promise<{ data: MerchantPayment[]; next: string | null }> {
  const { link, state = null, before, limit } = query;
  // A link that is none has no payments.
  if (link !== undefined && !isId(link)) return { data: [], next: null };
  const size = pageSize(limit);
  const filter = { linkId: link ?? null, state, before: before !== undefined && isId(before) ? before : null };
  const views = await listPaymentViews(database, merchantId, { ...filter, limit: size + 1 });
  const page = views.slice(0, size);
  const now = clock.now();
  return {
    data: page.map((view) => presentForMerchant(view, now)),
    next: views.length > size ? (page.at(-1)?.order.id ?? null) : null,
  };
}

async function findView(database: Connection, id: string, merchantId: string | null): Promise<PaymentView> {
  const view = isId(id) ? await findPaymentView(database, id, merchantId) : null;
  if (view === null) throw notFound('There is no such payment.');
  return view;
}
