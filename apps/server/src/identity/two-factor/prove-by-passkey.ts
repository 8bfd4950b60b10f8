import type { PasskeyAssertion, PasskeyAssertionOptions, UserId } from '@kobogate/contract';
import { ruleBroken } from '../../platform/errors.ts';
import { makeToken } from '../accounts/secrets.ts';
import { acceptPasskey } from './accept-passkey.ts';
import { listPasskeys, saveChallenge, takeChallenge } from './db.ts';
import type { TwoFactorDependencies } from './dependencies.ts';
import { passkeyRefused, stepExpiry } from './two-factor.ts';
import { assertionOptions, siteOf } from './webauthn.ts';

/**
 * What the browser needs to prove the signed-in owner with a passkey: valid for one try within five minutes; an earlier
 * one ends. Throws 422 where the account has no passkey.
 */
export async function askForProof(
  { database, clock, publicOrigin }: TwoFactorDependencies,
  userId: UserId,
): Promise<PasskeyAssertionOptions> {
  const passkeys = await listPasskeys(database, userId);
  if (passkeys.length === 0) throw ruleBroken('There is no passkey in this account. Please choose another way.');
  const challenge = makeToken();
  await saveChallenge(database, 'passkey_proof', { userId, challenge, expiresAt: stepExpiry(clock.now()) });
  return assertionOptions(siteOf(publicOrigin), passkeys, challenge);
}

/** Proves the owner by a passkey's signature over this challenge. Throws 422 for anything else. */
export async function proveByPasskey(
  { database, clock, publicOrigin }: Pick<TwoFactorDependencies, 'database' | 'clock' | 'publicOrigin'>,
  userId: UserId,
  assertion: PasskeyAssertion,
): Promise<void> {
  const now = clock.now();
  // Taken before it is checked: a challenge is valid for one try.
  const challenge = await takeChallenge(database, 'passkey_proof', userId, now);
  if (challenge === null) throw passkeyRefused();
  const isRight = await database.transaction((tx) =>
    acceptPasskey(tx, publicOrigin, { userId, assertion, challenge, now }),
  );
  if (!isRight) throw passkeyRefused();
}
