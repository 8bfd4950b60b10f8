import { type SecondStep, TEXTS } from '@kobogate/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { Failure, forbidden, ruleBroken, unauthorized } from '../../platform/errors.ts';
import { giveTurnBack, type Limit, takeTurns } from '../../platform/throttle.ts';
import { type Account, emailKey, isEmail } from './account.ts';
import { isKnownAddress } from './db-sessions.ts';
import { findLogin } from './db.ts';
import { codesADay, fromAddress, loginPair, loginStrangers } from './limits.ts';
import { openSession, type Visitor } from './open-session.ts';
import type { PasswordHasher } from './password-hash.ts';
import { requestCode } from './request-code.ts';
import type { OpenSecondStep } from './second-step.ts';

export interface LoginDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly hasher: PasswordHasher;
  readonly openSecondStep: OpenSecondStep;
}

export interface LoginInput extends Visitor {
  readonly email: string;
  readonly password: string;
}

export type LoginOutcome =
  | { readonly kind: 'signed-in'; readonly token: string; readonly isAdmin: boolean }
  /** The password is right and not enough: no token before the second step. */
  | { readonly kind: 'second-step'; readonly secondStep: SecondStep; readonly isAdmin: boolean }
  /** The password is right, the address unproven: no token, but a fresh code is on its way. */
  | { readonly kind: 'unverified' };

const ACCOUNT_DISABLED =
  'This account is disabled, so nobody can log in to it. Money in it is safe where it is. Please contact support.';

/**
 * Signs somebody in, or opens the second step where the account has one. An unknown address and a wrong password give
 * the same answer after the same work: 401. Only who knows the password learns that the account is disabled: 403.
 * Throws 422 for a broken rule, 429 for too many.
 */
export async function logIn(dependencies: LoginDependencies, input: LoginInput): Promise<LoginOutcome> {
  const { database, clock, hasher, openSecondStep } = dependencies;
  if (input.email === '' || input.password === '') throw ruleBroken(TEXTS.fillRequired);
  if (!isEmail(input.email)) throw ruleBroken(TEXTS.invalidEmail);
  const now = clock.now();
  const limits = await takeLoginTurns(database, input, now);
  const login = await findLogin(database, input.email);
  const fits = await hasher.verify(login?.passwordHash ?? null, input.password);
  if (!fits || login === null) throw unauthorized(TEXTS.loginFailed);
  // Only failures count: whoever knows the password may sign in as often as they like.
  for (const limit of limits) await giveTurnBack(database, limit);
  if (login.account.disabledAt !== null) throw forbidden(ACCOUNT_DISABLED, 'account-disabled');
  if (login.account.verifiedAt === null) return sendCode(database, login.account, now);
  const visitor = { address: input.address, userAgent: input.userAgent };
  const { id, isAdmin } = login.account;
  return database.transaction(async (tx): Promise<LoginOutcome> => {
    const secondStep = await openSecondStep(tx, { userId: id, passwordHash: login.passwordHash }, now);
    if (secondStep !== null) return { kind: 'second-step', secondStep, isAdmin };
    return { kind: 'signed-in', token: await openSession(tx, { userId: id, by: 'sign-in' }, visitor, now), isAdmin };
  });
}

/** Takes the turns of a sign-in and answers them, to be given back where it turns out well. */
async function takeLoginTurns(database: Database, { email, address }: LoginInput, now: Date): Promise<Limit[]> {
  const sentence = 'Too many attempts to log in.';
  const here = [fromAddress('login', address), loginPair(email, address)];
  await takeTurns(database, here, now, sentence);
  // Where the owner was before, strangers' failures don't count: nobody can lock an owner out from elsewhere.
  if (await isKnownAddress(database, emailKey(email), address)) return here;
  // Only after the pair's turn: one address alone can't use up what all strangers have together.
  const strangers = loginStrangers(email);
  await takeTurns(database, [strangers], now, sentence);
  return [...here, strangers];
}

async function sendCode(database: Database, { email }: Account, now: Date): Promise<LoginOutcome> {
  try {
    await takeTurns(database, [codesADay(email)], now);
  } catch (error) {
    // The day's codes are used up: the person is asked for the last one all the same.
    if (error instanceof Failure && error.status === 429) return { kind: 'unverified' };
    throw error;
  }
  await database.transaction((tx) => requestCode(tx, email, now));
  return { kind: 'unverified' };
}
