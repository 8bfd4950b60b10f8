import type { endpoints, Settings, UserId } from '@kobogate/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Connection } from '../../platform/database.ts';
import { overloaded, ruleBroken } from '../../platform/errors.ts';
import type { RouteRequest } from '../../platform/route.ts';
import { consumeRateLimit } from '../../platform/throttle.ts';
import { createTurns } from '../../platform/turns.ts';
import { type Cell, writeCsv, writeCsvRows } from '../../platform/files/csv.ts';
import { readRange } from '../../platform/files/report-range.ts';
import { writeWorkbook } from '../../platform/files/write-workbook.ts';
import { listPaymentsOpened } from './db.ts';
import { PAYMENT_HEADINGS, paymentRow } from './payment-tables.ts';
import { presentForMerchant } from './present-payment.ts';
import { writeSettledCsv, writeSettledWorkbook, writeStatement } from '../settled/export-settled.ts';
import { loadShown, readSearch } from './view-payments.ts';

interface ExportDependencies {
  readonly database: Connection;
  readonly clock: Clock;
  readonly publicOrigin: string;
  readonly settings: { current(): Promise<Pick<Settings, 'clearing'>> };
}

type ExportQuery = RouteRequest<typeof endpoints.payments.downloadCsv>['query'];
type SettledQuery = RouteRequest<typeof endpoints.payments.downloadSettled>['query'];

const PAGE = 500;
/**
 * The file is built in memory, so it is limited: thirty megabytes of text, and fewer rows for a workbook, whose cells
 * take more.
 */
const MOST_IN_CSV = 50_000;
const MOST_IN_WORKBOOK = 10_000;
/** Files of one merchant within ten minutes. */
const MOST_FILES = 10;
const CROWDED = 'Other files of payments are being written just now. Please try again in a few seconds.';

/**
 * Makes the function that exports payments as a file, one file at a time for all callers, so that many at once don't
 * fill the memory. Both throw as `readPaymentRows`, 429 for too many within ten minutes, and 503 where many wait.
 */
export function createPaymentFiles(dependencies: ExportDependencies) {
  const { database, clock } = dependencies;
  const inTurn = createTurns({ atOnce: 1, mostWaiting: 4, turnAway: () => overloaded(CROWDED) });
  const write = async <File>(
    merchantId: UserId,
    query: { from: string; to: string },
    work: () => Promise<File>,
  ): Promise<File> => {
    // Invalid days do not count against the limit.
    readRange(query);
    const turn = { thing: 'payment-files', subject: merchantId, most: MOST_FILES, windowSeconds: 600 };
    await consumeRateLimit(database, [turn], clock.now(), 'You have downloaded very many files.');
    return inTurn(work);
  };
  return {
    csv: (merchantId: UserId, query: ExportQuery) =>
      write(merchantId, query, async () => {
        let file = writeCsv([PAYMENT_HEADINGS]);
        const refusal = tooMany(MOST_IN_CSV, 'Please choose a shorter period.');
        const pages = readPaymentRows(dependencies, merchantId, query, { most: MOST_IN_CSV, refusal });
        for await (const rows of pages) file += writeCsvRows(rows);
        return file;
      }),
    workbook: (merchantId: UserId, query: ExportQuery) =>
      write(merchantId, query, async () => {
        const rows: (readonly Cell[])[] = [PAYMENT_HEADINGS];
        const refusal = tooMany(MOST_IN_WORKBOOK, 'Please choose CSV, which allows more, or a shorter period.');
        const pages = readPaymentRows(dependencies, merchantId, query, { most: MOST_IN_WORKBOOK, refusal });
        for await (const page of pages) rows.push(...page);
        return writeWorkbook([{ name: 'Payments', rows }]);
      }),
    settledCsv: (merchantId: UserId, { format, ...query }: SettledQuery) =>
      write(merchantId, query, () =>
        format === 'csv'
          ? writeSettledCsv(dependencies, merchantId, query, MOST_IN_CSV)
          : writeStatement(dependencies, merchantId, query, format),
      ),
    settledWorkbook: (merchantId: UserId, query: Omit<SettledQuery, 'format'>) =>
      write(merchantId, query, () => writeSettledWorkbook(dependencies, merchantId, query, MOST_IN_WORKBOOK)),
  };
}

/**
 * A merchant's payments that were opened between two days of Lagos as rows of a file, oldest first, page by page: only
 * the rows are kept in memory. Throws 422, with a message, for an invalid range of days, and `refusal` where there are
 * more than `most`.
 */
export async function* readPaymentRows(
  { database, publicOrigin, ...dependencies }: ExportDependencies,
  merchantId: UserId,
  query: ExportQuery,
  { most, refusal }: { readonly most: number; readonly refusal: Error },
): AsyncGenerator<Cell[][]> {
  const { start, end } = readRange(query);
  const search = readSearch(query);
  if (search === null) return;
  const shown = await loadShown(dependencies);
  let [count, after, isLast]: [number, string | null, boolean] = [0, null, false];
  while (!isLast) {
    const filter = { ...search, state: query.state ?? null, start, end, after, limit: PAGE };
    const views = await listPaymentsOpened(database, merchantId, filter);
    count += views.length;
    if (count > most) throw refusal;
    after = views.at(-1)?.order.id ?? null;
    isLast = views.length < PAGE;
    yield views.map((view) => paymentRow(presentForMerchant(view, { ...shown, publicOrigin })));
  }
}

const tooMany = (most: number, advice: string) =>
  ruleBroken(
    `There are more than ${most.toLocaleString('en')} payments in these days, the most for such a file. ${advice}`,
    'too-many-rows',
  );
