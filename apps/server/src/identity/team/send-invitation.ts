import { INVITATION_HOURS, type InvitationId } from '@kobogate/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { Log } from '../../platform/log.ts';
import type { Mailer } from '../accounts/mailer.ts';
import { hashToken, makeToken } from '../accounts/secrets.ts';
import { setInvitationToken } from './db.ts';
import { invitationMail } from './mails.ts';

/**
 * Creates the token of an invitation's link, stores its hash and mails the link, as `sendReset` does. It is never kept
 * in a form that opens anything. Throws 503 where no mail can leave: the next try has a new token.
 */
export async function sendInvitation(
  dependencies: { database: Database; clock: Clock; mailer: Mailer; log: Log; publicOrigin: string },
  { invitationId }: { invitationId: InvitationId },
): Promise<void> {
  const { database, clock, mailer, log, publicOrigin } = dependencies;
  const token = makeToken();
  const now = clock.now();
  const expiresAt = new Date(now.getTime() + INVITATION_HOURS * 3_600_000);
  const invited = await setInvitationToken(database, invitationId, { tokenHash: hashToken(token), now, expiresAt });
  if (invited === null) return;
  const mail = invitationMail(publicOrigin, { token, ...invited });
  const outcome = await mailer.send({ to: invited.email, ...mail });
  if (outcome === 'refused')
    log.warn({ invitationId }, 'the mail server takes no mail for the address of this invitation');
}
