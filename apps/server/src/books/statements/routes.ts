import {
  endpoints,
  type Report,
  type Statement,
  STATEMENT_ENTRIES_SHOWN,
  type StatementEntry,
  type UserId,
} from '@kobogate/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Connection, Database, PagedConnection } from '../../platform/database.ts';
import { overloaded, ruleBroken } from '../../platform/errors.ts';
import type { Cell } from '../../platform/files/csv.ts';
import { writeCsvPieces } from '../../platform/files/csv-pieces.ts';
import { readRange } from '../../platform/files/report-range.ts';
import { writeWorkbook } from '../../platform/files/write-workbook.ts';
import { createPlaces, type TakePlace } from '../../platform/places.ts';
import { type Route, route } from '../../platform/route.ts';
import { createTurns } from '../../platform/turns.ts';
import { countOrders, findStatement, readMoves, sumMovements } from './db.ts';
import { tableAsCsv } from './report-tables.ts';
import { drawUp } from './report.ts';
import { createStatementSums, readMonth } from './statement.ts';
import { balanceRows, ENTRY_HEADINGS, entryRow } from './statement-tables.ts';

const { statements } = endpoints;

const SETTLED_MS = 10 * 60_000;
/** Moves that are held at a time. */
const PAGE = 1_000;
/** A workbook is made in memory, and a spreadsheet takes no more than 1,048,576 rows of it. */
const MOST_IN_WORKBOOK = 50_000;
/** Each holds a connection of the database until its reader has all of it. */
const FILES = { most: 2, mostOfHolder: 1 };
const LONGEST_MS = 5 * 60_000;
const CROWDED = 'Other statements are being written just now. Please try again in a few seconds.';
const ANOTHER = 'Another file of yours is being written just now. Please wait until you have it.';

interface StatementDependencies {
  readonly database: PagedConnection & Pick<Database, 'stale'>;
  readonly clock: Clock;
  /** Moves that are held at a time; 1,000 by default. */
  readonly page?: number;
}
interface WantedStatement {
  readonly userId: UserId;
  readonly month: string;
}

/** A customer's own statements, to view and to download. */
export function statementRoutes(dependencies: StatementDependencies): Route[] {
  const takePlace = createPlaces(FILES, { tooMany: ANOTHER, full: CROWDED });
  const inTurn = createTurns({ atOnce: 1, mostWaiting: 4, turnAway: () => overloaded(CROWDED) });
  return [
    route(statements.read, async ({ caller: { userId }, query }) => ({
      data: await viewStatement(dependencies, { userId, ...query }),
    })),
    route(statements.downloadCsv, async ({ caller: { userId }, query }) =>
      writeStatementCsv(dependencies, { userId, ...query }, takePlace),
    ),
    route(statements.downloadWorkbook, ({ caller: { userId }, query }) =>
      inTurn(() => writeStatementWorkbook(dependencies, { userId, ...query })),
    ),
  ];
}

/** A customer's statement of a month of Lagos, to be read once: its sums are those of the entries that were read. */
async function openStatement(
  { database, clock, page = PAGE }: StatementDependencies,
  { userId, month }: WantedStatement,
) {
  const { start, end } = readMonth(month);
  const now = clock.now();
  // Of a month that has just ended a standby may lack the last seconds, which a statement called complete would then lack too.
  const isLongOver = now.getTime() - end.getTime() > SETTLED_MS;
  const from = isLongOver ? database.stale : database;
  const { spans, owed, before } = await findStatement(from, userId, { start, end });
  const { addBefore, add, sums } = createStatementSums(before);
  /** Its entries, oldest first. */
  async function* read(): AsyncGenerator<StatementEntry[]> {
    for await (const moves of readMoves(from, { userId, spans, owed, start, end }, page)) {
      yield moves.flatMap((move) => {
        if (move.of === 'naira' || move.at >= start) return [add(move)];
        addBefore(move);
        return [];
      });
    }
  }
  return { isComplete: now >= end, entries: read(), sums };
}

/** A customer's statement of a month of Lagos, with its newest entries. Throws 422, with a message, for an invalid month. */
export async function viewStatement(dependencies: StatementDependencies, wanted: WantedStatement): Promise<Statement> {
  const { isComplete, entries, sums } = await openStatement(dependencies, wanted);
  let newest: StatementEntry[] = [];
  for await (const page of entries) newest = [...newest, ...page].slice(-STATEMENT_ENTRIES_SHOWN);
  return { month: wanted.month, isComplete, ...sums(), entries: newest.toReversed() };
}

/**
 * Every entry of a month as CSV, oldest first; only the part that is being sent is held in memory. Throws as `viewStatement`,
 * 429 while another file of the customer's is written, and 503 while too many are.
 */
export function writeStatementCsv(
  dependencies: StatementDependencies,
  wanted: WantedStatement,
  takePlace: TakePlace,
): AsyncGenerator<string> {
  return writeCsvPieces(takePlace, {
    holder: wanted.userId,
    headings: ENTRY_HEADINGS,
    open: async () => rowsOf((await openStatement(dependencies, wanted)).entries),
    longestMs: LONGEST_MS,
  });
}

async function* rowsOf(entries: AsyncIterable<StatementEntry[]>): AsyncGenerator<Cell[][]> {
  for await (const page of entries) yield page.map(entryRow);
}

/** A month as a workbook. Throws as `viewStatement`, and 422 for more entries than it may have. */
export async function writeStatementWorkbook(
  dependencies: StatementDependencies,
  wanted: WantedStatement,
  most = MOST_IN_WORKBOOK,
): Promise<Uint8Array<ArrayBuffer>> {
  const { entries, sums } = await openStatement(dependencies, wanted);
  const rows: (readonly Cell[])[] = [ENTRY_HEADINGS];
  for await (const page of entries) {
    rows.push(...page.map(entryRow));
    if (rows.length - 1 > most) throw tooManyEntries(most);
  }
  return writeWorkbook([
    { name: 'Balances', rows: balanceRows(sums()) },
    { name: 'Entries', rows },
  ]);
}

const tooManyEntries = (most: number) =>
  ruleBroken(
    `There are more than ${most.toLocaleString('en')} entries in this month, the most for a workbook. Please take the CSV file, which has all of them.`,
    'too-many-rows',
  );

const { reports } = endpoints;

/** Reports for administrators, to view and to download. */
export function reportRoutes(dependencies: { database: Connection }): Route[] {
  return [
    route(reports.read, async ({ query }) => ({ data: await viewReport(dependencies, query) })),
    route(reports.download, async ({ query }) => tableAsCsv(await viewReport(dependencies, query), query.table)),
  ];
}

/**
 * The report of the days between two days of Lagos, both included. Throws 422, with a message, for an impossible
 * period.
 */
export async function viewReport(
  { database }: { database: Connection },
  input: { from: string; to: string },
): Promise<Report> {
  const range = readRange(input);
  const [movements, made] = await Promise.all([sumMovements(database, range), countOrders(database, range)]);
  return drawUp(range, movements, made);
}
