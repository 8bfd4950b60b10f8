import type { NamedPerson, SecondStep, StaffRole, UserId } from '@kobogate/contract';
import * as z from 'zod/mini';
import { consumeRateLimit } from '../../platform/throttle.ts';
import { mayBeNewEmail } from '../accounts/account.ts';
import { findAccount, findPasswordHash, lockAccountByEmail } from '../accounts/db.ts';
import type { Visitor } from '../accounts/device.ts';
import { fromAddress } from '../accounts/limits.ts';
import { refuseEnded } from '../accounts/log-in.ts';
import { hashToken, isSameHash } from '../accounts/secrets.ts';
import { findLinkedUser, holdAccount, noteProviderUse, takeAnswer } from '../sessions/db.ts';
import { openSession } from '../sessions/open-session.ts';
import { attemptOf, findProvider } from './begin-sign-in.ts';
import type { ProviderDependencies } from './dependencies.ts';
import { addressUnusable, signInCancelled, signInEnded, signInFailed } from './failures.ts';
import type { NamedSubject, OpenIdProvider, Person } from './provider.ts';
import { expiryFrom, type Flow } from './sealed.ts';

interface FinishInput {
  readonly flow: string;
  readonly state: string;
  readonly code: string;
  readonly error: string;
  readonly issuer: string;
  /** Apple's field of that name: the person's name, as JSON, with their first sign-in alone. */
  readonly user: string;
  readonly isLink: boolean;
  readonly visitor: Visitor;
}

type FinishOutcome =
  | { readonly kind: 'signed-in'; readonly token: string; readonly role: StaffRole | null }
  | { readonly kind: 'second-step'; readonly secondStep: SecondStep; readonly role: StaffRole | null }
  | { readonly kind: 'named'; readonly named: NamedPerson };

/** Apple's and Google's errors of a person who would rather not. */
const CANCELLED: ReadonlySet<string> = new Set(['access_denied', 'user_cancelled_authorize', 'user_cancelled_login']);

/**
 * Finishes a sign-in with the provider's answer, once. The subject alone says whose account it is: it is signed in to as
 * with a password, or its second step opens. Any other person is named in a ticket, to sign up or to be linked; with
 * `isLink` each is, whatever the address. Throws 422 where the sign-in has ended, was cancelled, or the provider's proof is none, 403 for a
 * disabled or closed account, 404, 429, 503.
 */
export async function finishSignIn(dependencies: ProviderDependencies, input: FinishInput): Promise<FinishOutcome> {
  const { database, clock, providers, seals } = dependencies;
  const now = clock.now();
  await consumeRateLimit(database, [fromAddress('provider', input.visitor.address)], now);
  const flow = seals.openFlow(input.flow, now);
  if (flow === null || !isSameHash(hashToken(flow.state), hashToken(input.state))) throw signInEnded();
  const provider = findProvider(providers, flow.provider);
  if (!(await takeAnswer(database, hashToken(flow.state), new Date(flow.expiresAt)))) throw signInEnded();
  const person = await redeem(dependencies, provider, flow, input);
  const named = { issuer: provider.issuer, subject: person.subject };
  const userId = input.isLink ? null : await findLinkedUser(database, named);
  if (userId !== null) {
    const visitor = { ...input.visitor, device: flow.device ?? input.visitor.device };
    const { email, isEmailVerified } = person;
    return signIn(dependencies, { ...named, provider: provider.id, userId, email, isEmailVerified, visitor });
  }
  // Who is linked is named by the subject alone; a new account takes an address.
  if (!input.isLink && !mayBeNewEmail(person.email)) throw addressUnusable(provider.id);
  return { kind: 'named', named: await nameFor(dependencies, provider, person) };
}

async function redeem(
  { log, publicOrigin }: ProviderDependencies,
  provider: OpenIdProvider,
  flow: Flow,
  { code, error, issuer, user }: FinishInput,
): Promise<Person> {
  if (CANCELLED.has(error)) throw signInCancelled(provider.id);
  if (error !== '' || code === '') throw signInFailed(provider.id);
  try {
    const person = await provider.redeem({ code, issuer }, attemptOf(flow, publicOrigin));
    const name = nameIn(user);
    return {
      ...person,
      firstName: person.firstName || name.firstName,
      lastName: person.lastName || name.lastName,
    };
  } catch (failure) {
    log.warn({ err: failure, provider: provider.id }, 'a sign-in by a provider was not confirmed');
    throw failure;
  }
}

async function signIn(
  { database, clock, openSecondStep, publicOrigin }: ProviderDependencies,
  { userId, visitor, provider, ...used }: NamedSubject & { userId: UserId; visitor: Visitor },
): Promise<FinishOutcome> {
  const now = clock.now();
  return database.transaction(async (tx): Promise<FinishOutcome> => {
    // First, as a change of the account does: an unlinking that is under way is waited for.
    await holdAccount(tx, userId, null);
    const account = await findAccount(tx, userId);
    if (account === null || !(await noteProviderUse(tx, { ...used, userId }, now))) throw signInEnded();
    refuseEnded(account);
    const passwordHash = (await findPasswordHash(tx, userId)) ?? '';
    const secondStep = await openSecondStep(tx, { userId, passwordHash, provider }, now);
    if (secondStep !== null) return { kind: 'second-step', secondStep, role: account.role };
    const token = await openSession(tx, { ...account, by: provider }, { visitor, publicOrigin, now });
    return { kind: 'signed-in', token, role: account.role };
  });
}

/** Only who has proven an address learns whether it has an account. An unproven sign-up is none. */
async function nameFor(
  { database, clock, seals }: ProviderDependencies,
  { id: provider, issuer }: OpenIdProvider,
  { subject, email, isEmailVerified, firstName, lastName }: Person,
): Promise<NamedPerson> {
  const expiresAt = expiryFrom(clock.now());
  const account = isEmailVerified ? await database.transaction((tx) => lockAccountByEmail(tx, email)) : null;
  return {
    provider,
    ticket: seals.sealTicket({ provider, issuer, subject, email, isEmailVerified, expiresAt }),
    email,
    isProven: isEmailVerified,
    first_name: firstName,
    last_name: lastName,
    hasAccount: account !== null && (account.verifiedAt !== null || account.disabledAt !== null),
  };
}

const appleUser = z.object({
  name: z.object({ firstName: z._default(z.string(), ''), lastName: z._default(z.string(), '') }),
});

/** The names in Apple's field `user`; none where it is another thing. Pure. */
function nameIn(user: string): { firstName: string; lastName: string } {
  try {
    return appleUser.parse(JSON.parse(user)).name;
  } catch {
    return { firstName: '', lastName: '' };
  }
}
