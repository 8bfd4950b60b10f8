import type { Proof } from '@kobogate/contract';
import { conflict, ruleBroken } from '../../platform/errors.ts';
import { giveTurnBack, takeTurns } from '../../platform/throttle.ts';
import { loadAccountForUpdate } from '../accounts/db.ts';
import { totpPlace } from './accept-code.ts';
import { enableTotp, findEnrolment, findFactors, saveEnrolment } from './db.ts';
import type { Owner, TwoFactorDependencies } from './dependencies.ts';
import { TOO_MANY_WRONG_CODES, wrongCodes } from './limits.ts';
import { proveOwner } from './prove-owner.ts';
import { giveRecoveryCodes } from './give-recovery-codes.ts';
import { tellOwner } from './tell-owner.ts';
import { makeTotpSecret, matchTotp, showTotp } from './totp.ts';
import { isOn } from './two-factor.ts';

/** Long enough to find the phone and install an app. */
const ENROLMENT_MINUTES = 30;

/**
 * Begins with an authenticator app and answers its secret, as text and as the address for a QR code: only now is it
 * shown. An app that is in use stays in use until a code of the new one comes. Throws as `proveOwner`.
 */
export async function enrolTotp(
  dependencies: TwoFactorDependencies,
  owner: Owner,
  proof: Proof,
): Promise<{ secret: string; uri: string }> {
  await proveOwner(dependencies, owner, proof);
  const { database, clock, secretBox } = dependencies;
  const secret = makeTotpSecret();
  await saveEnrolment(database, {
    userId: owner.id,
    sealedSecret: secretBox.seal(secret, totpPlace(owner.id)),
    expiresAt: new Date(clock.now().getTime() + ENROLMENT_MINUTES * 60_000),
  });
  return showTotp(secret, owner.email);
}

/**
 * Turns the app on with a code that it shows, and answers ten recovery codes where two-factor was off before, else
 * null. Throws 409 where no app is being set up (any more), 422 for a wrong code, 429 for too many.
 */
export async function confirmTotp(
  { database, clock, secretBox, publicOrigin }: TwoFactorDependencies,
  owner: Owner,
  code: string,
): Promise<string[] | null> {
  const now = clock.now();
  const limit = wrongCodes(owner.id, 'settings');
  await takeTurns(database, [limit], now, TOO_MANY_WRONG_CODES);
  const codes = await database.transaction(async (tx) => {
    await loadAccountForUpdate(tx, owner.id);
    const sealedSecret = await findEnrolment(tx, owner.id, now);
    if (sealedSecret === null) throw conflict('Setting up this app took too long. Please begin again.');
    const lastStep = matchTotp(secretBox.open(sealedSecret, totpPlace(owner.id)), code, null, now);
    if (lastStep === null) {
      throw ruleBroken(
        "This code is not right. Please check that your phone's time is right, and type the newest code.",
      );
    }
    const before = await findFactors(tx, owner.id);
    await enableTotp(tx, { userId: owner.id, sealedSecret, lastStep, now });
    const change = !isOn(before) ? 'two-factor-on' : before.totpSince === null ? 'app-added' : 'app-replaced';
    await tellOwner(tx, { ...owner, publicOrigin, now }, change);
    return isOn(before) ? null : giveRecoveryCodes(tx, owner.id);
  });
  await giveTurnBack(database, limit);
  return codes;
}
