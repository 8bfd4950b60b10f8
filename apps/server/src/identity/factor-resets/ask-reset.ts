import type { FactorReset as OpenFactorReset, FactorResetId, LostFactor } from '@kobogate/contract';
import { accessWithin } from '../../controls/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { type Failure, forbidden, ruleBroken } from '../../platform/errors.ts';
import { newId } from '../../platform/identifiers.ts';
import { consumeRateLimit } from '../../platform/throttle.ts';
import { emailKey } from '../accounts/account.ts';
import { loadAccountForUpdate, recordAccountChange } from '../accounts/db.ts';
import type { Visitor } from '../accounts/device.ts';
import { hashToken } from '../accounts/secrets.ts';
import { findAcquaintance } from '../sessions/db.ts';
import { findFactors, lockStep } from '../two-factor/db.ts';
import { requireOpenStep } from '../two-factor/finish-second-step.ts';
import { factorResets } from '../two-factor/limits.ts';
import { isOn, isOpen, stepEnded } from '../two-factor/two-factor.ts';
import { findOpenReset, findRefusal, insertReset, lockOpenReset } from './db.ts';
import { dueAfter, presentReset } from './factor-reset.ts';
import { tellOfReset, type TellDependencies } from './tell-owner.ts';

export interface ResetDependencies extends TellDependencies {
  readonly database: Database;
  readonly clock: Clock;
}

/** How the request of a person stands whose second step is open. Throws 401 where it is not, 429 for too many calls. */
export async function viewLost(
  { database, clock }: Pick<ResetDependencies, 'database' | 'clock'>,
  { challenge, visitor }: { challenge: string; visitor: Visitor },
): Promise<LostFactor> {
  const { step } = await requireOpenStep({ database }, { challenge, visitor }, clock.now());
  const open = await findOpenReset(database, step.userId);
  const refused = open === null ? await findRefusal(database, step.userId) : null;
  return {
    open: open === null ? null : presentReset(open),
    refused: refused === null ? null : { at: refused.at.toISOString(), reason: refused.reason },
  };
}

/**
 * Asks for a lost second factor to be removed, for a person whose second step is open: a right password, or a provider's word, and
 * nothing less. The owner is told at once. While a request is open another one changes nothing, and answers the first. Throws 401
 * where the step is not open or two-factor was turned off since, 403 for the operator's team, 422 without a word on what happened, 429 for too many.
 */
export async function askReset(
  dependencies: ResetDependencies,
  { challenge, statement, visitor }: { challenge: string; statement: string; visitor: Visitor },
): Promise<OpenFactorReset> {
  const { database, clock } = dependencies;
  const now = clock.now();
  const { step } = await requireOpenStep({ database }, { challenge, visitor }, now);
  if (step.role !== null) throw ofTheTeam();
  const before = await findOpenReset(database, step.userId);
  if (before !== null) return presentReset(before);
  if (statement === '') throw ruleBroken('Please tell us what happened.');
  return database.transaction(async (tx) => {
    const account = await loadAccountForUpdate(tx, step.userId);
    const current = await lockStep(tx, hashToken(challenge));
    if (account === null || !isOpen(current, now) || !isOn(await findFactors(tx, account.id))) throw stepEnded();
    if (account.role !== null) throw ofTheTeam();
    const { lostFactorHours } = await accessWithin(tx);
    const reset = {
      id: newId<FactorResetId>(),
      userId: account.id,
      askedAt: now,
      dueAt: dueAfter(lostFactorHours, now),
      statement,
      begunBy: step.begunBy,
      userAgent: visitor.userAgent,
      address: visitor.address,
      knownBy: await findAcquaintance(tx, emailKey(account.email), visitor, 'by-sign-in'),
    };
    if (!(await insertReset(tx, reset))) return presentReset((await lockOpenReset(tx, account.id)) ?? noReset());
    // Here, where one that answers an open request is not counted: three at once would use up a month.
    await consumeRateLimit(tx, [factorResets(account.id)], now, 'You have asked for this too often.');
    await recordAccountChange(tx, { userId: account.id, change: 'factor-reset-asked', now });
    await tellOfReset(tx, dependencies, account, { what: 'asked', reset });
    return presentReset({ ...reset, grantedAt: null });
  });
}

const ofTheTeam = (): Failure =>
  forbidden('Yours is an account of the team, whose second step is not removed this way. Please ask an administrator.');

const noReset = (): never => {
  throw new Error('the open request that refused another one is not there, although its account is locked');
};
