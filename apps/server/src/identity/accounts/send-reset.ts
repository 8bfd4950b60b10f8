import type { ResetId } from '@kobogate/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { Log } from '../../platform/log.ts';
import { setResetToken } from './db.ts';
import type { Mailer } from './mailer.ts';
import { firstAdminMail, RESET_MINUTES, resetMail } from './mails.ts';
import { hashToken, makeToken } from './secrets.ts';

/**
 * Creates the token of a reset link, stores its hash and mails the link, as `sendCode` does with a code. The link
 * begins with the configured origin, whatever host a request named. Throws 503 where no mail can leave.
 */
export async function sendReset(
  dependencies: { database: Database; clock: Clock; mailer: Mailer; log: Log; publicOrigin: string },
  { resetId, isFirstAdmin }: { resetId: ResetId; isFirstAdmin: boolean },
): Promise<void> {
  const { database, clock, mailer, log, publicOrigin } = dependencies;
  const token = makeToken();
  const expiresAt = new Date(clock.now().getTime() + RESET_MINUTES * 60_000);
  const recipient = await setResetToken(database, resetId, hashToken(token), expiresAt);
  if (recipient === null) return;
  const mail = isFirstAdmin ? firstAdminMail(publicOrigin, token) : resetMail(publicOrigin, token);
  const outcome = await mailer.send({ to: recipient.email, ...mail });
  if (outcome === 'refused') log.warn({ resetId }, 'the mail server takes no mail for the address of this link');
}
