import type { Log } from '../../platform/log.ts';
import type { AdminOutcome } from './ensure-admin.ts';

/**
 * Tells whoever starts the program what became of the first administrator: warns of an account that was left as it is, and
 * shows a password that was made up, once and kept nowhere, so never as a log entry.
 */
export function announceAdmin(outcome: AdminOutcome, email: string, log: Log): void {
  if (outcome.kind === 'not-an-admin') {
    log.warn({ adminEmail: email }, 'ADMIN_EMAIL has an account that is not an administrator; it was left as it is');
  }
  if (outcome.kind === 'created' && outcome.madeUpPassword !== null) {
    process.stderr.write(`The first administrator is ${email} with the password ${outcome.madeUpPassword}\n`);
  }
}
