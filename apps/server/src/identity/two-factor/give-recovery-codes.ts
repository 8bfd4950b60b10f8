import type { Proof, UserId } from '@kobogate/contract';
import type { Transaction } from '../../platform/database.ts';
import { conflict } from '../../platform/errors.ts';
import type { Caller } from '../../platform/route.ts';
import { findFactors, replaceRecoveryCodes } from './db.ts';
import type { TwoFactorDependencies } from './dependencies.ts';
import { proveOwner } from './prove-owner.ts';
import { hashRecoveryCode, makeRecoveryCodes } from './recovery-codes.ts';
import { tellOwner } from './tell-owner.ts';
import { isOn } from './two-factor.ts';

/** Replaces all recovery codes with ten new ones and answers them; only their hashes are stored. */
export async function giveRecoveryCodes(tx: Transaction, userId: UserId): Promise<string[]> {
  const codes = makeRecoveryCodes();
  await replaceRecoveryCodes(tx, userId, codes.map(hashRecoveryCode));
  return codes;
}

/** Ten new recovery codes; the old ones end. Throws 409 where two-factor is off, and as `proveOwner`. */
export async function renewRecoveryCodes(
  dependencies: TwoFactorDependencies,
  caller: Caller,
  proof: Proof,
): Promise<string[]> {
  const lockOwner = await proveOwner(dependencies, caller, proof);
  const { database, clock, publicOrigin } = dependencies;
  return database.transaction(async (tx) => {
    const owner = await lockOwner(tx);
    if (!isOn(await findFactors(tx, owner.id))) {
      throw conflict('Two-factor is off: add an app or a passkey first, and you get recovery codes with it.');
    }
    await tellOwner(tx, { ...owner, publicOrigin, now: clock.now() }, 'recovery-codes-renewed');
    return giveRecoveryCodes(tx, owner.id);
  });
}
