import {
  type Proof,
  PROVIDER_NAMES,
  SIGN_IN_PROVIDERS,
  type SignInProvider,
  type SignInWays,
  type UserId,
} from '@kobogate/contract';
import { conflict, notFound } from '../../platform/errors.ts';
import type { Caller } from '../../platform/route.ts';
import type { Transaction } from '../../platform/database.ts';
import { findPasswordHash, recordAccountChange } from '../accounts/db.ts';
import { lapseReset } from '../factor-resets/db.ts';
import { deleteLink, findLinkedUser, insertLink, listLinked, revokeSessions, unlinkAllBut } from '../sessions/db.ts';
import { endStepsOf } from '../two-factor/db.ts';
import { tellOwner } from '../two-factor/tell-owner.ts';
import type { ProviderDependencies } from './dependencies.ts';
import { providerTaken, signInEnded } from './failures.ts';

/** How an account may be signed in to: by its password, and by which providers. */
export async function listWays(
  { database, providers }: Pick<ProviderDependencies, 'database' | 'providers'>,
  { userId }: Caller,
): Promise<SignInWays> {
  const [hash, links] = [await findPasswordHash(database, userId), await listLinked(database, userId)];
  return {
    hasPassword: hash !== '',
    ways: SIGN_IN_PROVIDERS.map((provider) => {
      const link = links.find((each) => each.provider === provider);
      return {
        provider,
        isAvailable: providers.some(({ id }) => id === provider),
        linked:
          link === undefined
            ? null
            : {
                email: link.email,
                isOwn: link.isOwn,
                linkedAt: link.linkedAt.toISOString(),
                lastUsedAt: link.lastUsedAt?.toISOString() ?? null,
              },
      };
    }),
  };
}

/**
 * Links the person of a ticket to the caller's account, by its owner's proof, and answers which provider it is. The subject is what is
 * linked: its address may be another than the account's, and one that the provider does not host. Linking what is linked to this account already changes nothing. Throws 422 for a ticket that is over, 409 where the subject
 * signs in to another account or another of this provider's to this one, and as `proveOwner`.
 */
export async function linkProvider(
  { database, clock, seals, proveOwner, publicOrigin }: ProviderDependencies,
  { caller, ticket: text, proof }: { caller: Caller; ticket: string; proof: Proof },
): Promise<SignInProvider> {
  const ticket = seals.openTicket(text, clock.now());
  if (ticket === null) throw signInEnded();
  const { provider } = ticket;
  const lockOwner = await proveOwner(caller, proof);
  await database.transaction(async (tx) => {
    const now = clock.now();
    const owner = await lockOwner(tx);
    if (await insertLink(tx, { ...ticket, userId: owner.id }, now)) {
      await tellOwner(tx, { ...owner, publicOrigin, now }, `${provider}-linked`);
      return;
    }
    const linked = await findLinkedUser(tx, ticket);
    if (linked === null) {
      throw providerTaken(provider, `another account of ${PROVIDER_NAMES[provider]} is linked. Unlink that one first.`);
    }
    if (linked !== owner.id) throw providerTaken(provider, 'it signs in to another account here.');
  });
  return provider;
}

/**
 * Unlinks a provider, by the owner's proof, and ends every session that its word began, but not the caller's, whose owner has just been
 * proven; answers how many of them worked until now. Throws 404 where it is not linked, 409 where the account has no password and
 * could not be signed in to any more, and as `proveOwner`.
 */
export async function unlinkProvider(
  { database, clock, proveOwner, publicOrigin }: ProviderDependencies,
  { caller, provider, proof }: { caller: Caller; provider: SignInProvider; proof: Proof },
): Promise<number> {
  if ((await findPasswordHash(database, caller.userId)) === '') {
    throw conflict(
      `${PROVIDER_NAMES[provider]} stays linked, because your account has no password. Choose one first: a link comes by e-mail.`,
      'password-missing',
    );
  }
  const lockOwner = await proveOwner(caller, proof);
  return database.transaction(async (tx) => {
    const owner = await lockOwner(tx);
    const now = clock.now();
    if (!(await deleteLink(tx, owner.id, provider))) throw notFound(`${PROVIDER_NAMES[provider]} is not linked.`);
    await endStepsOf(tx, owner.id, provider, now);
    await lapseReset(tx, owner.id, now, provider);
    const endedSessions = await revokeSessions(tx, owner.id, now, { kept: caller.tokenHash, of: provider });
    await tellOwner(tx, { ...owner, publicOrigin, now }, `${provider}-unlinked`);
    return endedSessions;
  });
}

/** The providers that a new password has unlinked, and those that still sign in to the account. */
export interface WaysLeft {
  readonly unlinked: readonly SignInProvider[];
  readonly linked: readonly SignInProvider[];
}

/**
 * Unlinks providers with a new password, which ends their sessions and second steps, and records it: all but `kept`, or with null all but
 * those with the account's own address. Who was in once may have linked an account of theirs; one with that very address, hosted by the
 * provider, is of who has the mailbox. The caller has locked the account.
 */
export async function unlinkForPassword(
  tx: Transaction,
  userId: UserId,
  kept: readonly SignInProvider[] | null,
  now: Date,
): Promise<WaysLeft> {
  const unlinked = await unlinkAllBut(tx, userId, kept);
  for (const provider of unlinked) await recordAccountChange(tx, { userId, change: `${provider}-unlinked`, now });
  return { unlinked, linked: (await listLinked(tx, userId)).map(({ provider }) => provider) };
}
