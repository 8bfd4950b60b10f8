import type { Proof, SecondFactorProof } from '@kobogate/contract';
import { type Failure, ruleBroken, unauthorized } from '../../platform/errors.ts';
import { giveTurnBack, takeTurns } from '../../platform/throttle.ts';
import { findAccount } from '../accounts/db.ts';
import { requirePassword } from '../accounts/require-password.ts';
import { acceptTotp } from './accept-code.ts';
import { findFactors, useRecoveryCode } from './db.ts';
import type { Owner, TwoFactorDependencies } from './dependencies.ts';
import { TOO_MANY_WRONG_CODES, wrongCodes, wrongRecoveryCodes } from './limits.ts';
import { proveByPasskey } from './prove-by-passkey.ts';
import { hashRecoveryCode, recoveryCodeRefused } from './recovery-codes.ts';
import { tellOwner } from './tell-owner.ts';
import { codeRefused, isTotpCode } from './totp.ts';
import { isOn } from './two-factor.ts';

/**
 * Proves that it is the owner, and not somebody on a stolen session, who changes how the account is signed in to: by
 * the password, or by a second factor: a passkey, or a code (of the app, or a recovery code, which is then used up).
 * Throws 422 where the proof is missing or wrong (never 401, which would end the session), 429 for too many.
 */
export async function proveOwner(dependencies: TwoFactorDependencies, owner: Owner, proof: Proof): Promise<void> {
  const { database, clock } = dependencies;
  if (proof.password !== '') {
    await requirePassword(dependencies, { userId: owner.id, password: proof.password });
    return;
  }
  if (proof.assertion !== undefined) return proveByPasskey(dependencies, owner.id, proof.assertion);
  if (proof.code === '') throw ruleBroken('Please enter your password.');
  const now = clock.now();
  const limit = isTotpCode(proof.code) ? wrongCodes(owner.id, 'settings') : wrongRecoveryCodes(owner.id);
  await takeTurns(database, [limit], now, TOO_MANY_WRONG_CODES);
  const refusal = await tryCode(dependencies, owner, proof.code, now);
  if (refusal !== null) throw refusal;
  await giveTurnBack(database, limit);
}

/**
 * Proves an owner by a second factor where two-factor is on, and asks for nothing where it is off. Answers the function
 * that does so for a user's id; it throws as `proveOwner` does.
 */
export function createSecondFactorProof(dependencies: TwoFactorDependencies) {
  return async (userId: string, proof: SecondFactorProof): Promise<void> => {
    const owner = await findAccount(dependencies.database, userId);
    if (owner === null) throw unauthorized('Please sign in to continue.');
    if (!isOn(await findFactors(dependencies.database, userId))) return;
    if (isMissing(proof)) throw secondFactorMissing();
    await proveOwner(dependencies, owner, { ...proof, password: '' });
  };
}

/**
 * Proves the owner for a change of where money goes: by the password, and where two-factor is on by a second factor as
 * well. Answers the function that does so for a user's id; it throws as `proveOwner` does.
 */
export function createFullProof(dependencies: TwoFactorDependencies) {
  const proveSecondFactor = createSecondFactorProof(dependencies);
  return async (userId: string, { password, ...proof }: Proof): Promise<void> => {
    if (password === '') throw ruleBroken('Please enter your password.');
    // Said before the password is looked at: what is missing is no secret of the account's.
    if (isMissing(proof) && isOn(await findFactors(dependencies.database, userId))) throw secondFactorMissing();
    await requirePassword(dependencies, { userId, password });
    await proveSecondFactor(userId, proof);
  };
}

const isMissing = ({ code, assertion }: SecondFactorProof): boolean => code === '' && assertion === undefined;
const secondFactorMissing = (): Failure =>
  ruleBroken('Please enter a code of your app or a recovery code, or use your passkey.');

async function tryCode(
  { database, secretBox, publicOrigin }: TwoFactorDependencies,
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
    if (isUsed) await tellOwner(tx, { email, publicOrigin }, 'recovery-code-used');
    return isUsed;
  });
  return isRight ? null : recoveryCodeRefused();
}
