import type { TreasuryWallet } from '../treasury/treasury-wallet.ts';
import { planOf } from '../treasury/planned-refunds.ts';
import type { WatchedTreasuryWallet } from '../treasury/settle-outgoing.ts';
import { listPlansWith } from '../treasury/db.ts';
import { type BalanceCheck, endChecks, listChecks, listSurpluses, sumDeposits } from './db.ts';
import { proveSurplus, type SurplusDependencies } from './prove-surplus.ts';
import { findUnexplained, gasFor } from './surplus.ts';

/** The addresses whose balances are asked for together. */
const MOST_AT_ONCE = 100;

/**
 * Compares the balances of the addresses of newly credited deposits with their known payments. Where one holds more,
 * all addresses of the network are compared with the books, and the network is stopped if that proves it
 * (`proveSurplus`). One whose node fails is tried again, and does not delay the others.
 */
export async function compareBalances(
  dependencies: SurplusDependencies,
  treasuryWallets: readonly WatchedTreasuryWallet[],
): Promise<void> {
  await Promise.all(
    treasuryWallets.map(({ treasuryWallet }) =>
      compareNetwork(dependencies, treasuryWallet).catch((error: unknown) =>
        dependencies.log.warn(
          { err: error, network: treasuryWallet.network },
          'balances were not compared with deposits; it is tried again',
        ),
      ),
    ),
  );
}

async function compareNetwork(dependencies: SurplusDependencies, treasuryWallet: TreasuryWallet): Promise<void> {
  const { database } = dependencies;
  const { network } = treasuryWallet;
  const checks = await listChecks(database, network, MOST_AT_ONCE);
  if (checks.length === 0) return;
  const isStopped = (await listSurpluses(database, network, 'open')).length > 0;
  if (isStopped) return;
  if (await isUnexplained(dependencies, treasuryWallet, checks)) {
    if ((await proveSurplus(dependencies, treasuryWallet)) === 'unclear') return;
  }
  await endChecks(database, network, checks);
}

async function isUnexplained(
  { database }: SurplusDependencies,
  treasuryWallet: TreasuryWallet,
  checks: readonly BalanceCheck[],
): Promise<boolean> {
  const { network } = treasuryWallet;
  const holdings = await treasuryWallet.holdings(checks);
  const known = await sumDeposits(
    database,
    network,
    checks.map(({ addressId }) => addressId),
  );
  const more = findUnexplained(checks, holdings, known);
  if (more.length === 0) return false;
  // The treasury also sends what moving tokens costs: that is in plans.
  const addresses = [...new Set(more.map(({ address }) => address.address))];
  const plans = await listPlansWith(database, network, addresses);
  const planned = plans.flatMap((plan) => planOf(plan).transactions);
  const gas = more.map(({ address, asset, amount }) =>
    Object.assign({ address, asset, amount: amount - gasFor(address.address, asset, planned) }),
  );
  return findUnexplained(checks, gas, known).length > 0;
}
