import type { PasskeyAssertionOptions } from '@kobogate/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { ruleBroken } from '../../platform/errors.ts';
import { hashToken, makeToken } from '../accounts/secrets.ts';
import { findStep, listPasskeys, savePasskeyChallenge } from './db.ts';
import { isOpen, stepEnded } from './two-factor.ts';
import { assertionOptions, siteOf } from './webauthn.ts';

/**
 * What the browser needs to do an open second step with a passkey. Throws 401 where it is not open, 422 without a
 * passkey.
 */
export async function askPasskey(
  { database, clock, publicOrigin }: { database: Database; clock: Clock; publicOrigin: string },
  { challenge }: { challenge: string },
): Promise<PasskeyAssertionOptions> {
  const challengeHash = hashToken(challenge);
  const step = await findStep(database, challengeHash);
  if (!isOpen(step, clock.now())) throw stepEnded();
  const passkeys = await listPasskeys(database, step.userId);
  if (passkeys.length === 0) throw ruleBroken('There is no passkey in this account. Please choose another way.');
  const toSign = makeToken();
  await savePasskeyChallenge(database, challengeHash, toSign);
  return assertionOptions(siteOf(publicOrigin), passkeys, toSign);
}
