import type { CodeId } from '@kobogate/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { Log } from '../../platform/log.ts';
import type { Mailer } from '../accounts/mailer.ts';
import { codeMail } from '../accounts/mails.ts';
import { hashCode, makeCode } from '../accounts/secrets.ts';
import { setCode } from './db.ts';
import { codeExpiry } from './one-time-code.ts';

/**
 * Creates the code of a row, stores its hash and mails it; the code exists only here. A repeat after a failure creates
 * another code in the same row: the last one mailed is the valid one. Throws 503 where no mail can leave.
 */
export async function sendCode(
  { database, clock, mailer, log }: { database: Database; clock: Clock; mailer: Mailer; log: Log },
  { codeId }: { codeId: CodeId },
): Promise<void> {
  const code = makeCode();
  const recipient = await setCode(database, codeId, hashCode(codeId, code), codeExpiry(clock.now()));
  if (recipient === null) return;
  const outcome = await mailer.send({ to: recipient.email, ...codeMail(code) });
  if (outcome === 'refused') log.warn({ codeId }, 'the mail server takes no mail for the address of this code');
}
