import { type PasskeyAssertion, SECOND_STEP_TRIES, type SecondFactor, type UserId } from '@kobogate/contract';
import type { Transaction } from '../../platform/database.ts';
import { type Failure, malformed } from '../../platform/errors.ts';
import { releaseRateLimit, consumeRateLimit } from '../../platform/throttle.ts';
import { emailKey } from '../accounts/account.ts';
import { placeOf, type Visitor } from '../accounts/device.ts';
import type { OpenSecondStep } from '../accounts/second-step.ts';
import { hashToken, makeToken } from '../accounts/secrets.ts';
import { lapseReset } from '../factor-resets/db.ts';
import { findAcquaintance, holdAccount } from '../sessions/db.ts';
import { openSession } from '../sessions/open-session.ts';
import type { SignedIn } from '../sign-ups/verify-email.ts';
import { acceptTotp } from './accept-code.ts';
import { acceptPasskey } from './accept-passkey.ts';
import { findFactors, findStep, insertStep, lockStep, recordStepTry, type StoredStep, useRecoveryCode } from './db.ts';
import type { TwoFactorDependencies } from './dependencies.ts';
import { stepsFromAddress, TOO_MANY_WRONG_STEPS, wrongCodes } from './limits.ts';
import { hashRecoveryCode, recoveryCodeRefused } from './recovery-codes.ts';
import { tellOwner } from './tell-owner.ts';
import { codeRefused } from './totp.ts';
import { isOpen, methodsOf, passkeyRefused, stepEnded, stepExpiry } from './two-factor.ts';

/** Opens the second step of a sign-in: a challenge that is not stored, and the ways to answer it. */
export const openSecondStep: OpenSecondStep = async (tx, { userId, passwordHash, provider = null }, now) => {
  const methods = methodsOf(await findFactors(tx, userId));
  if (methods.length === 0) return null;
  const challenge = makeToken();
  const expiresAt = stepExpiry(now);
  await insertStep(tx, { challengeHash: hashToken(challenge), userId, passwordHash, provider, expiresAt });
  return { challenge, methods };
};

interface SecondStepInput {
  readonly visitor: Visitor;
  readonly challenge: string;
  readonly method: SecondFactor;
  readonly code: string;
  readonly assertion?: PasskeyAssertion | undefined;
}

type Outcome = SignedIn | 'wrong' | 'ended';

/**
 * Finishes a sign-in whose password was right, or that a provider's word began. Throws 422 for a wrong code or signature, 401 where the step has ended
 * (five minutes, five tries, one success, another password), 429 for too many wrong codes of an app.
 */
export async function finishSecondStep(dependencies: TwoFactorDependencies, input: SecondStepInput): Promise<SignedIn> {
  const { database, clock } = dependencies;
  if (input.method === 'passkey' && input.assertion === undefined) throw malformed('The passkey has not signed.');
  const now = clock.now();
  const { step, known } = await requireOpenStep({ database }, input, now);
  const place =
    known === null ? 'elsewhere' : placeOf(known === 'device' ? input.visitor : { address: input.visitor.address });
  const limits = input.method === 'totp' ? [wrongCodes(step.userId, place)] : [];
  if (limits.length > 0) await consumeRateLimit(database, limits, now, TOO_MANY_WRONG_STEPS);
  // A refusal is thrown after the commit: inside, it would roll back the count of the try.
  const outcome = await database.transaction((tx) => tryStep(tx, dependencies, { ...input, userId: step.userId }, now));
  if (outcome === 'ended') throw stepEnded();
  if (outcome === 'wrong') throw REFUSALS[input.method]();
  for (const limit of limits) await releaseRateLimit(database, limit);
  return outcome;
}

/**
 * The open second step of a challenge, and by what its account knows the caller. Throws 401 where it is not open, 429 for too many
 * calls from one network address.
 */
export async function requireOpenStep(
  { database }: Pick<TwoFactorDependencies, 'database'>,
  { challenge, visitor }: Pick<SecondStepInput, 'challenge' | 'visitor'>,
  now: Date,
): Promise<{ step: StoredStep; known: 'device' | 'address' | null }> {
  const step = await findStep(database, hashToken(challenge));
  const known = step === null ? null : await findAcquaintance(database, emailKey(step.email), visitor);
  // The owner's own browser has a separate limit: neighbours at the same network address do not use it up.
  if (known !== 'device') await consumeRateLimit(database, [stepsFromAddress(visitor.address)], now);
  if (step === null || !isOpen(step, now)) throw stepEnded();
  return { step, known };
}

const REFUSALS: Readonly<Record<SecondFactor, () => Failure>> = {
  totp: codeRefused,
  recovery: recoveryCodeRefused,
  passkey: passkeyRefused,
};

async function tryStep(
  tx: Transaction,
  dependencies: TwoFactorDependencies,
  input: SecondStepInput & { readonly userId: UserId },
  now: Date,
): Promise<Outcome> {
  const challengeHash = hashToken(input.challenge);
  // First, as changes of the account and its factors do: one that is under way is waited for, and ends this step.
  await holdAccount(tx, input.userId, null);
  // Checked again under its lock: of a burst at most as many are tried as there are tries.
  const step = await lockStep(tx, challengeHash);
  if (!isOpen(step, now)) return 'ended';
  const isRight = await isSecondFactor(tx, dependencies, step, input, now);
  await recordStepTry(tx, challengeHash, isRight ? now : null);
  if (!isRight) return step.tries + 1 >= SECOND_STEP_TRIES ? 'ended' : 'wrong';
  // They have it after all.
  await lapseReset(tx, step.userId, now);
  const owner = { id: step.userId, email: step.email, by: step.begunBy };
  const session = { visitor: input.visitor, publicOrigin: dependencies.publicOrigin, now };
  return { token: await openSession(tx, owner, session), role: step.role };
}

async function isSecondFactor(
  tx: Transaction,
  { secretBox, publicOrigin }: TwoFactorDependencies,
  { userId, email, passkeyChallenge }: StoredStep,
  { method, code, assertion }: SecondStepInput,
  now: Date,
): Promise<boolean> {
  if (method === 'totp') return acceptTotp(tx, secretBox, { userId, code, now });
  if (method === 'recovery') {
    const isUsed = await useRecoveryCode(tx, userId, hashRecoveryCode(code), now);
    if (isUsed) await tellOwner(tx, { id: userId, email, publicOrigin, now }, 'recovery-code-used');
    return isUsed;
  }
  if (assertion === undefined || passkeyChallenge === null) return false;
  return acceptPasskey(tx, publicOrigin, { userId, assertion, challenge: passkeyChallenge, now });
}
