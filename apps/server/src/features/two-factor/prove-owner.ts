import type { Proof } from '@kobogate/contract';
import { type Failure, ruleBroken } from '../../platform/errors.ts';
import { giveTurnBack, takeTurns } from '../../platform/throttle.ts';
import { findLogin } from '../accounts/db.ts';
import { acceptTotp } from './accept-code.ts';
import { useRecoveryCode } from './db.ts';
import type { Owner, TwoFactorDependencies } from './dependencies.ts';
import { TOO_MANY_WRONG_CODES, wrongCodes, wrongProofs } from './limits.ts';
import { hashRecoveryCode, recoveryCodeRefused } from './recovery-codes.ts';
import { tellOwner } from './tell-owner.ts';
import { codeRefused, isTotpCode } from './totp.ts';

/**
 * Proves that it is the owner, and not somebody on a stolen session, who changes how the account is signed in to: by
 * the password, or by a code (of the app, or a recovery code, which is then used up). Throws 422 where the proof is
 * missing or wrong (never 401, which would end the session), 429 for too many.
 */
export async function proveOwner(dependencies: TwoFactorDependencies, owner: Owner, proof: Proof): Promise<void> {
  const { database, clock } = dependencies;
  const now = clock.now();
  if (proof.password === '' && proof.code === '') throw ruleBroken('Please enter your password.');
  const isByTotp = proof.password === '' && isTotpCode(proof.code);
  const limit = isByTotp ? wrongCodes(owner.id, 'settings') : wrongProofs(owner.id);
  await takeTurns(database, [limit], now, isByTotp ? TOO_MANY_WRONG_CODES : 'You have tried too often.');
  const refusal =
    proof.password === ''
      ? await tryCode(dependencies, owner, proof.code, now)
      : await tryPassword(dependencies, owner, proof.password);
  if (refusal !== null) throw refusal;
  await giveTurnBack(database, limit);
}

async function tryPassword(
  { database, hasher }: TwoFactorDependencies,
  { email }: Owner,
  password: string,
): Promise<Failure | null> {
  const login = await findLogin(database, email);
  const fits = await hasher.verify(login?.passwordHash ?? null, password);
  return fits ? null : ruleBroken('This is not your password. Please check it and try again.');
}

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
