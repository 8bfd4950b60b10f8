import { endpoints, STATEMENT_ENTRIES_SHOWN } from '@kobogate/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { type Route, route } from '../../platform/route.ts';
import { writeCsv } from '../../platform/files/csv.ts';
import { balanceRows, entryRows } from './statement-tables.ts';
import { viewStatement } from './view-statement.ts';
import { writeWorkbook } from '../../platform/files/write-workbook.ts';

const { statements } = endpoints;

/** A customer's own statements, to look at and to download. */
export function statementRoutes(dependencies: { database: Database; clock: Clock }): Route[] {
  const view = (userId: string, month: string) => viewStatement(dependencies, { userId, month });
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
