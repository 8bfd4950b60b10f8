import { countFound } from '../found/db.ts';
import { NodeFault } from '../deposits/chain.ts';
import { findTip } from '../deposits/db.ts';
import { listUnderWay } from './db.ts';
import { lockFamily } from './plans/db.ts';
import { createPlanReader } from './planned-refunds.ts';
import { retireReplaced } from './retire-replaced.ts';
import type { SettleDependencies } from './settle-outgoing.ts';
import type { TreasuryWallet, Waiting } from './treasury-wallet.ts';

/**
 * Ends transactions of ours that are in no block and can no longer be in one, because something other than our transactions
 * used up what they need: their refunds wait for a decision again, and coins that were to be swept go into the next plan. While
 * another transaction of our keys is not looked at, which may be the very payment, nothing is ended. The node is asked before a
 * transaction is opened; one that does not answer is asked at the next call.
 */
export async function endImpossible(
  { database, log }: SettleDependencies,
  treasuryWallet: TreasuryWallet,
): Promise<void> {
  const { network, replacing } = treasuryWallet;
  if (replacing?.impossible === undefined) return;
  // Before the waiting transactions are read: the watcher's findings up to there are known by then.
  const readTo = (await findTip(database, network))?.height ?? null;
  const rows = (await listUnderWay(database, network)).filter(({ status }) => status === 'sent');
  if (rows.length === 0) return;
  const waiting = await database.transaction(async (tx) => {
    const readPlan = createPlanReader(tx);
    const found: (Waiting & { readonly planId: (typeof rows)[number]['planId'] })[] = [];
    for (const { planId, position, txid } of rows) {
      const planned = (await readPlan(planId))?.transactions[position];
      if (planned !== undefined) found.push({ planned, txid, planId });
    }
    return found;
  });
  const impossible = await replacing.impossible(waiting, { readTo }).catch((error: unknown) => {
    if (!(error instanceof NodeFault)) throw error;
    log.warn({ err: error, network }, 'it is not known whether what waits can still come');
    return new Set<string>();
  });
  const dead = waiting.filter(({ txid }) => impossible.has(txid));
  for (const planId of new Set(dead.map((each) => each.planId))) {
    const own = dead.filter((each) => each.planId === planId);
    await database.transaction(async (tx) => {
      const family = await lockFamily(tx, planId);
      if ((await countFound(tx, network)).seen > 0) return;
      await retireReplaced(
        tx,
        treasuryWallet,
        family,
        own.flatMap(({ planned }) => replacing.uses(planned)),
      );
      log.warn(
        { network, planId, txids: own.map(({ txid }) => txid) },
        'transactions of ours can not come any more, as strangers to the plan have used up what they need',
      );
    });
  }
}
