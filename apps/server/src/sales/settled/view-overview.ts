import { lagosDay, type PaymentOverview, type SettledReference, type UserId } from '@kobogate/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Connection } from '../../platform/database.ts';
import { readRange } from '../../platform/files/report-range.ts';
import { USUAL_PAGE } from '../order-views/view-orders.ts';
import { countReferences, type Sum, sumSettled, sumSettledByLink, sumSettledByReference, sumUnsettled } from './db.ts';

const MOST_LINKS = 50;

interface OverviewDependencies {
  readonly database: Connection;
  readonly clock: Clock;
}

const present = ({ payments, nairaKobo }: Sum) => ({ payments, nairaKobo: String(nairaKobo) });

/**
 * What reached a merchant's bank account today and between two days of Lagos, by link, and what has not yet. Throws 422
 * for an invalid range of days.
 */
export async function viewOverview(
  { database, clock }: OverviewDependencies,
  merchantId: UserId,
  query: { from: string; to: string },
): Promise<PaymentOverview> {
  const { from, to } = readRange(query);
  const today = lagosDay(clock.now().getTime());
  const [settledToday, settled, unsettled, links] = await Promise.all([
    sumSettled(database, merchantId, today, today),
    sumSettled(database, merchantId, from, to),
    sumUnsettled(database, merchantId),
    sumSettledByLink(database, merchantId, { from, to, limit: MOST_LINKS }),
  ]);
  return {
    today: present(settledToday),
    settled: present(settled),
    waiting: present(unsettled.waiting),
    held: present(unsettled.held),
    short: present(unsettled.short),
    links: links.map(({ linkId, name, ...sum }) => Object.assign(present(sum), { linkId, name })),
  };
}

/** A page of what was settled under each reference of a merchant, the cursor of the next one, and how many there are. */
export async function listReferences(
  { database }: OverviewDependencies,
  merchantId: UserId,
  {
    search = '',
    before,
    limit: size = USUAL_PAGE,
  }: { search?: string | undefined; before?: string | undefined; limit?: number | undefined },
): Promise<{ data: SettledReference[]; next: string | null; total: number }> {
  const found = await sumSettledByReference(database, merchantId, { search, after: before ?? null, limit: size + 1 });
  const page = found.slice(0, size);
  return {
    data: page.map(({ reference, lastSettledAt, ...sum }) => ({
      ...present(sum),
      reference,
      lastSettledAt: lastSettledAt.toISOString(),
    })),
    next: found.length > size ? (page.at(-1)?.reference ?? null) : null,
    total: await countReferences(database, merchantId, search),
  };
}
