import { NodeFault } from '../deposits/chain.ts';
import type { TreasuryWallet } from '../treasury/treasury-wallet.ts';
import { planOf } from '../treasury/planned-refunds.ts';
import { listPlansWith } from '../treasury/plans/db.ts';
import { endChecks } from '../deposits/db.ts';
import { type BalanceCheck, listChecks, sumDeposits } from './db.ts';
import { proveSurplus, type SurplusDependencies } from './prove-surplus.ts';
import { findUnexplained, gasFor } from './surplus.ts';
import { listOpen } from './surpluses/db.ts';

/** The addresses whose balances are asked for together. */
const MOST_AT_ONCE = 100;

/**
 * Compares the balances of the addresses of a network's newly credited deposits with their known payments. Where one holds
 * more, all addresses of the network are compared with the books, and the payment is looked for if that proves it
 * (`proveSurplus`). While it is looked for, nothing is compared. A balance that is not clear, or that the node did not answer, is compared
 * again a minute later; one whose payment is looked for, once that search has ended. On a network whose balances are slow to
 * read (Bitcoin, whose payments have one form) the day's comparison does it for all.
 */
export async function compareBalances(
  dependencies: SurplusDependencies,
  treasuryWallet: TreasuryWallet,
): Promise<void> {
  const { database, log } = dependencies;
  const { network } = treasuryWallet;
  const checks = await listChecks(database, network, MOST_AT_ONCE);
  if (checks.length === 0 || (await listOpen(database, network)).length > 0) return;
  const isDone = treasuryWallet.hasSlowBalances === true || (await isCompared(dependencies, treasuryWallet, checks));
  await endChecks(database, { network, checks, isDone });
  if (!isDone)
    log.warn({ network }, 'balances do not agree with deposits yet, or were not compared: it is tried again');
}

/** Whether the comparison came to an end: not where it found a surplus, of which a part may be left when that has ended. */
async function isCompared(
  dependencies: SurplusDependencies,
  treasuryWallet: TreasuryWallet,
  checks: readonly BalanceCheck[],
): Promise<boolean> {
  try {
    if (!(await isUnexplained(dependencies, treasuryWallet, checks))) return true;
    return (await proveSurplus(dependencies, treasuryWallet)) === 'agrees';
  } catch (error) {
    if (error instanceof NodeFault) return false;
    throw error;
  }
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
