import type { AddressSource } from '@kobogate/addresses';
import {
  type NetworkId,
  NETWORKS,
  type PlanId,
  type PlannedTransaction,
  type TreasuryNetwork,
  type TreasuryPlan,
  type TreasuryTask,
} from '@kobogate/contract';
import { formatFile, PLANS_FORMAT } from '@kobogate/plans';
import { balances, custody, treasury } from '../../ledger/index.ts';
import type { Database } from '../../platform/database.ts';
import { notFound } from '../../platform/errors.ts';
import { isId } from '../../platform/identifiers.ts';
import {
  listBookedAssets,
  listDueRefunds,
  listNonceAccounts,
  listOutgoing,
  listOutgoingOf,
  type OutgoingRow,
} from './db.ts';
import { factsOf, type PlanFacts, presentAmounts, presentPlan, presentTransactions } from './describe-plan.ts';
import { findTreasury } from './plan-spending.ts';
import { planOf } from './planned-refunds.ts';
import { isForSigner } from './plans/for-signer.ts';
import { findSummary, listOpenPlans, listSummaries, type PlanSummary } from './plans/db.ts';
import { findAutoSweep, listTasks } from './plans/db.ts';
import type { TreasuryWallet } from './treasury-wallet.ts';

/** Ended plans that are shown beside the open ones. */
const ENDED_SHOWN = 20;
/** Plans whose contents are kept in memory: they never change. */
const FACTS_KEPT = 200;

export interface ViewDependencies {
  readonly database: Database;
  readonly addressSources: readonly AddressSource[];
  readonly treasuryWallets: readonly { readonly treasuryWallet: TreasuryWallet }[];
}

/** What administrators see of the treasury. Reads the books alone; no node is asked. */
export function createTreasuryView({ database, addressSources, treasuryWallets }: ViewDependencies) {
  const kept = new Map<PlanId, PlanFacts>();
  const wallets = new Map<string, TreasuryWallet>(
    treasuryWallets.map(({ treasuryWallet }) => [treasuryWallet.network, treasuryWallet]),
  );

  function factsFor(summary: PlanSummary): PlanFacts {
    const facts = kept.get(summary.id) ?? factsOf(planOf(summary));
    if (kept.size >= FACTS_KEPT) kept.clear();
    kept.set(summary.id, facts);
    return facts;
  }

  function present(summary: PlanSummary, rows: readonly OutgoingRow[]): TreasuryPlan {
    const canReplace = wallets.get(summary.network)?.replacing !== undefined;
    return presentPlan(summary, {
      facts: factsFor(summary),
      rows,
      noDiscard: whyNoDiscard(summary, rows),
      noReplacement: whyNoReplacement(rows, canReplace),
    });
  }

  return {
    read: async (): Promise<{ networks: TreasuryNetwork[]; plans: TreasuryPlan[]; tasks: TreasuryTask[] }> => {
      const summaries = await listSummaries(database, ENDED_SHOWN);
      const rows = await listOutgoingOf(
        database,
        summaries.map(({ id }) => id),
      );
      const tasks = await listTasks(database);
      const networks: TreasuryNetwork[] = [];
      for (const { network, nonces, cold } of wallets.values()) {
        const made = nonces === undefined ? null : (await listNonceAccounts(database, network)).length;
        const swept = cold === undefined ? null : await findAutoSweep(database, network);
        const autoSweep = cold === undefined ? null : { address: cold.address, refusal: swept?.refusal ?? null };
        networks.push({ ...(await viewNetwork(database, addressSources, network)), nonces: made, autoSweep });
      }
      return {
        networks,
        plans: summaries.map((summary) =>
          present(
            summary,
            rows.filter(({ planId }) => planId === summary.id),
          ),
        ),
        tasks: tasks.map(({ network, askedAt, endedAt, id, kind, askedBy, isDone, words }) => ({
          id,
          kind,
          askedBy,
          isDone,
          words,
          networkName: NETWORKS[network].name,
          askedAt: askedAt.toISOString(),
          endedAt: endedAt?.toISOString() ?? null,
        })),
      };
    },
    /** Throws 404. */
    plan: async (id: PlanId): Promise<{ plan: TreasuryPlan; transactions: PlannedTransaction[] }> => {
      const summary = isId(id) ? await findSummary(database, id) : null;
      if (summary === null) throw notFound('There is no such plan.');
      const rows = await listOutgoing(database, id);
      return { plan: present(summary, rows), transactions: presentTransactions(planOf(summary), rows) };
    },
    /** The file of a plan to the byte, or one of all plans that are to be signed. Throws 404 where there are none. */
    file: async (id: PlanId | undefined): Promise<{ name: string; text: string; plans: number }> => {
      if (id !== undefined) {
        const summary = isId(id) ? await findSummary(database, id) : null;
        if (summary === null) throw notFound('There is no such plan.');
        const part = summary.parts > 1 ? `-part-${summary.part}` : '';
        return { name: `kobogate-plan-${summary.network}${part}.json`, text: summary.body, plans: 1 };
      }
      const plans = [];
      for (const [network, { cold }] of wallets) {
        for (const row of await listOpenPlans(database, network)) {
          const plan = planOf(row);
          // The key tool signs nothing to an address that its seed does not have.
          if (isForSigner(plan, cold)) continue;
          if ((await listOutgoing(database, row.id)).length < plan.transactions.length) plans.push(plan);
        }
      }
      if (plans.length === 0) throw notFound('No plan is to be signed.');
      return { name: 'kobogate-plans.json', text: formatFile({ format: PLANS_FORMAT, plans }), plans: plans.length };
    },
  };
}

async function viewNetwork(
  database: Database,
  addressSources: readonly AddressSource[],
  network: NetworkId,
): Promise<Omit<TreasuryNetwork, 'nonces' | 'autoSweep'>> {
  const assets = await listBookedAssets(database, network);
  const booked = await balances(
    database,
    assets.flatMap((asset) => [custody(asset), treasury(asset)]),
  );
  const sums = (place: typeof custody) =>
    presentAmounts(
      new Map(
        assets.flatMap((asset) => {
          const amount = booked.get(place(asset).code) ?? 0n;
          return amount === 0n ? [] : [[asset, amount] as const];
        }),
      ),
    );
  return {
    network,
    name: NETWORKS[network].name,
    treasury: findTreasury(addressSources, network)?.address ?? null,
    custody: sums(custody),
    held: sums(treasury),
    dueRefunds: (await listDueRefunds(database, network)).length,
  };
}

function whyNoDiscard({ status, hasRefunds }: PlanSummary, rows: readonly OutgoingRow[]): string | null {
  if (status !== 'open') return 'It has ended.';
  if (rows.length > 0) return 'It was handed in.';
  return hasRefunds
    ? 'It pays refunds: a signed copy of it could still pay them, and a second plan would pay them again.'
    : null;
}

function whyNoReplacement(rows: readonly OutgoingRow[], canReplace: boolean): string | null {
  if (!canReplace) return 'Transactions of this network have no others that could take their place.';
  if (!rows.some(({ status }) => status === 'sent')) return 'Nothing of it waits.';
  return rows.some(({ status }) => status === 'seen')
    ? 'A transaction of it is in a block. Wait until that is final.'
    : null;
}
