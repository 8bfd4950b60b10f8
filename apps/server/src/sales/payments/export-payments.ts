import type { endpoints, Settings, UserId } from '@kobogate/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Connection } from '../../platform/database.ts';
import { overloaded, ruleBroken } from '../../platform/errors.ts';
import type { RouteRequest } from '../../platform/route.ts';
import { consumeRateLimit } from '../../platform/throttle.ts';
import { createPlaces } from '../../platform/places.ts';
import { createTurns } from '../../platform/turns.ts';
import type { Cell } from '../../platform/files/csv.ts';
import { type PagedFile, writeCsvPieces } from '../../platform/files/csv-pieces.ts';
import { readRange } from '../../platform/files/report-range.ts';
import { writeWorkbook } from '../../platform/files/write-workbook.ts';
import { listPaymentsOpened } from './db.ts';
import { PAYMENT_HEADINGS, paymentRow } from './payment-tables.ts';
import { presentForMerchant } from './present-payment.ts';
import { openSettledCsv, writeSettledWorkbook, writeStatement } from '../settled/export-settled.ts';
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
/** A workbook is built in memory, and its cells take much of it. */
const MOST_IN_WORKBOOK = 10_000;
/** CSV files that are sent at once: no connection of the database is held for one. */
const PLACES = { most: 4, mostOfHolder: 1 };
const LONGEST_MS = 30 * 60_000;
/** Files of one merchant within ten minutes. */
const MOST_FILES = 10;
const CROWDED = 'Other files of payments are being written just now. Please try again in a few seconds.';
const ANOTHER = 'Another file of yours is being written just now. Please wait until you have it.';

/**
 * Makes the functions that export payments as files: CSV with any number of them is sent as it is read, one file of a merchant at a
 * time; what is built in memory is limited, and written one at a time for all callers. All throw as `readPaymentRows`, 429 for too many within ten
 * minutes or another CSV at the same time, and 503 where many wait.
 */
export function createPaymentFiles(dependencies: ExportDependencies) {
  const { database, clock } = dependencies;
  const takePlace = createPlaces(PLACES, { tooMany: ANOTHER, full: CROWDED });
  const inTurn = createTurns({ atOnce: 1, mostWaiting: 4, turnAway: () => overloaded(CROWDED) });
  const consumeTurn = async (merchantId: UserId, query: { from: string; to: string }): Promise<void> => {
    // Invalid days do not count against the limit.
    readRange(query);
    const turn = { thing: 'payment-files', subject: merchantId, most: MOST_FILES, windowSeconds: 600 };
    await consumeRateLimit(database, [turn], clock.now(), 'You have downloaded very many files.');
  };
  const write = async <File>(
    merchantId: UserId,
    query: { from: string; to: string },
    work: () => Promise<File>,
  ): Promise<File> => {
    await consumeTurn(merchantId, query);
    return inTurn(work);
  };
  const send = (
    merchantId: UserId,
    query: { from: string; to: string },
    { headings, pages }: { headings: readonly Cell[]; pages: Awaited<ReturnType<PagedFile['open']>> },
  ): AsyncGenerator<string> => {
    const open = async () => {
      await consumeTurn(merchantId, query);
      return pages;
    };
    return writeCsvPieces(takePlace, { holder: merchantId, headings, open, longestMs: LONGEST_MS });
  };
  return {
    csv: (merchantId: UserId, query: ExportQuery) =>
      send(merchantId, query, {
        headings: PAYMENT_HEADINGS,
        pages: readPaymentRows(dependencies, merchantId, query, null),
      }),
    workbook: (merchantId: UserId, query: ExportQuery) =>
      write(merchantId, query, async () => {
        const rows: (readonly Cell[])[] = [PAYMENT_HEADINGS];
        const refusal = tooMany(MOST_IN_WORKBOOK, 'Please choose CSV, which allows more, or a shorter period.');
        const pages = readPaymentRows(dependencies, merchantId, query, { most: MOST_IN_WORKBOOK, refusal });
        for await (const page of pages) rows.push(...page);
        return writeWorkbook([{ name: 'Payments', rows }]);
      }),
    settledCsv: async (merchantId: UserId, { format, ...query }: SettledQuery) =>
      format === 'csv'
        ? send(merchantId, query, openSettledCsv(dependencies, merchantId, query))
        : write(merchantId, query, () => writeStatement(dependencies, merchantId, query, format)),
    settledWorkbook: (merchantId: UserId, query: Omit<SettledQuery, 'format'>) =>
      write(merchantId, query, () => writeSettledWorkbook(dependencies, merchantId, query, MOST_IN_WORKBOOK)),
  };
}

/**
 * A merchant's payments that were opened between two days of Lagos as rows of a file, oldest first, page by page: only
 * the rows are kept in memory. Throws 422, with a message, for an invalid range of days, and the limit's `refusal` where there are
 * more than its `most`.
 */
export async function* readPaymentRows(
  { database, publicOrigin, ...dependencies }: ExportDependencies,
  merchantId: UserId,
  query: ExportQuery,
  limit: { readonly most: number; readonly refusal: Error } | null,
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
    if (limit !== null && count > limit.most) throw limit.refusal;
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
