import type { Proof } from '@kobogate/contract';
import type { Transaction } from '../../platform/database.ts';
import { conflict, notFound } from '../../platform/errors.ts';
import { isId } from '../../platform/identifiers.ts';
import type { Caller } from '../../platform/route.ts';
import type { LockOwner } from '../accounts/still-signed-in.ts';
import { deletePasskeys, hasPasskey } from './db-passkeys.ts';
import { deleteTotp, findFactors, replaceRecoveryCodes } from './db.ts';
import type { TwoFactorDependencies } from './dependencies.ts';
import type { Change } from './mails.ts';
import { proveOwner } from './prove-owner.ts';
import { noSuchPasskey } from './rename-passkey.ts';
import { tellOwner } from './tell-owner.ts';
import { isOn } from './two-factor.ts';

/** Removes the authenticator app. Throws 404 where there is none, and as `proveOwner`. */
export async function removeTotp(dependencies: TwoFactorDependencies, caller: Caller, proof: Proof): Promise<void> {
  const { totpSince } = await findFactors(dependencies.database, caller.userId);
  if (totpSince === null) throw noApp();
  const lockOwner = await proveOwner(dependencies, caller, proof);
  await remove(dependencies, lockOwner, 'app-removed', async (tx) => {
    if (!(await deleteTotp(tx, caller.userId))) throw noApp();
  });
}

/** Removes a passkey. Throws 404 where it is not the owner's, and as `proveOwner`. */
export async function removePasskey(
  dependencies: TwoFactorDependencies,
  caller: Caller,
  { id, proof }: { id: string; proof: Proof },
): Promise<void> {
  if (!isId(id) || !(await hasPasskey(dependencies.database, caller.userId, id))) throw noSuchPasskey();
  const lockOwner = await proveOwner(dependencies, caller, proof);
  await remove(dependencies, lockOwner, 'passkey-removed', async (tx) => {
    if ((await deletePasskeys(tx, caller.userId, id)) === 0) throw noSuchPasskey();
  });
}

/** Turns two-factor off: everything is removed. Throws 409 where it is off, and as `proveOwner`. */
export async function turnOff(dependencies: TwoFactorDependencies, caller: Caller, proof: Proof): Promise<void> {
  if (!isOn(await findFactors(dependencies.database, caller.userId))) throw conflict('Two-factor is off already.');
  const lockOwner = await proveOwner(dependencies, caller, proof);
  await remove(dependencies, lockOwner, 'two-factor-off', async (tx) => {
    await deleteTotp(tx, caller.userId);
    await deletePasskeys(tx, caller.userId, null);
  });
}

/** Runs a removal under the account's lock; where nothing is left, the recovery codes end too and two-factor is off. */
async function remove(
  { database, clock, publicOrigin }: TwoFactorDependencies,
  lockOwner: LockOwner,
  change: Change,
  removal: (tx: Transaction) => Promise<void>,
): Promise<void> {
  await database.transaction(async (tx) => {
    const owner = await lockOwner(tx);
    await removal(tx);
    const isStillOn = isOn(await findFactors(tx, owner.id));
    if (!isStillOn) await replaceRecoveryCodes(tx, owner.id, []);
    await tellOwner(tx, { ...owner, publicOrigin, now: clock.now() }, isStillOn ? change : 'two-factor-off');
  });
}

const noApp = () => notFound('There is no authenticator app in your account.');
