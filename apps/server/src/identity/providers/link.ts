import {
  type Proof,
  PROVIDER_NAMES,
  SIGN_IN_PROVIDERS,
  type SignInProvider,
  type SignInWays,
} from '@kobogate/contract';
import { conflict, notFound } from '../../platform/errors.ts';
import type { Caller } from '../../platform/route.ts';
import { findPasswordHash } from '../accounts/db.ts';
import { deleteLink, findLinkedUser, insertLink, listLinked } from '../sessions/db.ts';
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
                linkedAt: link.linkedAt.toISOString(),
                lastUsedAt: link.lastUsedAt?.toISOString() ?? null,
              },
      };
    }),
  };
}

/**
 * Links the person of a ticket to the caller's account, by its owner's proof, and answers which provider it is. Linking
 * what is linked to this account already changes nothing. Throws 422 for a ticket that is over, 409 where the subject
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
 * Unlinks a provider, by the owner's proof. Throws 404 where it is not linked, 409 where the account has no password and
 * could not be signed in to any more, and as `proveOwner`.
 */
export async function unlinkProvider(
  { database, clock, proveOwner, publicOrigin }: ProviderDependencies,
  { caller, provider, proof }: { caller: Caller; provider: SignInProvider; proof: Proof },
): Promise<void> {
  if ((await findPasswordHash(database, caller.userId)) === '') {
    throw conflict(
      `${PROVIDER_NAMES[provider]} stays linked, because your account has no password. Choose one first: a link comes by e-mail.`,
      'password-missing',
    );
  }
  const lockOwner = await proveOwner(caller, proof);
  await database.transaction(async (tx) => {
    const owner = await lockOwner(tx);
    if (!(await deleteLink(tx, owner.id, provider))) throw notFound(`${PROVIDER_NAMES[provider]} is not linked.`);
    await tellOwner(tx, { ...owner, publicOrigin, now: clock.now() }, `${provider}-unlinked`);
  });
}
