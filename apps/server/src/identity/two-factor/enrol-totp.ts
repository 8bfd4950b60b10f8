import type { Proof } from '@kobogate/contract';
import { conflict, ruleBroken } from '../../platform/errors.ts';
import { releaseRateLimit, consumeRateLimit } from '../../platform/throttle.ts';
import type { Caller } from '../../platform/route.ts';
import { lockSignedIn } from '../sessions/still-signed-in.ts';
import { enableTotp, findEnrolment, findFactors, saveEnrolment } from './db.ts';
import { totpPlace } from './accept-code.ts';
import type { TwoFactorDependencies } from './dependencies.ts';
import { TOO_MANY_WRONG_CODES, wrongCodes } from './limits.ts';
import { endBegun } from './end-begun.ts';
import { proveOwner } from './prove-owner.ts';
import { giveRecoveryCodes } from './give-recovery-codes.ts';
import { tellOwner } from './tell-owner.ts';
import { makeTotpSecret, matchTotp, showTotp } from './totp.ts';
import { isOn } from './two-factor.ts';

/** Long enough to find the phone and install an app. */
const ENROLMENT_MINUTES = 30;

/**
 * Begins with an authenticator app and answers its secret, as text and as the address for a QR code: it is only shown
 * now. An app in use stays in use until a code of the new one comes. Throws as `proveOwner`.
 */
export async function enrolTotp(
  dependencies: TwoFactorDependencies,
  caller: Caller,
  proof: Proof,
): Promise<{ secret: string; uri: string }> {
  const lockOwner = await proveOwner(dependencies, caller, proof);
  const { database, clock, secretBox } = dependencies;
  const { userId } = caller;
  const secret = makeTotpSecret();
  const sealedSecret = secretBox.seal(secret, totpPlace(userId));
  const expiresAt = new Date(clock.now().getTime() + ENROLMENT_MINUTES * 60_000);
  const { email } = await database.transaction(async (tx) => {
    const owner = await lockOwner(tx);
    await saveEnrolment(tx, { userId, sealedSecret, expiresAt });
    return owner;
  });
  return showTotp(secret, email);
}

/**
 * Turns the app on with one of its codes, and answers ten recovery codes where two-factor was off before, else null.
 * Throws 409 where no app is being set up, or the set-up has expired, 422 for a wrong code, 429 for too many, 401 for a
 * session that has ended.
 */
export async function confirmTotp(
  { database, clock, secretBox, publicOrigin }: TwoFactorDependencies,
  caller: Caller,
  code: string,
): Promise<string[] | null> {
  const now = clock.now();
  // Before the try is counted: one who has the session alone can't begin a set-up, nor use up the owner's tries.
  if ((await findEnrolment(database, caller.userId, now)) === null) throw setUpEnded();
  const limit = wrongCodes(caller.userId, 'settings');
  await consumeRateLimit(database, [limit], now, TOO_MANY_WRONG_CODES);
  const codes = await database.transaction(async (tx) => {
    const owner = await lockSignedIn(tx, caller, clock.now());
    const sealedSecret = await findEnrolment(tx, owner.id, now);
    if (sealedSecret === null) throw setUpEnded();
    const lastStep = matchTotp(secretBox.open(sealedSecret, totpPlace(owner.id)), code, null, now);
    if (lastStep === null) {
      throw ruleBroken(
        'This code is not right. Please check that your phone’s time is right, and type the newest code.',
      );
    }
    const before = await findFactors(tx, owner.id);
    await enableTotp(tx, { userId: owner.id, sealedSecret, lastStep, now });
    if (!isOn(before)) await endBegun(tx, owner.id, now);
    const change = !isOn(before) ? 'two-factor-on' : before.totpSince === null ? 'app-added' : 'app-replaced';
    await tellOwner(tx, { ...owner, publicOrigin, now }, change);
    return isOn(before) ? null : giveRecoveryCodes(tx, owner.id);
  });
  await releaseRateLimit(database, limit);
  return codes;
}

const setUpEnded = () => conflict('Setting up this app took too long. Please begin again.');
