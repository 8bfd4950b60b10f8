import type { Transaction } from '../../platform/database.ts';
import type { Log } from '../../platform/log.ts';
import type { SeenBlock } from '../deposits/outgoing.ts';
import { moveRefunds } from '../refunds/db.ts';
import { listReplaced, lockRefunds, takeUpReplaced } from './db.ts';
import { lockFamily } from './plans/db.ts';
import { createPlanReader, refundsIn } from './planned-refunds.ts';

/**
 * Raises an alarm for each transaction of ours in these blocks that was given up as impossible. Where the refunds that
 * it pays are still undecided or unplanned, it is recorded as seen, so that they are not paid again; else an
 * administrator has to correct the books.
 */
export async function noteImpossible(
  { tx, log }: { tx: Transaction; log: Log },
  network: string,
  blocks: readonly SeenBlock[],
): Promise<void> {
  for (const { id, planId, position, txid } of await listReplaced(tx, network)) {
    const block = blocks.find((each) => each.transactions?.includes(txid) === true);
    if (block === undefined) continue;
    log.error({ network, txid }, 'a block has a transaction of ours that was given up as impossible');
    await lockFamily(tx, planId);
    const planned = (await createPlanReader(tx)(planId))?.transactions[position];
    const refunds = planned === undefined ? [] : await lockRefunds(tx, refundsIn(planned));
    const isUnpaid = refunds.every(({ status }) => status === 'requested' || status === 'approved');
    if (refunds.length === 0 || !isUnpaid) continue;
    await takeUpReplaced(tx, id, block);
    const ids = refunds.map((refund) => refund.id);
    await moveRefunds(tx, ids, 'seen', { planId, txid });
  }
}
