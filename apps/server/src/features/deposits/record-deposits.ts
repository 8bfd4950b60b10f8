import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { newId } from '../../platform/identifiers.ts';
import { emitMany } from '../../platform/queue.ts';
import type { WatchList } from '../wallets/watch-list.ts';
import { type BlockRef, decideForgotten } from './blocks.ts';
import { type ScannedBlock, NodeFault } from './chain.ts';
import { type NewDeposit, insertDeposits } from './db.ts';
import { deleteBlocksUpTo, holdTip, insertBlocks } from './db-blocks.ts';

export interface RecordDependencies {
  readonly database: Database;
  readonly watchList: WatchList;
  readonly clock: Clock;
}

export interface RecordInput {
  readonly network: string;
  /** What the blocks were read on top of. */
  readonly tip: BlockRef;
  readonly blocks: readonly ScannedBlock[];
  readonly confirmations: number;
}

/**
 * Commits blocks, the deposits in them and, by that, the cursor: all or nothing. Answers false, and writes nothing,
 * where the stored tip is no longer the one that the blocks were read on. Throws `NodeFault` where the node has one
 * transfer in two living blocks.
 */
export async function recordDeposits(dependencies: RecordDependencies, input: RecordInput): Promise<boolean> {
  const { database } = dependencies;
  const { network, tip, blocks, confirmations } = input;
  const deposits = await describeDeposits(dependencies, input);
  return database.transaction(async (tx) => {
    if (!(await holdTip(tx, network, tip))) return false;
    await insertBlocks(tx, network, blocks);
    const newTip = blocks.at(-1)?.height ?? tip.height;
    await deleteBlocksUpTo(tx, network, decideForgotten(newTip, confirmations));
    if (deposits.length === 0) return true;
    const written = await insertDeposits(tx, deposits);
    const doubled = deposits.find(({ identity }) => !written.has(identity));
    if (doubled !== undefined || written.size !== deposits.length) {
      const named = doubled?.transaction ?? deposits[0]?.transaction;
      throw new NodeFault(`The node reports the payment ${named} in two blocks at once. Nothing of it was counted.`);
    }
    await emitMany(
      tx,
      deposits.map(({ id }) => ({ type: 'deposit.seen', payload: { depositId: id } })),
    );
    return true;
  });
}

async function describeDeposits(
  { watchList, clock }: RecordDependencies,
  { network, blocks, confirmations }: RecordInput,
): Promise<NewDeposit[]> {
  const keys = blocks.flatMap(({ transfers }) => transfers.map(({ addressKey }) => addressKey));
  if (keys.length === 0) return [];
  const owners = await watchList.find(keys);
  const now = clock.now();
  return blocks.flatMap((block) =>
    block.transfers.flatMap((transfer) => {
      const owner = owners.get(transfer.addressKey);
      if (owner === undefined) return [];
      return {
        id: newId(),
        network,
        identity: transfer.identity,
        transaction: transfer.transaction,
        blockHash: block.hash,
        blockHeight: block.height,
        asset: transfer.asset,
        addressId: owner.addressId,
        userId: owner.userId,
        amount: transfer.amount,
        confirmationsNeeded: Math.max(confirmations, transfer.confirmationsAtLeast ?? 0),
        // A block's clock may run ahead of ours, but nobody has paid before we could see it.
        seenAt: block.madeAt < now ? block.madeAt : now,
      };
    }),
  );
}
