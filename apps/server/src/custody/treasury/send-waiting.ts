import { isFenced } from '../../controls/index.ts';
import type { Database } from '../../platform/database.ts';
import type { Log } from '../../platform/log.ts';
import { listUnhanded } from './db.ts';
import { sendStage } from './send-plan.ts';
import type { TreasuryWallet } from './treasury-wallet.ts';

/**
 * Sends recorded transactions that no node has: a later stage once the one before is in blocks, a part once the parts
 * before it are, one that a crash or a reorganisation left out, and, each minute, one that the network refused.
 */
export async function sendWaiting(
  { database, log }: { readonly database: Database; readonly log: Log },
  treasuryWallet: TreasuryWallet,
): Promise<void> {
  const waiting = await listUnhanded(database, treasuryWallet.network);
  if (waiting.length === 0 || (await isFenced(database))) return;
  for (const { planId } of waiting) {
    const { refusals } = await sendStage({ database }, { treasuryWallet, planId });
    for (const refusal of refusals) {
      log.warn({ network: treasuryWallet.network, planId, refusal }, 'a network refused a transaction of ours');
    }
  }
}
