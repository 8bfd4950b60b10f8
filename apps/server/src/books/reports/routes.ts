import { endpoints } from '@kobogate/contract';
import type { Database } from '../../platform/database.ts';
import { type Route, route } from '../../platform/route.ts';
import { tableAsCsv } from './report-tables.ts';
import { viewReport } from './view-report.ts';

const { reports } = endpoints;

/** Reports for admins, to look at and to download. */
export function reportRoutes(dependencies: { database: Database }): Route[] {
  return [
    route(reports.read, async ({ query }) => ({ data: await viewReport(dependencies, query) })),
    route(reports.download, async ({ query }) => tableAsCsv(await viewReport(dependencies, query), query.table)),
  ];
}
