import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { newId } from '../../platform/identifiers.ts';
import { findLogin, insertAdmin } from './db.ts';
import type { PasswordHasher } from './password-hash.ts';
import { refusePassword } from './password-rules.ts';
import { makeToken } from './secrets.ts';

export type AdminOutcome =
  /** `madeUpPassword` is to be shown once to whoever started the program; null where the operator gave one. */
  | { readonly kind: 'created'; readonly madeUpPassword: string | null }
  | { readonly kind: 'exists' }
  /** Somebody signed up with this address before it was configured. They are not made an admin unasked. */
  | { readonly kind: 'not-an-admin' };

/**
 * Makes the first admin, verified, where the configured address has no account; safe when several processes start at
 * once. Throws a sentence that names ADMIN_PASSWORD where that is too weak.
 */
export async function ensureAdmin(
  { database, clock, hasher }: { database: Database; clock: Clock; hasher: PasswordHasher },
  { email, password }: { email: string; password: string | undefined },
): Promise<AdminOutcome> {
  const existing = await findLogin(database, email);
  if (existing !== null) return { kind: existing.account.isAdmin ? 'exists' : 'not-an-admin' };
  const refusal = password === undefined ? null : refusePassword(password, { email, firstName: '', lastName: '' });
  if (refusal !== null) throw new Error(`ADMIN_PASSWORD can't be used. ${refusal.message}`);
  const chosen = password ?? makeToken().slice(0, 16);
  const passwordHash = await hasher.hash(chosen);
  const isNew = await database.transaction((tx) =>
    insertAdmin(tx, { id: newId(), email, passwordHash, now: clock.now() }),
  );
  return isNew ? { kind: 'created', madeUpPassword: password === undefined ? chosen : null } : { kind: 'exists' };
}
