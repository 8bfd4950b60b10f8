import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import { dependencyDown } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import type { DepartureGate, OperatorSettings } from '../controls/index.ts';
import type { AskName } from '../sales/index.ts';
import type { BankRail } from './bank-rail.ts';
import { NOT_FOUND_WINDOW_MS } from './payout.ts';
import type { RailRouter } from './rail-router.ts';

/** What the payout use cases need. */
export interface PayoutDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  /** In the operator's order. A sent payout stays with its rail. */
  readonly rails: readonly BankRail[];
  /** The gate: payouts leave only while it allows it. */
  readonly gate: DepartureGate;
  /** Decides, when a payout leaves, by which rail. */
  readonly router: RailRouter;
  /** Asks a bank whose name is on an account. */
  readonly askName: AskName;
  /** The operator's decision about what may leave without an administrator. */
  readonly settings: Pick<OperatorSettings, 'within'>;
  /** Milliseconds of "not found" before an administrator has to look; 15 minutes by default. */
  readonly notFoundWindowMs?: number;
}

/**
 * The intended rail of a new payout; the router may choose another when it leaves. Throws 503 where the operator has
 * connected none.
 */
export function railForNew({ rails }: Pick<PayoutDependencies, 'rails'>): BankRail {
  const [rail] = rails;
  if (rail === undefined) throw dependencyDown('bank rail', 'No bank rail is connected, so no payout can be made.');
  return rail;
}

/** The rail of a name; undefined where it is no longer connected. */
export const findRail = (rails: readonly BankRail[], name: string): BankRail | undefined =>
  rails.find((candidate) => candidate.name === name);

/** The rail that has a payout. Throws 503 where it is no longer connected. */
export function railNamed({ rails }: Pick<PayoutDependencies, 'rails'>, name: string): BankRail {
  const rail = findRail(rails, name);
  if (rail !== undefined) return rail;
  const what = `The bank rail ${name} is not connected any more, so it can’t be asked about this payout.`;
  throw dependencyDown(name, `${what} Nothing was changed or sent; please have it connected again.`);
}

/** How long a rail may say "not found", in milliseconds. */
export function notFoundWindowOf({ notFoundWindowMs = NOT_FOUND_WINDOW_MS }: PayoutDependencies): number {
  return notFoundWindowMs;
}
