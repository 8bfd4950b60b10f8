import type { Log } from '../../platform/log.ts';
import type { AdminOutcome } from './ensure-admin.ts';

/** Writes down what became of the first administrator: a link that was mailed, or an account that was left as it is. */
export function announceAdmin(outcome: AdminOutcome, adminEmail: string, log: Log): void {
  if (outcome.kind === 'not-an-admin') {
    log.warn({ adminEmail }, 'ADMIN_EMAIL has an account that is not an administrator; it was left as it is');
  }
  if (outcome.kind === 'created' && outcome.isLinkMailed) {
    log.info({ adminEmail }, 'the first administrator was made; a link to set the password goes there by mail');
  }
}
