import type { SignInProvider, UserId } from '@kobogate/contract';
import type { Connection, Transaction } from '../../platform/database.ts';

/** What a provider calls a person. */
export interface ProviderSubject {
  readonly issuer: string;
  readonly subject: string;
}

/** A provider that signs in to an account. */
export interface LinkedProvider {
  readonly provider: SignInProvider;
  readonly email: string;
  readonly linkedAt: Date;
  readonly lastUsedAt: Date | null;
}

/** Records that the answer to a sign-in has come; false where one came before. */
export async function takeAnswer(connection: Connection, stateHash: Buffer, expiresAt: Date): Promise<boolean> {
  const rows = await connection.query(
    `insert into provider_answer (state_hash, expires_at) values ($1, $2) on conflict do nothing returning 1`,
    [stateHash, expiresAt],
  );
  return rows.length > 0;
}

/** Removes the records of answers that no sign-in waits for any more. */
export async function deleteOldAnswers(connection: Connection, now: Date): Promise<void> {
  await connection.query(`delete from provider_answer where expires_at < $1`, [now]);
}

/** Whose account a provider's subject signs in to; null: nobody's. */
export async function findLinkedUser(
  connection: Connection,
  { issuer, subject }: ProviderSubject,
): Promise<UserId | null> {
  const [row] = await connection.query<{ user_id: UserId }>(
    `select user_id from provider_account where issuer = $1 and subject = $2`,
    [issuer, subject],
  );
  return row?.user_id ?? null;
}

/** Records a sign-in, and the address that the provider has checked, where there is one; false where the subject is no longer linked to this account. */
export async function noteProviderUse(
  tx: Transaction,
  { issuer, subject, userId, email }: ProviderSubject & { userId: UserId; email: string },
  now: Date,
): Promise<boolean> {
  const rows = await tx.query(
    `update provider_account set last_used_at = $4, email = coalesce(nullif($5, ''), email)
     where issuer = $1 and subject = $2 and user_id = $3 returning 1`,
    [issuer, subject, userId, now, email],
  );
  return rows.length > 0;
}

/** The providers of an account. */
export async function listLinked(connection: Connection, userId: UserId): Promise<LinkedProvider[]> {
  return connection.query<LinkedProvider>(
    `select provider, email, linked_at as "linkedAt", last_used_at as "lastUsedAt" from provider_account
     where user_id = $1`,
    [userId],
  );
}

/** Links a subject to an account; false where the subject, or another of this provider's for the account, is linked already. */
export async function insertLink(
  tx: Transaction,
  link: ProviderSubject & { provider: SignInProvider; userId: UserId; email: string },
  now: Date,
): Promise<boolean> {
  const rows = await tx.query(
    `insert into provider_account (issuer, subject, user_id, provider, email, linked_at) values ($1, $2, $3, $4, $5, $6)
     on conflict do nothing returning 1`,
    [link.issuer, link.subject, link.userId, link.provider, link.email, now],
  );
  return rows.length > 0;
}

/** Unlinks a provider from an account; false where it was not linked. */
export async function deleteLink(tx: Transaction, userId: UserId, provider: SignInProvider): Promise<boolean> {
  const rows = await tx.query(`delete from provider_account where user_id = $1 and provider = $2 returning 1`, [
    userId,
    provider,
  ]);
  return rows.length > 0;
}

/** Unlinks the providers whose address is not the account's own; answers which. */
export async function unlinkOtherAddresses(tx: Transaction, userId: UserId): Promise<SignInProvider[]> {
  const rows = await tx.query<{ provider: SignInProvider }>(
    `delete from provider_account p using app_user u
     where p.user_id = $1 and u.id = p.user_id and lower(p.email) <> u.email_key returning p.provider`,
    [userId],
  );
  return rows.map(({ provider }) => provider);
}
