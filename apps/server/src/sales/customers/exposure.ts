import { type ExposureLimits, newcomersLimit, type UserId } from '@kobogate/contract';
import { formatNaira, type Kobo, toKobo } from '@kobogate/money';
import { type Failure, ruleBroken } from '../../platform/errors.ts';

/** Naira locked for orders whose coins are not final, in kobo: of all customers, of newcomers, of each user by id. */
export interface Exposure {
  readonly total: Kobo;
  readonly newcomers: Kobo;
  readonly byUser: ReadonlyMap<string, Kobo>;
}

/** The facts of an order that matter for exposure; `isCovered` where coins of the balance pay for it at once. */
export interface Exposing {
  readonly userId: UserId;
  readonly nairaKobo: Kobo;
  readonly isCovered: boolean;
}

/** The locked naira by owner. */
export interface OwnedExposing extends Exposing {
  /** Whether no coin of this user, or of this merchant's payers, has ever been final. */
  readonly isNewcomer: boolean;
}

export interface ExposureDecision {
  /** For each order in turn why its rate can't be locked, or null. */
  readonly refusals: readonly (Failure | null)[];
  /** The locked naira including the accepted orders. */
  readonly after: Exposure;
  /** Whose limit refused an order: a user's id, `''` for all customers, or `newcomers`. */
  readonly exceeded: ReadonlySet<string>;
}

/** The owner of the naira locked for all customers together. */
export const EVERYBODY = '';
/** The owner of the naira locked for all newcomers together: customers who have never sent a coin. */
export const NEWCOMERS = 'newcomers';

/**
 * Decides in turn which orders may lock a rate: no customer's locked naira, nor that of all newcomers or of all
 * customers together, may pass its limit. An order that the balance covers adds no exposure. Pure.
 */
export function limitExposure(
  orders: readonly (OwnedExposing | null)[],
  before: Exposure,
  limits: ExposureLimits,
): ExposureDecision {
  const [ofUser, ofAll] = [toKobo(limits.userKobo), toKobo(limits.totalKobo)];
  const ofNewcomers = BigInt(newcomersLimit(limits));
  const byUser = new Map(before.byUser);
  const exceeded = new Set<string>();
  let { total, newcomers } = before;
  const refusals = orders.map((order) => {
    if (order === null || order.isCovered) return null;
    const { userId, nairaKobo, isNewcomer } = order;
    const own = toKobo((byUser.get(userId) ?? 0n) + nairaKobo);
    if (own > ofUser) {
      exceeded.add(userId);
      return refuseUser(own, ofUser);
    }
    if (total + nairaKobo > ofAll) {
      exceeded.add(EVERYBODY);
      return refuseAll();
    }
    if (isNewcomer && newcomers + nairaKobo > ofNewcomers) {
      exceeded.add(NEWCOMERS);
      return refuseAll();
    }
    byUser.set(userId, own);
    total = toKobo(total + nairaKobo);
    if (isNewcomer) newcomers = toKobo(newcomers + nairaKobo);
    return null;
  });
  return { refusals, after: { total, newcomers, byUser }, exceeded };
}

const refuseUser = (own: Kobo, limit: Kobo): Failure =>
  ruleBroken(
    `With your other open conversions ${formatNaira(own)} would be locked at a rate, and at most ${formatNaira(limit)} ` +
      'can be at a time. Nothing was taken: please send the coins of an open conversion first, or wait until its rate lock ends.',
  );

const refuseAll = (): Failure =>
  ruleBroken(
    'So many rates are locked at the moment that none of this size can be added. Nothing was taken: please try a smaller ' +
      'amount, or the same again in a few minutes.',
  );
