import { endpoints, type Proof, type StaffRole, TEXTS, type UserId } from '@kobogate/contract';
import { listStaffEmails, recordDecision, ROLE_ACTS } from '../../controls/index.ts';
import { emitMany, type NewEvent } from '../../events.ts';
import type { Transaction } from '../../platform/database.ts';
import { conflict, type Failure, forbidden, ruleBroken } from '../../platform/errors.ts';
import { newId } from '../../platform/identifiers.ts';
import type { Caller } from '../../platform/route.ts';
import { consumeRateLimit } from '../../platform/throttle.ts';
import { emailKey } from '../accounts/account.ts';
import { lockAccountByEmail, openAccount, saveRole, verifyAs } from '../accounts/db.ts';
import { fromAddress } from '../accounts/limits.ts';
import type { PasswordHasher } from '../accounts/password-hash.ts';
import { type OwnWords, refusePassword } from '../accounts/password-rules.ts';
import { hashToken } from '../accounts/secrets.ts';
import { lapseReset } from '../factor-resets/db.ts';
import { revokeSessions } from '../sessions/db.ts';
import type { ProveOwner } from '../sessions/still-signed-in.ts';
import { deleteSignUps, replaceCodes } from '../sign-ups/db.ts';
import { findByToken, lockByToken, type OpenInvitation, saveAccepted } from './db.ts';
import type { InvitationDependencies } from './invite.ts';
import { joinedMail } from './mails.ts';

export interface JoinDependencies extends InvitationDependencies {
  readonly hasher: PasswordHasher;
  readonly ownWords: OwnWords;
  readonly proveOwner: ProveOwner;
  readonly publicOrigin: string;
}

/** What a link is for. Throws 422 where it works no more, 429. */
export async function readInvitation(
  { database, clock }: JoinDependencies,
  { token, address }: { token: string; address: string },
): Promise<{ email: string; role: StaffRole; hasAccount: boolean; expiresAt: string }> {
  const now = clock.now();
  await consumeRateLimit(database, [fromAddress('invitation', address)], now);
  const found = await findByToken(database, hashToken(token), now);
  if (found === null) throw linkRefused();
  const account = await database.transaction((tx) => lockAccountByEmail(tx, found.email));
  return {
    email: found.email,
    role: found.role,
    hasAccount: account !== null && account.verifiedAt !== null,
    expiresAt: found.expiresAt?.toISOString() ?? '',
  };
}

interface Newcomer {
  readonly token: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly password: string;
  readonly address: string;
}

/**
 * Accepts an invitation with a new account. The link proves its address, as a code would; an account whose address was
 * never proven becomes the invited person's, with nothing of what strangers typed for it. No session begins: the first
 * sign-in asks for the second factor where it is required. Throws 422 for a link that works no more or what breaks a
 * rule, 409 where the address has an account, which is never given a role from here, 429.
 */
export async function join(dependencies: JoinDependencies, newcomer: Newcomer): Promise<void> {
  const { database, clock, hasher, ownWords } = dependencies;
  const { token, firstName, lastName, password, address } = newcomer;
  const now = clock.now();
  await consumeRateLimit(database, [fromAddress('invitation', address)], now);
  if ([firstName, lastName, password].includes('')) throw ruleBroken(TEXTS.fillRequired);
  const tokenHash = hashToken(token);
  const found = await findByToken(database, tokenHash, now);
  if (found === null) throw linkRefused();
  const owner = { email: found.email, firstName, lastName, phone: '' };
  const refusal = refusePassword(password, owner, await ownWords());
  if (refusal !== null) throw refusal;
  const passwordHash = await hasher.hash(password);
  await database.transaction(async (tx) => {
    const { account } = await openAccount(tx, newId<UserId>(), owner);
    const invitation = await lockByToken(tx, tokenHash, now);
    if (invitation === null) throw linkRefused();
    if (account === null || account.verifiedAt !== null || account.disabledAt !== null) throw hasAccount();
    await verifyAs(tx, account.id, { ...owner, passwordHash }, now);
    await deleteSignUps(tx, account.id);
    await replaceCodes(tx, account.id, null, now);
    await giveRole(tx, dependencies, { invitation, userId: account.id, name: `${firstName} ${lastName}`.trim() });
  });
}

/**
 * Accepts an invitation with the account that is signed in, by its password and second factor: neither a link alone nor
 * a session alone gives a role. Ends every session of the account. Throws 403 where the invitation is another
 * address's, 422 for a link that works no more, and as `proveOwner`.
 */
export async function accept(
  dependencies: JoinDependencies,
  { caller, token, proof, address }: { caller: Caller; token: string; proof: Proof; address: string },
): Promise<void> {
  const { database, clock, proveOwner } = dependencies;
  const now = clock.now();
  await consumeRateLimit(database, [fromAddress('invitation', address)], now);
  const tokenHash = hashToken(token);
  if ((await findByToken(database, tokenHash, now)) === null) throw linkRefused();
  const lockOwner = await proveOwner(caller, proof);
  await database.transaction(async (tx) => {
    const owner = await lockOwner(tx);
    const invitation = await lockByToken(tx, tokenHash, now);
    if (invitation === null) throw linkRefused();
    if (emailKey(invitation.email) !== emailKey(owner.email)) {
      throw forbidden('This invitation is for another e-mail address. Please log in with the account of that address.');
    }
    if (owner.verifiedAt === null) throw forbidden('Please verify your e-mail address first.');
    if (owner.role !== null) throw conflict('You have a role already. An administrator can change it.');
    const name = `${owner.firstName} ${owner.lastName}`.trim();
    await giveRole(tx, dependencies, { invitation, userId: owner.id, name });
  });
}

/** The one place where an invitation becomes a role: on record as its sender's act, and told to all administrators. */
async function giveRole(
  tx: Transaction,
  { clock, publicOrigin }: JoinDependencies,
  { invitation, userId, name }: { invitation: OpenInvitation; userId: UserId; name: string },
): Promise<void> {
  const { id, email, role, invitedBy, by } = invitation;
  const now = clock.now();
  await saveAccepted(tx, id, userId, now);
  await saveRole(tx, userId, role);
  await lapseReset(tx, userId, now);
  await revokeSessions(tx, userId, now);
  await recordDecision(tx, { action: ROLE_ACTS[role], adminId: invitedBy, userId, reason: 'Accepted the invitation.' });
  const mail = joinedMail(publicOrigin, { name, email, role, by });
  const readers = new Set([email, ...(await listStaffEmails(tx, endpoints.team.invite))]);
  await emitMany(
    tx,
    [...readers].map((to): NewEvent => ({ type: 'mail.send', payload: { to, ...mail } })),
  );
}

const linkRefused = (): Failure =>
  ruleBroken(
    'This invitation does not work any more: it was used, withdrawn or replaced, or its time is over. Please ask for a new one.',
    'invitation-link',
  );

const hasAccount = (): Failure =>
  conflict('This address has an account. Please log in with it, and open the link again to accept.');
