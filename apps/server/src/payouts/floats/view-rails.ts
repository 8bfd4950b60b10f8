import type { RailFloat } from '@kobogate/contract';
import { listFloats } from '../db.ts';
import type { PayoutDependencies } from '../dependencies.ts';

/** The connected rails in the operator's order, with their last reported floats. */
export async function viewRails({
  database,
  rails,
}: Pick<PayoutDependencies, 'database' | 'rails'>): Promise<RailFloat[]> {
  const known = new Map((await listFloats(database)).map((float) => [float.rail, float]));
  return rails.map(({ name }) => {
    const float = known.get(name);
    return {
      rail: name,
      floatKobo: float === undefined ? null : String(float.floatKobo),
      askedAt: float?.askedAt.toISOString() ?? null,
      lowSince: float?.lowSince?.toISOString() ?? null,
    };
  });
}
