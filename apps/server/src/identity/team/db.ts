import { endpoints, type InvitationId, type StaffRole, type UserId } from '@kobogate/contract';
import { countsStill, roleOf } from '../../controls/index.ts';
import type { Connection, Transaction } from '../../platform/database.ts';
import { emailKey } from '../accounts/account.ts';

/** A person of the team. */
interface StaffMember {
  readonly id: UserId;
  readonly name: string;
  readonly email: string;
  readonly role: StaffRole;
  readonly verifiedAt: Date | null;
  readonly disabledAt: Date | null;
  readonly since: Date | null;
  readonly lastSeenAt: Date | null;
  readonly hasSecondFactor: boolean;
}

/** Everyone who has a role, by name. */
export function listStaff(connection: Connection): Promise<StaffMember[]> {
  return connection.query(
    `select u.id, trim(u.first_name || ' ' || u.last_name) as name, u.email, ${roleOf('u')} as role,
       u.verified_at as "verifiedAt", u.disabled_at as "disabledAt", u.admin_since as since,
       (select max(s.last_seen_at) from session s where s.user_id = u.id) as "lastSeenAt",
       exists (select 1 from totp t where t.user_id = u.id) or exists (select 1 from passkey p where p.user_id = u.id)
         as "hasSecondFactor"
     from app_user u where u.is_admin or u.staff_role is not null order by name, u.id`,
  );
}

/** An invitation that is neither accepted nor withdrawn. */
export interface OpenInvitation {
  readonly id: InvitationId;
  readonly email: string;
  readonly role: StaffRole;
  readonly invitedBy: UserId;
  readonly by: string;
  readonly invitedAt: Date;
  readonly expiresAt: Date | null;
}

const OPEN = `select i.id, i.email, i.role, i.invited_by as "invitedBy", trim(a.first_name || ' ' || a.last_name) as by,
    i.invited_at as "invitedAt", i.expires_at as "expiresAt"
  from staff_invitation i join app_user a on a.id = i.invited_by
  where i.accepted_at is null and i.withdrawn_at is null`;

/** As SQL: the administrator who invited may still give the role. Without that right their invitations end. */
const STANDS = countsStill('a', 'i.invited_at', endpoints.team.invite);

/** The open invitations, newest first. */
export const listOpen = (connection: Connection): Promise<OpenInvitation[]> =>
  connection.query(`${OPEN} order by i.invited_at desc, i.id desc`);

/** An open invitation, locked until the transaction ends. */
export async function lockOpen(tx: Transaction, id: InvitationId): Promise<OpenInvitation | null> {
  const [row] = await tx.query<OpenInvitation>(`${OPEN} and i.id = $1 for update of i`, [id]);
  return row ?? null;
}

const BY_TOKEN = `${OPEN} and i.token_hash = $1 and i.expires_at > $2 and ${STANDS}`;

/** The open invitation whose link has this token and works at this moment. */
export async function findByToken(
  connection: Connection,
  tokenHash: Buffer,
  now: Date,
): Promise<OpenInvitation | null> {
  const [row] = await connection.query<OpenInvitation>(BY_TOKEN, [tokenHash, now]);
  return row ?? null;
}

/** The same, locked until the transaction ends. */
export async function lockByToken(tx: Transaction, tokenHash: Buffer, now: Date): Promise<OpenInvitation | null> {
  const [row] = await tx.query<OpenInvitation>(`${BY_TOKEN} for update of i`, [tokenHash, now]);
  return row ?? null;
}

/** Writes an invitation whose link is yet to be made; false where one is open for the address. */
export async function insertInvitation(
  tx: Transaction,
  invitation: { id: InvitationId; email: string; role: StaffRole; invitedBy: UserId },
): Promise<boolean> {
  const { id, email, role, invitedBy } = invitation;
  const rows = await tx.query(
    `insert into staff_invitation (id, email, email_key, role, invited_by) values ($1, $2, $3, $4, $5)
     on conflict (email_key) where accepted_at is null and withdrawn_at is null do nothing returning id`,
    [id, email, emailKey(email), role, invitedBy],
  );
  return rows.length > 0;
}

/** Ends the link, and makes the invitation that of who sends it again: theirs is the power that it comes from. */
export async function renewInvitation(tx: Transaction, id: InvitationId, invitedBy: UserId): Promise<void> {
  await tx.query(
    `update staff_invitation set invited_by = $2, invited_at = clock_timestamp(), token_hash = null, expires_at = null
     where id = $1`,
    [id, invitedBy],
  );
}

/** Withdraws an open invitation: its link stops working. */
export async function saveWithdrawn(tx: Transaction, id: InvitationId, now: Date): Promise<void> {
  await tx.query(`update staff_invitation set withdrawn_at = $2, token_hash = null where id = $1`, [id, now]);
}

/** Withdraws the open invitation to the address of an account: its link stops working. Null where there is none. */
export async function withdrawTo(
  tx: Transaction,
  userId: UserId,
  now: Date,
): Promise<Pick<OpenInvitation, 'email' | 'role'> | null> {
  const [row] = await tx.query<Pick<OpenInvitation, 'email' | 'role'>>(
    `update staff_invitation i set withdrawn_at = $2, token_hash = null from app_user u
     where u.id = $1 and i.email_key = u.email_key and i.accepted_at is null and i.withdrawn_at is null
     returning i.email, i.role`,
    [userId, now],
  );
  return row ?? null;
}

/** Removes invitations that nobody accepted, and that were withdrawn or whose link ended before `before`. */
export async function forgetInvitations(connection: Connection, before: Date): Promise<void> {
  await connection.query(
    `delete from staff_invitation where accepted_at is null and coalesce(withdrawn_at, expires_at, invited_at) < $1`,
    [before],
  );
}

/** An invitation was accepted by an account: its link stops working. */
export async function saveAccepted(tx: Transaction, id: InvitationId, userId: UserId, now: Date): Promise<void> {
  await tx.query(`update staff_invitation set accepted_at = $3, accepted_by = $2, token_hash = null where id = $1`, [
    id,
    userId,
    now,
  ]);
}

/** Writes the hash of a new link's token, and answers to whom it goes; null where the invitation is no longer open. */
export async function setInvitationToken(
  connection: Connection,
  id: InvitationId,
  { tokenHash, now, expiresAt }: { tokenHash: Buffer; now: Date; expiresAt: Date },
): Promise<{ email: string; role: StaffRole; by: string } | null> {
  const [row] = await connection.query<{ email: string; role: StaffRole; by: string }>(
    `update staff_invitation i set token_hash = $2, sent_at = $3, expires_at = $4 from app_user a
     where i.id = $1 and a.id = i.invited_by and i.accepted_at is null and i.withdrawn_at is null
     returning i.email, i.role, trim(a.first_name || ' ' || a.last_name) as by`,
    [id, tokenHash, now, expiresAt],
  );
  return row ?? null;
}
