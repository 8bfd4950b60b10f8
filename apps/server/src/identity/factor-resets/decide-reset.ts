import type { FactorResetId, UserId } from '@kobogate/contract';
import { recordDecision } from '../../controls/index.ts';
import { conflict, forbidden, notFound, ruleBroken } from '../../platform/errors.ts';
import { isId } from '../../platform/identifiers.ts';
import type { Caller } from '../../platform/route.ts';
import { lockAdminsAnd } from '../accounts/db.ts';
import { lockSignedIn } from '../sessions/still-signed-in.ts';
import type { ResetDependencies } from './ask-reset.ts';
import { lockOpenReset, saveEnd, saveFirstGrant, saveGranted } from './db.ts';
import { tellOfReset } from './tell-owner.ts';

/** A decision of an administrator about a request. */
export interface ResetDecision {
  readonly caller: Caller;
  readonly userId: UserId;
  readonly resetId: FactorResetId;
  readonly verdict: 'granted' | 'refused';
  readonly reason: string;
}

/**
 * Grants a request, which takes two administrators, or refuses it, for which one is enough also after both have granted it; on record
 * with a reason. The owner is told once it is decided, with the reason of a refusal. Answers what was done, as a sentence. Throws 404
 * without such an account, 403 for the caller's own and for a new administrator, 409 where it has ended or was granted, or they have
 * granted it before, 422 without a reason, 401 where the caller was signed out.
 */
export async function decideReset(
  dependencies: ResetDependencies,
  { caller, userId, resetId, verdict, reason }: ResetDecision,
): Promise<string> {
  const { database, clock } = dependencies;
  if (reason === '') {
    throw ruleBroken(
      verdict === 'refused'
        ? 'Please give a reason. The person reads it.'
        : 'Please say how you know that it is them. The team reads it.',
    );
  }
  if (!isId(userId)) throw notFound('There is no such account.');
  return database.transaction(async (tx) => {
    const locked = await lockAdminsAnd(tx, userId);
    // After all of them, who are locked in one order: our own row is among them.
    await lockSignedIn(tx, caller, clock.now());
    const account = locked.find(({ id }) => id === userId);
    if (account === undefined) throw notFound('There is no such account.');
    const adminId = caller.userId;
    if (userId === adminId) throw forbidden('This is your own account, so others have to decide on it.');
    if (account.role !== null)
      throw conflict('This is an account of the team, whose second step is not removed this way.');
    const reset = await lockOpenReset(tx, userId);
    if (reset === null || reset.id !== resetId) {
      throw conflict('This request has ended: it was stopped, decided or is no longer needed. Please look again.');
    }
    const now = clock.now();
    if (verdict === 'refused') {
      await recordDecision(tx, { action: 'user-factor-reset-refused', adminId, userId, reason });
      await saveEnd(tx, { id: reset.id, outcome: 'refused', refusal: reason, now });
      await tellOfReset(tx, dependencies, account, { what: 'refused', reason });
      return 'Refused. The person reads the reason.';
    }
    const outcome = await recordDecision(tx, {
      action: 'user-factor-reset-granted',
      adminId,
      userId,
      reason,
      refusal: reset.grantedAt === null ? null : conflict('Two administrators have granted this already.'),
      second: {
        thing: 'factor',
        nairaKobo: 'always',
        firstApprover: reset.first?.adminId ?? null,
        action: 'user-factor-reset-first-granted',
      },
    });
    if (outcome === 'first') {
      await saveFirstGrant(tx, { id: reset.id, adminId, reason });
      return 'Granted by you. Another administrator has to grant it too.';
    }
    await saveGranted(tx, reset.id, now);
    await tellOfReset(tx, dependencies, account, { what: 'granted', reset, now });
    return 'Granted. It takes effect once its wait is over.';
  });
}
