import type { endpoints, MerchantPayment } from '@kobogate/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Connection } from '../../platform/database.ts';
import { type Failure, ruleBroken } from '../../platform/errors.ts';
import type { RouteRequest } from '../../platform/route.ts';
import type { Cell } from '../reports/csv.ts';
import { readRange } from '../reports/report-range.ts';
import { listPaymentsOpened } from './db-list.ts';
import { paymentRows } from './payment-tables.ts';
import { presentForMerchant } from './present-payment.ts';
import { readSearch } from './view-payments.ts';

/** A file is made in memory, so it has an end; that of a spreadsheet is at a million rows. */
const MOST_ROWS = 50_000;
const PAGE = 500;

/**
 * A merchant's payments that were opened between two days of Lagos as rows of a file, a heading first, oldest first. Throws
 * 422, in words, for what is no stretch of days, or where it has more payments than one file takes.
 */
export async function exportPayments(
  { database, clock }: { database: Connection; clock: Clock },
  merchantId: string,
  query: RouteRequest<typeof endpoints.payments.downloadCsv>['query'],
): Promise<Cell[][]> {
  const { start, end } = readRange(query);
  const search = readSearch(query);
  const payments: MerchantPayment[] = [];
  if (search === null) return paymentRows(payments);
  for (let page = PAGE; page === PAGE;) {
    const after = payments.at(-1)?.id ?? null;
    const filter = { ...search, state: query.state ?? null, start, end, after, limit: PAGE };
    const views = await listPaymentsOpened(database, merchantId, filter);
    payments.push(...views.map((view) => presentForMerchant(view, clock.now())));
    page = views.length;
    if (payments.length > MOST_ROWS) throw tooMany();
  }
  return paymentRows(payments);
}

const tooMany = (): Failure =>
  ruleBroken('There are more than 50,000 payments in these days. Please choose a shorter stretch.');
