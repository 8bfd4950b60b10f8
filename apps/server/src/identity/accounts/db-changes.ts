import type { Transaction } from '../../platform/database.ts';
import { newId } from '../../platform/identifiers.ts';

/** What people can change in how their account is signed in to, besides the password. */
export const SIGN_IN_CHANGES = [
  'two-factor-on',
  'two-factor-off',
  'app-added',
  'app-replaced',
  'app-removed',
  'passkey-added',
  'passkey-removed',
  'recovery-code-used',
  'recovery-codes-renewed',
] as const;

/** What people can change of their own account. */
export const ACCOUNT_CHANGES = ['profile', 'password', 'password-reset', ...SIGN_IN_CHANGES] as const;
export type AccountChange = (typeof ACCOUNT_CHANGES)[number];

/** What of a profile can change. */
export const PROFILE_FIELDS = ['firstName', 'lastName', 'phone', 'gender'] as const;
export type ProfileField = (typeof PROFILE_FIELDS)[number];

/** Writes that somebody changed their account, in the transaction that does it. It can't be changed afterwards. */
export async function recordAccountChange(
  tx: Transaction,
  { userId, change, fields = [], now }: { userId: string; change: AccountChange; fields?: ProfileField[]; now: Date },
): Promise<void> {
  await tx.query(`insert into account_change (id, user_id, at, change, fields) values ($1, $2, $3, $4, $5)`, [
    newId(),
    userId,
    now,
    change,
    fields,
  ]);
}
