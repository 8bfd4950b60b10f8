import { z } from 'zod';
import type { BlockRecord } from './journal.ts';
import type { Rpc } from './rpc.ts';
import { Anything, getBlock, Hex } from './rpc.ts';
import type { Snapshot } from './snapshots.ts';
import { readSnapshot } from './snapshots.ts';

async function mineAgain(rpc: Rpc, block: BlockRecord): Promise<void> {
  await rpc(Anything, 'evm_setNextBlockTimestamp', [block.timestamp]);
  await rpc(Anything, 'anvil_setNextBlockBaseFeePerGas', [block.baseFeePerGas]);
  await rpc(Anything, 'anvil_setCoinbase', [block.miner]);
  for (const transaction of block.transactions) await rpc(Hex, 'eth_sendRawTransaction', [transaction.raw]);
  await rpc(Anything, 'evm_mine');
  const mined = await getBlock(rpc, 'latest');
  if (mined.hash !== block.hash) throw new Error(`Block ${block.number} came out as ${mined.hash}, not ${block.hash}.`);
}

/**
 * Rebuilds a chain in a fresh anvil, block for block with the same hashes: loads the snapshot, then mines the journal's
 * later blocks again. The replayed blocks have their states, which loaded ones lack and a reorganisation needs.
 * Throws where any hash differs; the anvil is then unusable.
 */
export async function restoreChain(rpc: Rpc, snapshot: Snapshot, blocks: readonly BlockRecord[]): Promise<void> {
  await rpc(z.literal(true), 'anvil_loadState', [readSnapshot(snapshot)]);
  const loaded = await getBlock(rpc, 'latest');
  if (loaded.hash !== snapshot.hash) throw new Error(`The snapshot at ${snapshot.number} holds another chain.`);
  // A fresh anvil's clock says now, and it mines no block that is older than its clock.
  await rpc(Anything, 'evm_setTime', [Number(loaded.timestamp)]);
  for (const block of blocks) if (block.number > snapshot.number) await mineAgain(rpc, block);
}

/** Sets the node's clock to now: mining with old timestamps sets it back. */
export async function setClock(rpc: Rpc): Promise<void> {
  await rpc(Anything, 'evm_setTime', [Math.floor(Date.now() / 1000)]);
}
