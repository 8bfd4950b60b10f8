import { createDepartureGate, type DepartureGate } from '../fence/departure-gate.ts';
import { ASKED_FOR, raiseFence } from '../fence/raise-fence.ts';
import { createBankLook, type LookDependencies } from './look-at-banks.ts';

/**
 * Opens a server's gate as it starts, before anything else runs: with the fence raised where the operator asked for it, or
 * where the database is older than what left from here.
 */
export async function startGate(
  dependencies: LookDependencies,
  { epochFile, isRecovery }: { readonly epochFile: string; readonly isRecovery: boolean },
): Promise<DepartureGate> {
  const { database, log } = dependencies;
  const gate = createDepartureGate({ database, log, path: epochFile, lookAtBanks: createBankLook(dependencies) });
  if (isRecovery) await raiseFence(database, ASKED_FOR);
  await gate.compare();
  return gate;
}
