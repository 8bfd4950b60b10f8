import type { Proof } from '@kobogate/contract';
import type { Caller } from '../../platform/route.ts';
import { saveProved } from '../accounts/db-sessions.ts';
import type { TwoFactorDependencies } from './dependencies.ts';
import { proveOwner } from './prove-owner.ts';

/** Proves the owner of the caller's session, which counts as freshly proven from then on. Throws as `proveOwner`. */
export async function proveSession(dependencies: TwoFactorDependencies, caller: Caller, proof: Proof): Promise<void> {
  const { database, clock } = dependencies;
  const lockOwner = await proveOwner(dependencies, caller, proof);
  await database.transaction(async (tx) => {
    await lockOwner(tx);
    await saveProved(tx, caller.tokenHash, clock.now());
  });
}
