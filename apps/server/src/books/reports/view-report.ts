import type { Report } from '@kobogate/contract';
import type { Connection } from '../../platform/database.ts';
import { countOrders, sumMovements } from './db.ts';
import { drawUp } from './report.ts';
import { readRange } from '../../platform/files/report-range.ts';

/** What happened between two days of Lagos, both included. Throws 422, in words, for a stretch that can't be. */
export async function viewReport(
  { database }: { database: Connection },
  input: { from: string; to: string },
): Promise<Report> {
  const range = readRange(input);
  const [movements, made] = await Promise.all([sumMovements(database, range), countOrders(database, range)]);
  return drawUp(range, movements, made);
}
