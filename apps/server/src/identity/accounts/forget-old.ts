import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { forgetDead } from '../../events.ts';
import { forgetOldRateLimits } from '../../platform/throttle.ts';
import { deleteOldAnswers, deleteOldSessions } from '../sessions/db.ts';
import { deleteOldSignUps } from '../sign-ups/db.ts';
import { forgetUnproven } from '../sign-ups/forget-unproven.ts';
import { forgetInvitations } from '../team/db.ts';
import { deleteOldSteps } from '../two-factor/db.ts';
import { deleteOldResets } from './db.ts';

const DAY = 86_400_000;
const WEEK = 7 * DAY;
/** How long a person has to finish what was begun: a sign-up, or an invitation whose link has ended. */
const UNFINISHED = 30 * DAY;

interface Dependencies {
  readonly database: Database;
  readonly clock: Clock;
}

/**
 * Removes expired counters, sessions, codes and messages a week after their end, and after 30 days what nobody finished: sign-ups with
 * their accounts, and invitations. Second steps and set-ups of factors go as they end. Places go by the operator's setting (`retention`).
 */
export async function forgetOld({ database, clock }: Dependencies): Promise<void> {
  const now = clock.now();
  const unfinishedSince = new Date(now.getTime() - UNFINISHED);
  await forgetOldRateLimits(database, now);
  await forgetUnproven(database, { before: unfinishedSince, now });
  const weekAgo = new Date(now.getTime() - WEEK);
  await deleteOldSessions(database, weekAgo);
  await deleteOldSignUps(database, { sentBefore: weekAgo, signedUpBefore: unfinishedSince });
  await deleteOldResets(database, weekAgo);
  await deleteOldAnswers(database, now);
  await forgetInvitations(database, unfinishedSince);
  await deleteOldSteps(database, now);
  await forgetUnsent({ database, clock });
}

/**
 * Removes messages that could not be sent, a week after they were written: their address and words are not kept, and a start, which tries
 * dead events once more, sends nobody news of last month.
 */
export const forgetUnsent = ({ database, clock }: Dependencies): Promise<void> =>
  forgetDead(database, ['mail.send', 'sms.send'], new Date(clock.now().getTime() - WEEK));
