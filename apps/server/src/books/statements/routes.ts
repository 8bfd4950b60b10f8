import { endpoints, type Report, type Statement, STATEMENT_ENTRIES_SHOWN, type UserId } from '@kobogate/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Connection, Database } from '../../platform/database.ts';
import { writeCsv } from '../../platform/files/csv.ts';
import { readRange } from '../../platform/files/report-range.ts';
import { writeWorkbook } from '../../platform/files/write-workbook.ts';
import { type Route, route } from '../../platform/route.ts';
import { countOrders, listNairaMoves, loadCoinMoves, sumMovements } from './db.ts';
import { drawUpStatement, readMonth } from './statement.ts';
import { tableAsCsv } from './report-tables.ts';
import { drawUp } from './report.ts';
import { balanceRows, entryRows } from './statement-tables.ts';

const { statements } = endpoints;

const SETTLED_MS = 10 * 60_000;

/** A customer's own statements, to view and to download. */
export function statementRoutes(dependencies: { database: Database; clock: Clock }): Route[] {
  const { clock, database } = dependencies;
  const view = (userId: UserId, month: string) => {
    // Of a month that has just ended a standby may lack the last seconds, which a statement called complete would then lack too.
    const isLongOver = clock.now().getTime() - readMonth(month).end.getTime() > SETTLED_MS;
    return viewStatement({ clock, database: isLongOver ? database.stale : database }, { userId, month });
  };
  return [
    route(statements.read, async ({ caller, query }) => {
      const statement = await view(caller.userId, query.month);
      return { data: { ...statement, entries: statement.entries.slice(0, STATEMENT_ENTRIES_SHOWN) } };
    }),
    route(statements.downloadCsv, async ({ caller, query }) =>
      writeCsv(entryRows(await view(caller.userId, query.month))),
    ),
    route(statements.downloadWorkbook, async ({ caller, query }) => {
      const statement = await view(caller.userId, query.month);
      return writeWorkbook([
        { name: 'Balances', rows: balanceRows(statement) },
        { name: 'Entries', rows: entryRows(statement) },
      ]);
    }),
  ];
}

/** A customer's whole statement of a month of Lagos. Throws 422, with a message, for an invalid month. */
export async function viewStatement(
  { database, clock }: { database: Connection; clock: Clock },
  { userId, month }: { userId: UserId; month: string },
): Promise<Statement> {
  const range = readMonth(month);
  const [coins, naira] = await Promise.all([
    loadCoinMoves(database, userId, range),
    listNairaMoves(database, userId, range),
  ]);
  return drawUpStatement({ month, isComplete: clock.now() >= range.end }, coins.opening, coins.moves, naira);
}

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
