import type { LinkId, Settings, UserId } from '@kobogate/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Connection } from '../../platform/database.ts';
import { ruleBroken } from '../../platform/errors.ts';
import { type Cell, writeCsvRows } from '../../platform/files/csv.ts';
import { lagosTime, readRange } from '../../platform/files/report-range.ts';
import { writeWorkbook } from '../../platform/files/write-workbook.ts';
import { isId } from '../../platform/identifiers.ts';
import { listPaymentViewsById, type PaymentView } from '../payments/db.ts';
import { PAYMENT_HEADINGS, paymentRow } from '../payments/payment-tables.ts';
import { presentForMerchant } from '../payments/present-payment.ts';
import { loadShown } from '../payments/view-payments.ts';
import { listSettled, type SettledPlace } from './db.ts';
import { STATEMENTS, type StatementFormat, statementLines } from './statement-lines.ts';

interface SettledDependencies {
  readonly database: Connection;
  readonly clock: Clock;
  readonly publicOrigin: string;
  readonly settings: { current(): Promise<Pick<Settings, 'clearing'>> };
}

interface SettledQuery {
  readonly from: string;
  readonly to: string;
  readonly link?: LinkId | undefined;
}

const PAGE = 500;
const HEADINGS: readonly Cell[] = ['In your bank account (Africa/Lagos)', ...PAYMENT_HEADINGS];

/** All columns of settled payments, any number of them, page by page. Reading throws 422 for an invalid range of days. */
export const openSettledCsv = (dependencies: SettledDependencies, merchantId: UserId, query: SettledQuery) => ({
  headings: HEADINGS,
  pages: settledRows(dependencies, merchantId, query, Number.POSITIVE_INFINITY),
});

/** The same as a workbook. Throws 422 for an invalid range of days, and for more than `most`. */
export async function writeSettledWorkbook(
  dependencies: SettledDependencies,
  merchantId: UserId,
  query: SettledQuery,
  most: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const rows: (readonly Cell[])[] = [HEADINGS];
  for await (const page of settledRows(dependencies, merchantId, query, most)) rows.push(...page);
  return writeWorkbook([{ name: 'Settled payments', rows }]);
}

/**
 * Settled payments as the file that a bookkeeping program imports: its columns, without the mark of UTF-8 before its first
 * heading. Throws 422 for an invalid range of days, and for more than the program takes in one file.
 */
export async function writeStatement(
  { database }: SettledDependencies,
  merchantId: UserId,
  query: SettledQuery,
  format: StatementFormat,
): Promise<string> {
  const { program, headings, row, mostLines, mostBytes } = STATEMENTS[format];
  let [file, count] = [writeCsvRows([headings]), 0];
  for await (const page of settledPages(database, merchantId, query)) {
    const lines = page.flatMap(({ view, settledAt }) => statementLines(view, settledAt));
    count += lines.length;
    file += writeCsvRows(lines.map(row));
    if (count > mostLines || Buffer.byteLength(file) > mostBytes) {
      throw ruleBroken(
        `These days have more lines than ${program} takes in one file. Please choose a shorter period.`,
        'too-many-rows',
      );
    }
  }
  return file;
}

async function* settledRows(
  { database, publicOrigin, ...dependencies }: SettledDependencies,
  merchantId: UserId,
  query: SettledQuery,
  most: number,
): AsyncGenerator<Cell[][]> {
  let count = 0;
  const shown = await loadShown(dependencies);
  for await (const page of settledPages(database, merchantId, query)) {
    count += page.length;
    if (count > most) {
      throw ruleBroken(
        `There are more than ${most.toLocaleString('en')} payments in these days, the most for such a file. Please choose a shorter period.`,
        'too-many-rows',
      );
    }
    yield page.map(({ view, settledAt }) => {
      const settled: Cell[] = [lagosTime(settledAt.toISOString())];
      return settled.concat(paymentRow(presentForMerchant(view, { ...shown, publicOrigin })));
    });
  }
}

async function* settledPages(
  database: Connection,
  merchantId: UserId,
  { link, ...days }: SettledQuery,
): AsyncGenerator<{ view: PaymentView; settledAt: Date }[]> {
  const { start, end } = readRange(days);
  // No payment has such a link.
  if (link !== undefined && !isId(link)) return;
  let [after, isLast]: [SettledPlace | null, boolean] = [null, false];
  while (!isLast) {
    const filter = { linkId: link ?? null, start, end, after, limit: PAGE };
    const places = await listSettled(database, merchantId, filter);
    const views = await listPaymentViewsById(
      database,
      places.map(({ orderId }) => orderId),
    );
    const viewOf = new Map(views.map((view) => [view.order.id, view]));
    after = places.at(-1) ?? null;
    isLast = places.length < PAGE;
    yield places.flatMap(({ orderId, settledAt }) => {
      const view = viewOf.get(orderId);
      return view === undefined ? [] : { view, settledAt };
    });
  }
}
