import type { Proof } from '@kobogate/contract';
import type { Transaction } from '../../platform/database.ts';
import { conflict, notFound } from '../../platform/errors.ts';
import { isId } from '../../platform/identifiers.ts';
import { loadAccountForUpdate } from '../accounts/db.ts';
import { deletePasskeys, hasPasskey } from './db-passkeys.ts';
import { deleteTotp, findFactors, replaceRecoveryCodes } from './db.ts';
import type { Owner, TwoFactorDependencies } from './dependencies.ts';
import type { Change } from './mails.ts';
import { proveOwner } from './prove-owner.ts';
import { noSuchPasskey } from './rename-passkey.ts';
import { tellOwner } from './tell-owner.ts';
import { isOn } from './two-factor.ts';

/** Removes the authenticator app. Throws 404 where there is none, and as `proveOwner`. */
export async function removeTotp(dependencies: TwoFactorDependencies, owner: Owner, proof: Proof): Promise<void> {
  const { totpSince } = await findFactors(dependencies.database, owner.id);
  if (totpSince === null) throw noApp();
  await proveOwner(dependencies, owner, proof);
  await remove(dependencies, owner, 'app-removed', async (tx) => {
    if (!(await deleteTotp(tx, owner.id))) throw noApp();
  });
}

/** Removes a passkey. Throws 404 where it is not the owner's, and as `proveOwner`. */
export async function removePasskey(
  dependencies: TwoFactorDependencies,
  owner: Owner,
  { id, proof }: { id: string; proof: Proof },
): Promise<void> {
  if (!isId(id) || !(await hasPasskey(dependencies.database, owner.id, id))) throw noSuchPasskey();
  await proveOwner(dependencies, owner, proof);
  await remove(dependencies, owner, 'passkey-removed', async (tx) => {
    if ((await deletePasskeys(tx, owner.id, id)) === 0) throw noSuchPasskey();
  });
}

/** Turns two-factor off: everything is removed. Throws 409 where it is off, and as `proveOwner`. */
export async function turnOff(dependencies: TwoFactorDependencies, owner: Owner, proof: Proof): Promise<void> {
  if (!isOn(await findFactors(dependencies.database, owner.id))) throw conflict('Two-factor is off already.');
  await proveOwner(dependencies, owner, proof);
  await remove(dependencies, owner, 'two-factor-off', async (tx) => {
    await deleteTotp(tx, owner.id);
    await deletePasskeys(tx, owner.id, null);
  });
}

/** Runs a removal under the account's lock; where nothing is left, the recovery codes end too and two-factor is off. */
async function remove(
  { database, clock, publicOrigin }: TwoFactorDependencies,
  owner: Owner,
  change: Change,
  removal: (tx: Transaction) => Promise<void>,
): Promise<void> {
  await database.transaction(async (tx) => {
    await loadAccountForUpdate(tx, owner.id);
    await removal(tx);
    const isStillOn = isOn(await findFactors(tx, owner.id));
    if (!isStillOn) await replaceRecoveryCodes(tx, owner.id, []);
    await tellOwner(tx, { ...owner, publicOrigin, now: clock.now() }, isStillOn ? change : 'two-factor-off');
  });
}

const noApp = () => notFound('There is no authenticator app in your account.');
