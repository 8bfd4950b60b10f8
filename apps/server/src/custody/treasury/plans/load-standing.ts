import type { Connection } from '../../../platform/database.ts';
import { listOutgoingOf } from '../db.ts';
import type { StandingPlan } from './held-back.ts';
import { planOf } from '../planned-refunds.ts';
import { listOpenPlans, listPlansUnderWay } from './db.ts';

/** The open plans of a network, and ended ones with a transaction that is not final, in the order in which they were made. */
export async function loadStanding(connection: Connection, network: string): Promise<StandingPlan[]> {
  const [open, left] = [await listOpenPlans(connection, network), await listPlansUnderWay(connection, network)];
  const rows = [...new Map([...open, ...left].map((row) => [row.id, row])).values()];
  const outgoing = await listOutgoingOf(
    connection,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    row,
    plan: planOf(row),
    rows: outgoing.filter(({ planId }) => planId === row.id),
  }));
}
