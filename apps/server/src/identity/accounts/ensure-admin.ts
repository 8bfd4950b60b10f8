import type { ResetId, UserId } from '@kobogate/contract';
import { emit } from '../../events.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { ConfigurationError } from '../../platform/errors.ts';
import { newId } from '../../platform/identifiers.ts';
import type { Log } from '../../platform/log.ts';
import { deleteSignUps, replaceCodes } from '../sign-ups/db.ts';
import { idOfUnproven } from '../sign-ups/request-code.ts';
import { closeResets, findLogin, insertAdmin, insertResets } from './db.ts';
import type { PasswordHasher } from './password-hash.ts';
import { refusePassword } from './password-rules.ts';
import { makeToken } from './secrets.ts';

type AdminOutcome =
  /** `isLinkMailed`: the account has no known password yet; a link to set one goes to the address. */
  | { readonly kind: 'created'; readonly isLinkMailed: boolean }
  | { readonly kind: 'exists' }
  /** The address was a user's before it was configured. They are not made an administrator. */
  | { readonly kind: 'not-an-admin' };

/**
 * Creates the first administrator, verified, if the configured address has no account, or one that was never proven. In that
 * case the typed data is dropped, as a stranger may have typed it. Safe when several processes start at once. Without a
 * password a link to set one is mailed, which works once and for an hour; after that the forgotten-password form sends another.
 * Throws `ConfigurationError` where ADMIN_PASSWORD is too weak.
 */
export async function ensureAdmin(
  { database, clock, hasher }: { database: Database; clock: Clock; hasher: PasswordHasher },
  { email, password }: { email: string; password: string | undefined },
): Promise<AdminOutcome> {
  const existing = await findLogin(database, email, null);
  if (existing !== null && idOfUnproven(existing.account) === null)
    return { kind: existing.account.role === 'administrator' ? 'exists' : 'not-an-admin' };
  const refusal = password === undefined ? null : refusePassword(password, { email, firstName: '', lastName: '' });
  if (refusal !== null) throw new ConfigurationError([`ADMIN_PASSWORD can't be used. ${refusal.message}`]);
  const isLinkMailed = password === undefined;
  const passwordHash = await hasher.hash(password ?? makeToken());
  const admin = { id: newId<UserId>(), email, passwordHash, now: clock.now() };
  const isNew = await database.transaction(async (tx) => {
    const userId = await insertAdmin(tx, admin);
    if (userId === null) return false;
    await deleteSignUps(tx, userId);
    await replaceCodes(tx, userId, null, admin.now);
    await closeResets(tx, userId, admin.now);
    if (isLinkMailed) {
      const resetId = newId<ResetId>();
      await insertResets(tx, [{ id: resetId, userId }], admin.now);
      await emit(tx, { type: 'account.reset-requested', payload: { resetId, isFirstAdmin: true } });
    }
    return true;
  });
  return isNew ? { kind: 'created', isLinkMailed } : { kind: 'exists' };
}

/** Logs the outcome for the first administrator: a link that was mailed, or an account that was left as it is. */
export function announceAdmin(outcome: AdminOutcome, adminEmail: string, log: Log): void {
  if (outcome.kind === 'not-an-admin') {
    log.warn({ adminEmail }, 'ADMIN_EMAIL has an account that is not an administrator; it was left as it is');
  }
  if (outcome.kind === 'created' && outcome.isLinkMailed) {
    log.info({ adminEmail }, 'the first administrator was made; a link to set the password goes there by mail');
  }
}
