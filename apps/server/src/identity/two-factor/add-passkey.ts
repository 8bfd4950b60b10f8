import type { PasskeyId, PasskeyRegistration, PasskeyRegistrationOptions, Proof } from '@kobogate/contract';
import type { Connection } from '../../platform/database.ts';
import { conflict, type Failure, ruleBroken } from '../../platform/errors.ts';
import { newId } from '../../platform/identifiers.ts';
import type { Caller } from '../../platform/route.ts';
import { makeToken } from '../accounts/secrets.ts';
import { lockSignedIn } from '../sessions/still-signed-in.ts';
import { findChallenge, findFactors, insertPasskey, listPasskeys, saveChallenge, takeChallenge } from './db.ts';
import type { TwoFactorDependencies } from './dependencies.ts';
import { giveRecoveryCodes } from './give-recovery-codes.ts';
import { endBegun } from './end-begun.ts';
import { proveOwner } from './prove-owner.ts';
import { tellOwner } from './tell-owner.ts';
import { isOn, MOST_PASSKEYS, stepExpiry } from './two-factor.ts';
import { checkRegistration, knownTransports, registrationOptions, siteOf } from './webauthn.ts';

const UNNAMED = 'Passkey';

/**
 * Begins a passkey: what the browser needs to create it, valid for one try within five minutes. Throws as `proveOwner`.
 */
export async function beginPasskey(
  dependencies: TwoFactorDependencies,
  caller: Caller,
  proof: Proof,
): Promise<PasskeyRegistrationOptions> {
  const lockOwner = await proveOwner(dependencies, caller, proof);
  const { database, clock, publicOrigin } = dependencies;
  const { userId } = caller;
  const existing = await listPasskeys(database, userId);
  if (existing.length >= MOST_PASSKEYS) throw tooManyPasskeys();
  const challenge = makeToken();
  const expiresAt = stepExpiry(clock.now());
  const owner = await database.transaction(async (tx) => {
    const account = await lockOwner(tx);
    await saveChallenge(tx, 'passkey_registration', { userId, challenge, expiresAt });
    return account;
  });
  return registrationOptions(siteOf(publicOrigin), owner, existing, challenge);
}

/**
 * Adds the passkey that the browser has created, and answers ten recovery codes where two-factor was off before, else
 * null. Throws 409 where none was begun, or it has expired, or the key exists already, 422 for an invalid one, 401 for
 * a session that has ended.
 */
export async function addPasskey(
  { database, clock, publicOrigin }: TwoFactorDependencies,
  caller: Caller,
  { name, registration }: { name: string; registration: PasskeyRegistration },
): Promise<string[] | null> {
  const now = clock.now();
  const take = (connection: Connection) => takeChallenge(connection, 'passkey_registration', caller.userId, now);
  const challenge = await findChallenge(database, 'passkey_registration', caller.userId, now);
  if (challenge === null) throw registrationEnded();
  const key = await checkRegistration(siteOf(publicOrigin), registration, challenge);
  if (key === null) {
    // Valid for one try.
    await take(database);
    throw ruleBroken('This passkey could not be checked, and was not added. Please begin again.');
  }
  const transports = knownTransports(registration.response.transports);
  return database.transaction(async (tx) => {
    const owner = await lockSignedIn(tx, caller, clock.now());
    // Only under the lock: if two-factor was turned on in between, everything that was begun with only the password has ended.
    if ((await take(tx)) !== challenge) throw registrationEnded();
    const before = await findFactors(tx, owner.id);
    if (before.passkeys >= MOST_PASSKEYS) throw tooManyPasskeys();
    const passkey = {
      ...key,
      id: newId<PasskeyId>(),
      userId: owner.id,
      transports,
      name: name === '' ? UNNAMED : name,
      now,
    };
    if (!(await insertPasskey(tx, passkey))) throw conflict('This passkey is in use already.');
    await tellOwner(tx, { ...owner, publicOrigin, now }, isOn(before) ? 'passkey-added' : 'two-factor-on');
    if (!isOn(before)) await endBegun(tx, owner.id, now);
    return isOn(before) ? null : giveRecoveryCodes(tx, owner.id);
  });
}

const registrationEnded = (): Failure => conflict('Adding this passkey took too long. Please begin again.');

const tooManyPasskeys = (): Failure =>
  ruleBroken(`You have ${MOST_PASSKEYS} passkeys, which is as many as fit. Please remove one that you don’t use.`);
