import { readSignedPlans } from '@kobogate/plans';
import type { Database } from '../../../platform/database.ts';
import { Failure } from '../../../platform/errors.ts';
import type { Log } from '../../../platform/log.ts';
import { NodeFault } from '../../deposits/chain.ts';
import { findAutoSweep, noteAsked, notePlanned } from '../plans/db.ts';
import { discardPlan } from '../discard-plan.ts';
import { planSpending, type SpendingDependencies } from '../plan-spending.ts';
import { isForSigner } from '../plans/for-signer.ts';
import type { StandingPlan } from '../plans/held-back.ts';
import { loadStanding } from '../plans/load-standing.ts';
import { recordSigned } from '../send-plan.ts';
import type { TreasuryWallet } from '../treasury-wallet.ts';

/** Port: a process that holds the operator's keys, and signs within limits that it counts itself. */
export interface PlanSigner {
  /** The signed file of a plan, or why it signs none, in a sentence. Throws `NodeFault` where it can't be reached. */
  sign(plan: string): Promise<{ readonly signed: string } | { readonly refusal: string }>;
}

export interface AutoSweep {
  readonly signer: PlanSigner;
  /** The pause between two sweeps of a network. */
  readonly everyMs: number;
}

/** How often the signer is asked for the same plan, where sweeps are rarer. */
const AGAIN_MS = 60_000;
/** An unsigned plan of this age is written again: nodes of TRON take nothing that is older than a day. */
const STALE_MS = 12 * 60 * 60_000;

/**
 * Sweeps a network to its cold address without a person: writes a plan where it is time and none is under way, and has the
 * signer sign it. The plan is recorded before it is sent, as one that a person hands in, and the signer is asked for the same
 * plan until it is signed or discarded, so that a crash at any moment sends nothing twice. A plan that was not signed within
 * half a day is discarded for a new one. What stands in the way is noted.
 */
export async function autoSweep(
  dependencies: SpendingDependencies & { readonly log: Log },
  treasuryWallet: TreasuryWallet,
  { signer, everyMs }: AutoSweep,
): Promise<void> {
  const { database, clock, log } = dependencies;
  const { network } = treasuryWallet;
  const before = await findAutoSweep(database, network);
  const now = clock.now().getTime();
  const open = (await loadStanding(database, network)).filter(
    ({ row, plan }) => row.status === 'open' && isForSigner(plan, treasuryWallet.cold),
  );
  const unsigned = open.find(({ plan, rows }) => rows.length < plan.transactions.length);
  try {
    if (unsigned !== undefined) {
      const isStale = now - Date.parse(unsigned.plan.madeAt) >= STALE_MS;
      if (isStale && (await discardUnsent(database, open))) return;
      if (before !== null && before.refusal !== null && now - before.askedAt.getTime() < Math.min(AGAIN_MS, everyMs))
        return;
      const answer = await signer.sign(unsigned.row.body);
      if ('refusal' in answer) {
        await noteAsked(database, network, answer.refusal);
        return;
      }
      const [signed] = readSignedPlans(answer.signed) ?? [];
      if (signed?.plan.id !== unsigned.row.id)
        throw new NodeFault('The signer has answered with something else than the plan.');
      await recordSigned({ database }, { treasuryWallet, signed });
      await noteAsked(database, network, null);
      return;
    }
    const isDue = before === null || now - before.plannedAt.getTime() >= everyMs;
    if (open.length > 0 || !isDue) return;
    await notePlanned(database, network);
    await planSpending(dependencies, { treasuryWallet, isSweep: true, isForSigner: true });
  } catch (fault) {
    if (!(fault instanceof Failure || fault instanceof NodeFault)) throw fault;
    log.warn({ network, reason: fault.message }, 'nothing was swept to the cold address');
    await noteAsked(database, network, fault.message);
  }
}

/**
 * Discards the plans of which nothing was recorded, so that none is signed once it has expired: recorded then, it would be
 * refused by its network and never end by itself. False if there is none, or if a later plan continues from one: the signer is
 * asked again for what is left.
 */
async function discardUnsent(database: Database, open: readonly StandingPlan[]): Promise<boolean> {
  const unsent = open.filter(({ rows }) => rows.length === 0);
  try {
    // The last part first, since the others go on from the earlier ones.
    for (const { row } of unsent.toReversed()) await discardPlan({ database }, { planId: row.id });
    return unsent.length > 0;
  } catch (failure) {
    if (failure instanceof Failure) return false;
    throw failure;
  }
}
