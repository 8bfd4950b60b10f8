import type { PasskeyId, Proof, StaffRole, UserId } from '@kobogate/contract';
import type { Database, Transaction } from '../../platform/database.ts';
import { conflict, type Failure, notFound, ruleBroken } from '../../platform/errors.ts';
import { isId } from '../../platform/identifiers.ts';
import type { Caller } from '../../platform/route.ts';
import type { LockOwner } from '../sessions/still-signed-in.ts';
import { deletePasskeys, deleteTotp, findFactors, hasPasskey, replaceRecoveryCodes, savePasskeyName } from './db.ts';
import type { TwoFactorDependencies } from './dependencies.ts';
import type { Change } from './mails.ts';
import { proveOwner } from './prove-owner.ts';
import { tellOwner } from './tell-owner.ts';
import { type Factors, isOn } from './two-factor.ts';

const noSuchPasskey = (): Failure => notFound('There is no such passkey in your account.');

/** Gives a passkey another name. Throws 404 where it is not the owner's, 422 for an empty name. */
export async function renamePasskey(
  { database }: { database: Database },
  passkey: { userId: UserId; id: PasskeyId; name: string },
): Promise<void> {
  if (!isId(passkey.id) || !(await hasPasskey(database, passkey.userId, passkey.id))) throw noSuchPasskey();
  if (passkey.name === '') throw ruleBroken('Please give the passkey a name.');
  if (!(await savePasskeyName(database, passkey))) throw noSuchPasskey();
}

/** Removes the authenticator app. Throws 404 where there is none, 409 for the last factor of a person of the team, and as `proveOwner`. */
export async function removeTotp(dependencies: TwoFactorDependencies, caller: Caller, proof: Proof): Promise<void> {
  const before = await findFactors(dependencies.database, caller.userId);
  if (before.totpSince === null) throw noApp();
  requireOne(dependencies, caller, { ...before, totpSince: null });
  const lockOwner = await proveOwner(dependencies, caller, proof);
  await remove(dependencies, lockOwner, 'app-removed', async (tx) => {
    if (!(await deleteTotp(tx, caller.userId))) throw noApp();
  });
}

/** Removes a passkey. Throws 404 where it is not the owner's, 409 for the last factor of a person of the team, and as `proveOwner`. */
export async function removePasskey(
  dependencies: TwoFactorDependencies,
  caller: Caller,
  { id, proof }: { id: PasskeyId; proof: Proof },
): Promise<void> {
  const { database } = dependencies;
  if (!isId(id) || !(await hasPasskey(database, caller.userId, id))) throw noSuchPasskey();
  const before = await findFactors(database, caller.userId);
  requireOne(dependencies, caller, { ...before, passkeys: before.passkeys - 1 });
  const lockOwner = await proveOwner(dependencies, caller, proof);
  await remove(dependencies, lockOwner, 'passkey-removed', async (tx) => {
    if ((await deletePasskeys(tx, caller.userId, id)) === 0) throw noSuchPasskey();
  });
}

/** Turns two-factor off: everything is removed. Throws 409 where it is off, or has to be on, and as `proveOwner`. */
export async function turnOff(dependencies: TwoFactorDependencies, caller: Caller, proof: Proof): Promise<void> {
  if (!isOn(await findFactors(dependencies.database, caller.userId))) throw conflict('Two-factor is off already.');
  requireOne(dependencies, caller, { totpSince: null, passkeys: 0 });
  const lockOwner = await proveOwner(dependencies, caller, proof);
  await remove(dependencies, lockOwner, 'two-factor-off', async (tx) => {
    await deleteTotp(tx, caller.userId);
    await deletePasskeys(tx, caller.userId, null);
  });
}

/** Runs a removal under the account's lock; if no factor is left, the recovery codes end too and two-factor is off. */
async function remove(
  dependencies: TwoFactorDependencies,
  lockOwner: LockOwner,
  change: Change,
  removal: (tx: Transaction) => Promise<void>,
): Promise<void> {
  const { database, clock, publicOrigin } = dependencies;
  await database.transaction(async (tx) => {
    const owner = await lockOwner(tx);
    await removal(tx);
    const left = await findFactors(tx, owner.id);
    // Checked again under the lock: two simultaneous removals may each have left one.
    requireOne(dependencies, owner, left);
    const isStillOn = isOn(left);
    if (!isStillOn) await replaceRecoveryCodes(tx, owner.id, []);
    await tellOwner(tx, { ...owner, publicOrigin, now: clock.now() }, isStillOn ? change : 'two-factor-off');
  });
}

/** Throws 409 where a person of the team who must have a second factor would be left with none. */
function requireOne(
  { adminSecondFactor }: TwoFactorDependencies,
  { role }: { role: StaffRole | null },
  left: Pick<Factors, 'totpSince' | 'passkeys'>,
): void {
  if (role === null || adminSecondFactor !== 'required' || isOn(left)) return;
  throw conflict(
    'Your role takes a second factor, and this is your last one. Add another first: an authenticator app or a passkey.',
    'last-factor',
  );
}

const noApp = () => notFound('There is no authenticator app in your account.');
