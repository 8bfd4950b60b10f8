import { type InvitationId, type StaffRole, TEXTS, type UserId } from '@kobogate/contract';
import { recordDecision } from '../../controls/index.ts';
import { emit } from '../../events.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Transaction } from '../../platform/database.ts';
import { conflict, forbidden, notFound, ruleBroken } from '../../platform/errors.ts';
import { isId, newId } from '../../platform/identifiers.ts';
import type { Caller } from '../../platform/route.ts';
import { type Account, mayBeNewEmail } from '../accounts/account.ts';
import { lockAccountByEmail } from '../accounts/db.ts';
import { lockSignedIn } from '../sessions/still-signed-in.ts';
import { insertInvitation, lockOpen, type OpenInvitation, renewInvitation, saveWithdrawn, withdrawTo } from './db.ts';

export interface InvitationDependencies {
  readonly database: Database;
  readonly clock: Clock;
}

/**
 * Invites an address into the team with a role, on record with a reason. The link is made as it is mailed. An address
 * that has an account keeps it as it is: its owner is asked, and accepts while signed in. Throws 422 for no address or
 * no reason, 409 where the address has a role or an open invitation, 401 and 403 where the caller lost the right.
 */
export async function invite(
  dependencies: InvitationDependencies,
  { caller, email, role, reason }: { caller: Caller; email: string; role: StaffRole; reason: string },
): Promise<void> {
  if (!mayBeNewEmail(email)) throw ruleBroken(TEXTS.invalidEmail);
  if (reason === '') throw ruleBroken('Please give a reason. The team reads it in the record.');
  await dependencies.database.transaction(async (tx) => {
    const account = await lockAccountByEmail(tx, email);
    await lockAdministrator(tx, dependencies, caller);
    if (account !== null && account.role !== null) {
      throw conflict('This person has a role already. It is changed on their page under Users.');
    }
    if (account !== null && account.disabledAt !== null) {
      throw conflict('The account of this address is disabled. Enable it first, on its page under Users.');
    }
    const invitation = { id: newId<InvitationId>(), email, role, invitedBy: caller.userId };
    if (!(await insertInvitation(tx, invitation))) {
      throw conflict('This address is invited already. Send that invitation again, or withdraw it.');
    }
    await record(tx, caller, 'invitation-sent', `${email}, ${role}. ${reason}`);
    await emit(tx, { type: 'team.invited', payload: { invitationId: invitation.id } });
  });
}

/** Mails an open invitation again, with a new link; the one before stops working. Throws 404, 401 and 403. */
export async function sendAgain(
  dependencies: InvitationDependencies,
  { caller, id }: { caller: Caller; id: InvitationId },
): Promise<void> {
  await dependencies.database.transaction(async (tx) => {
    await lockAdministrator(tx, dependencies, caller);
    const { email, role } = await requireOpen(tx, id);
    await renewInvitation(tx, id, caller.userId);
    await record(tx, caller, 'invitation-sent-again', `${email}, ${role}`);
    await emit(tx, { type: 'team.invited', payload: { invitationId: id } });
  });
}

/** Withdraws an open invitation: its link stops working at once. Throws 404, 401 and 403. */
export async function withdraw(
  dependencies: InvitationDependencies,
  { caller, id }: { caller: Caller; id: InvitationId },
): Promise<void> {
  await dependencies.database.transaction(async (tx) => {
    await lockAdministrator(tx, dependencies, caller);
    const { email, role } = await requireOpen(tx, id);
    await saveWithdrawn(tx, id, dependencies.clock.now());
    await record(tx, caller, 'invitation-withdrawn', `${email}, ${role}`);
  });
}

/**
 * Ends the invitation of a person whose role an administrator decides on, or whose account is shut: with its link they would give
 * themselves a role afterwards. On record as that administrator's act; by null the person shuts the account. The caller holds the
 * account's lock.
 */
export async function endInvitationOf(
  tx: Transaction,
  { userId, by, now }: { userId: UserId; by: UserId | null; now: Date },
): Promise<void> {
  const ended = await withdrawTo(tx, userId, now);
  if (ended === null || by === null) return;
  const reason = `${ended.email}, ${ended.role}. Ended with a decision about the account.`;
  await recordDecision(tx, { action: 'invitation-withdrawn', adminId: by, userId: by, reason });
}

/** The caller, locked: signed in still, and an administrator still. */
async function lockAdministrator(tx: Transaction, { clock }: InvitationDependencies, caller: Caller): Promise<Account> {
  const account = await lockSignedIn(tx, caller, clock.now());
  if (account.role !== 'administrator') throw forbidden('You are no longer an administrator.');
  return account;
}

async function requireOpen(tx: Transaction, id: InvitationId): Promise<OpenInvitation> {
  const found = isId(id) ? await lockOpen(tx, id) : null;
  if (found === null) throw notFound('There is no such invitation any more: it was accepted or withdrawn.');
  return found;
}

// Of the invited person there may be no account: the act is the administrator's own, and names the address.
const record = (
  tx: Transaction,
  { userId }: Caller,
  action: 'invitation-sent' | 'invitation-sent-again' | 'invitation-withdrawn',
  reason: string,
) => recordDecision(tx, { action, adminId: userId, userId, reason });
