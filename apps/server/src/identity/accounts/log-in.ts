import { ACCOUNT_ENDED, type SecondStep, type SignUpId, type StaffRole, TEXTS } from '@kobogate/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { forbidden, ruleBroken, unauthorized } from '../../platform/errors.ts';
import { releaseRateLimit, type Limit, consumeRateLimit, tryRateLimit } from '../../platform/throttle.ts';
import { type Account, emailKey, isEmail } from './account.ts';
import { findLogin, lockAccountByEmail } from './db.ts';
import { findAcquaintance } from '../sessions/db.ts';
import { openSession } from '../sessions/open-session.ts';
import { requestCodeOrTell } from '../sign-ups/request-code.ts';
import { placeOf, type Visitor } from './device.ts';
import { codesADay, fromAddress, loginPair, loginStrangers, mayMailAtOnce } from './limits.ts';
import type { PasswordHasher } from './password-hash.ts';
import type { OpenSecondStep } from './second-step.ts';

export interface LoginDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly hasher: PasswordHasher;
  readonly openSecondStep: OpenSecondStep;
  readonly publicOrigin: string;
}

export interface LoginInput {
  readonly email: string;
  readonly password: string;
  readonly visitor: Visitor;
}

export type LoginOutcome =
  | { readonly kind: 'signed-in'; readonly token: string; readonly role: StaffRole | null }
  /** The password is right and not enough: no token before the second step. */
  | { readonly kind: 'second-step'; readonly secondStep: SecondStep; readonly role: StaffRole | null }
  /** The password is right, the address unproven: no token, but a fresh code is being sent. */
  | { readonly kind: 'unverified' };

/**
 * Signs a user in, or opens the second step where the account has one. An unknown address and a wrong password give the
 * same answer after the same work: 401. The password of a sign-up asks for its code, also where the address has an
 * account: otherwise a caller who signs up with an address could learn here whether it has one. Only a caller who knows
 * the account's password learns that it is disabled or closed: 403. Throws 422 for a broken rule, 429 for too many.
 */
export async function logIn(dependencies: LoginDependencies, input: LoginInput): Promise<LoginOutcome> {
  const { database, clock, hasher, openSecondStep, publicOrigin } = dependencies;
  const { email, password, visitor } = input;
  if (email === '' || password === '') throw ruleBroken(TEXTS.fillRequired);
  if (!isEmail(email)) throw ruleBroken(TEXTS.invalidEmail);
  const now = clock.now();
  const limits = await takeLoginTurns(database, input, now);
  const login = await findLogin(database, email, placeOf(visitor));
  const isOwner = await hasher.verify(login?.passwordHash ?? null, password);
  const signUp = isOwner ? null : (login?.signUp ?? null);
  // Also where there is none: the time of the answer would tell of a sign-up that waits for its code.
  const isSignUp = !isOwner && (await hasher.verify(signUp?.passwordHash ?? null, password));
  if (login === null || !(isOwner || isSignUp)) throw unauthorized(TEXTS.loginFailed);
  // Only failures count: a caller who knows the password may sign in any number of times.
  for (const limit of limits) await releaseRateLimit(database, limit);
  const { account, passwordHash } = login;
  if (passwordHash === null || !isOwner) return sendCode(dependencies, { ...input, signUpId: signUp?.id ?? null }, now);
  refuseEnded(account);
  return database.transaction(async (tx): Promise<LoginOutcome> => {
    const secondStep = await openSecondStep(tx, { userId: account.id, passwordHash }, now);
    if (secondStep !== null) return { kind: 'second-step', secondStep, role: account.role };
    const token = await openSession(tx, { ...account, by: 'sign-in', passwordHash }, { visitor, publicOrigin, now });
    return { kind: 'signed-in', token, role: account.role };
  });
}

/** Throws 403 with its own code where an account is closed or disabled: only for a caller who has shown to be its owner. */
export function refuseEnded({ closedAt, disabledAt }: Pick<Account, 'closedAt' | 'disabledAt'>): void {
  if (closedAt !== null) throw forbidden(ACCOUNT_ENDED.closed, 'account-closed');
  if (disabledAt !== null) throw forbidden(ACCOUNT_ENDED.disabled, 'account-disabled');
}

/** Counts a sign-in against its limits and returns them, to be given back where it succeeds. */
async function takeLoginTurns(database: Database, { email, visitor }: LoginInput, now: Date): Promise<Limit[]> {
  const sentence = 'Too many attempts to log in.';
  const known = await findAcquaintance(database, emailKey(email), visitor);
  const pair = loginPair(email, placeOf(visitor));
  // The owner's own browser is counted separately: neighbours at the same network address do not use up its limit.
  const here = known === 'device' ? [pair] : [fromAddress('login', visitor.address), pair];
  await consumeRateLimit(database, here, now, sentence);
  // At the owner's known places strangers' failures don't count: an owner can't be locked out from elsewhere.
  if (known !== null) return here;
  // Only after the pair's limit: one address alone can't use up the limit that all strangers share.
  const strangers = loginStrangers(email);
  await consumeRateLimit(database, [strangers], now, `${sentence} A new password by e-mail lets you in at once.`);
  return [...here, strangers];
}

/** Sends a code of the sign-up whose password was typed, for the place where it was typed. */
async function sendCode(
  { database, publicOrigin }: LoginDependencies,
  { email, visitor, signUpId }: LoginInput & { signUpId: SignUpId | null },
  now: Date,
): Promise<LoginOutcome> {
  const place = placeOf(visitor);
  // The day's codes are used up: the user is still asked for the last one.
  if (!(await tryRateLimit(database, [codesADay(email, place)], now))) return { kind: 'unverified' };
  const isCrowded = !(await mayMailAtOnce(database, { emailOrPhone: email, address: visitor.address }, now));
  await database.transaction(async (tx) => {
    const account = await lockAccountByEmail(tx, email);
    await requestCodeOrTell(tx, { email, account, signUpId, place, isCrowded, publicOrigin }, now);
  });
  return { kind: 'unverified' };
}
