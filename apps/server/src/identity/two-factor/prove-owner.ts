import type { Proof, SecondFactorProof, UserId } from '@kobogate/contract';
import { type Failure, ruleBroken, unauthorized } from '../../platform/errors.ts';
import { releaseRateLimit, consumeRateLimit } from '../../platform/throttle.ts';
import type { Caller } from '../../platform/route.ts';
import { findAccount } from '../accounts/db.ts';
import { lapseReset } from '../factor-resets/db.ts';
import { accountOf } from '../sessions/authenticate.ts';
import { saveProved } from '../sessions/db.ts';
import { type LockOwner, lockSignedIn, type ProveOwner } from '../sessions/still-signed-in.ts';
import { findFactors, useRecoveryCode } from './db.ts';
import { requirePassword } from '../accounts/require-password.ts';
import { acceptTotp } from './accept-code.ts';
import type { Owner, TwoFactorDependencies } from './dependencies.ts';
import { TOO_MANY_WRONG_CODES, wrongCodes, wrongRecoveryCodes } from './limits.ts';
import { proveByPasskey } from './prove-by-passkey.ts';
import { hashRecoveryCode, recoveryCodeRefused } from './recovery-codes.ts';
import { tellOwner } from './tell-owner.ts';
import { codeRefused, isTotpCode } from './totp.ts';
import { isOn } from './two-factor.ts';

/**
 * Proves that the owner, and not a thief of the session, changes how the account is signed in to or where money goes. It takes
 * the password and, if two-factor is on, a second factor: a passkey, a code of the app, or a recovery code, which is then used.
 * Answers the lock that the change begins with. Throws 422 where the proof is missing or wrong (never 401, which would end the
 * session), 429 for too many.
 */
export async function proveOwner(
  dependencies: TwoFactorDependencies,
  caller: Caller,
  { password, ...factor }: Proof,
): Promise<LockOwner> {
  const { database, clock } = dependencies;
  if (password === '') throw ruleBroken('Please enter your password.');
  const owner = await accountOf(database, caller);
  const hasFactor = isOn(await findFactors(database, owner.id));
  // Thrown before the password is checked: a missing field reveals no secret of the account.
  if (hasFactor && isMissing(factor)) throw secondFactorMissing();
  await requirePassword(dependencies, { userId: owner.id, password });
  if (hasFactor) await proveSecondFactor(dependencies, owner, factor);
  return async (tx) => {
    const account = await lockSignedIn(tx, caller, clock.now());
    // Two-factor was turned on since: the password alone is no longer enough.
    if (!hasFactor && isOn(await findFactors(tx, account.id))) throw secondFactorMissing();
    return account;
  };
}

/** Proves the owner of the caller's session, which counts as freshly proven from then on. Throws as `proveOwner`. */
export async function proveSession(dependencies: TwoFactorDependencies, caller: Caller, proof: Proof): Promise<void> {
  const { database, clock } = dependencies;
  const lockOwner = await proveOwner(dependencies, caller, proof);
  await database.transaction(async (tx) => {
    await lockOwner(tx);
    await saveProved(tx, caller.tokenHash, clock.now());
  });
}

/** Makes `proveOwner` for changes in other rooms. */
export function createFullProof(dependencies: TwoFactorDependencies): ProveOwner {
  return (caller, proof) => proveOwner(dependencies, caller, proof);
}

/**
 * Proves an owner by a second factor where two-factor is on, and asks for nothing where it is off. Answers the function
 * that does so for a user's id; it throws as `proveOwner` does.
 */
export function createSecondFactorProof(dependencies: TwoFactorDependencies) {
  return async (userId: UserId, factor: SecondFactorProof): Promise<void> => {
    const owner = await findAccount(dependencies.database, userId);
    if (owner === null) throw unauthorized('Please sign in to continue.');
    if (!isOn(await findFactors(dependencies.database, userId))) return;
    if (isMissing(factor)) throw secondFactorMissing();
    await proveSecondFactor(dependencies, owner, factor);
  };
}

async function proveSecondFactor(
  { database, clock, secretBox, publicOrigin }: TwoFactorDependencies,
  owner: Owner,
  { code, assertion }: SecondFactorProof,
): Promise<void> {
  const now = clock.now();
  if (assertion === undefined) await proveByCode({ database, secretBox, publicOrigin }, owner, code, now);
  else await proveByPasskey({ database, clock, publicOrigin }, owner.id, assertion);
  // They have it after all.
  await lapseReset(database, owner.id, now);
}

async function proveByCode(
  { database, secretBox, publicOrigin }: Pick<TwoFactorDependencies, 'database' | 'secretBox' | 'publicOrigin'>,
  owner: Owner,
  code: string,
  now: Date,
): Promise<void> {
  const limit = isTotpCode(code) ? wrongCodes(owner.id, 'settings') : wrongRecoveryCodes(owner.id);
  await consumeRateLimit(database, [limit], now, TOO_MANY_WRONG_CODES);
  const refusal = await tryCode({ database, secretBox, publicOrigin }, owner, code, now);
  if (refusal !== null) throw refusal;
  await releaseRateLimit(database, limit);
}

const isMissing = ({ code, assertion }: SecondFactorProof): boolean => code === '' && assertion === undefined;
const secondFactorMissing = (): Failure =>
  ruleBroken('Please enter a code of your app or a recovery code, or use your passkey.');

async function tryCode(
  { database, secretBox, publicOrigin }: Pick<TwoFactorDependencies, 'database' | 'secretBox' | 'publicOrigin'>,
  { id, email }: Owner,
  code: string,
  now: Date,
): Promise<Failure | null> {
  if (isTotpCode(code)) {
    const isRight = await database.transaction((tx) => acceptTotp(tx, secretBox, { userId: id, code, now }));
    return isRight ? null : codeRefused();
  }
  const isRight = await database.transaction(async (tx) => {
    const isUsed = await useRecoveryCode(tx, id, hashRecoveryCode(code), now);
    if (isUsed) await tellOwner(tx, { id, email, publicOrigin, now }, 'recovery-code-used');
    return isUsed;
  });
  return isRight ? null : recoveryCodeRefused();
}
