import { isNetwork, NETWORKS, type PlanId, type TreasuryTaskKind, type UserId } from '@kobogate/contract';
import type { AddressSource } from '@kobogate/addresses';
import { recordDecision, requireNoFence } from '../../../controls/index.ts';
import type { Database } from '../../../platform/database.ts';
import { conflict, notFound, ruleBroken } from '../../../platform/errors.ts';
import { isId, newId } from '../../../platform/identifiers.ts';
import { treasuryOf } from '../plan-spending.ts';
import { findPlan, insertTask } from '../plans/db.ts';
import type { TreasuryWallet } from '../treasury-wallet.ts';

const ACTIONS = {
  sweep: 'treasury-planned',
  refunds: 'treasury-planned',
  replace: 'treasury-replaced',
  'top-up': 'treasury-topped-up',
  nonces: 'treasury-nonces-asked',
} as const;

interface Asked {
  readonly kind: TreasuryTaskKind;
  readonly network: string;
  readonly planId: PlanId | null;
  readonly everywhere: boolean;
  readonly count: number;
  readonly adminId: UserId;
}

export interface AskDependencies {
  readonly database: Database;
  readonly addressSources: readonly AddressSource[];
  readonly treasuryWallets: readonly { readonly treasuryWallet: TreasuryWallet }[];
}

/**
 * Records what an administrator wants of the treasury, for a worker that has the time to ask the nodes. Nothing leaves
 * by it. Throws 404 for another network or plan, 422 where the keys give no treasury address, 409 while the same is
 * under way, 503 while a fence is up.
 */
export async function askTreasury(
  { database, addressSources, treasuryWallets }: AskDependencies,
  { kind, network, planId, everywhere, count, adminId }: Asked,
): Promise<void> {
  const wallet = treasuryWallets.find((each) => each.treasuryWallet.network === network)?.treasuryWallet;
  if (!isNetwork(network) || wallet === undefined) throw notFound('No coins are moved on this network.');
  treasuryOf(addressSources, network);
  if (kind === 'replace') {
    if (planId === null) throw ruleBroken('Please say which plan is to be replaced.');
    const plan = isId(planId) ? await findPlan(database, planId) : null;
    if (plan?.network !== network) throw notFound('There is no such plan on this network.');
  }
  if (kind === 'nonces' && wallet.nonces === undefined) throw ruleBroken(`${NETWORKS[network].name} needs no nonces.`);
  await database.transaction(async (tx) => {
    await requireNoFence(tx);
    const task = { id: newId(), kind, network, askedBy: adminId, isEverywhere: everywhere };
    const of = { planId: kind === 'replace' ? planId : null, count: kind === 'nonces' ? count : null };
    if (!(await insertTask(tx, { ...task, ...of }))) {
      throw conflict('The same is under way on this network. Please wait until it is done.');
    }
    const { name } = NETWORKS[network];
    const what = {
      sweep: ': sweeps and refunds',
      refunds: ': refunds',
      replace: '',
      'top-up': '',
      nonces: `: ${count}`,
    };
    const reason = `${name}${what[kind]}`;
    await recordDecision(tx, { action: ACTIONS[kind], adminId, userId: adminId, reason });
  });
}
