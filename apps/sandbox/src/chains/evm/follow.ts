import { z } from 'zod';
import type { BlockRecord, Journal } from './journal.ts';
import type { Block, Rpc } from './rpc.ts';
import { getBlock, Hex } from './rpc.ts';

async function recordOf(rpc: Rpc, block: Block): Promise<BlockRecord> {
  const transactions = [];
  for (const hash of block.transactions) {
    transactions.push({ hash, raw: await rpc(Hex, 'eth_getRawTransactionByHash', [hash]) });
  }
  const { number, hash, parentHash, timestamp, baseFeePerGas, miner } = block;
  return { number, hash, parentHash, timestamp, baseFeePerGas, miner, transactions };
}

/**
 * Brings the journal to the chain's head after any mining or reorganisation. Answers false, and leaves the journal as
 * it was, where the chain forks from it below its first block.
 */
export async function followChain(rpc: Rpc, journal: Journal): Promise<boolean> {
  const missing: Block[] = [];
  const first = journal.blocks()[0]?.number;
  for (let block = await getBlock(rpc, 'latest'); ; block = await getBlock(rpc, block.number - 1)) {
    if (journal.at(block.number)?.hash === block.hash) {
      const tip = journal.tip();
      // The head moved back onto a known block: the blocks above it are gone.
      if (missing.length === 0 && tip !== undefined && tip.hash !== block.hash) missing.push(block);
      break;
    }
    if (first !== undefined && block.number <= first) return false;
    missing.push(block);
    if (first === undefined) break;
  }
  for (const block of missing.toReversed()) journal.append(await recordOf(rpc, block));
  return true;
}

const Pool = z.record(z.string(), z.record(z.string(), z.object({ hash: Hex })));
const PoolContent = z.object({ pending: Pool, queued: Pool });

/** The signed transactions that wait for a block, each sender's in order of nonce. */
export async function pendingTransactions(rpc: Rpc): Promise<{ hash: Hex; raw: Hex }[]> {
  const { pending, queued } = await rpc(PoolContent, 'txpool_content');
  const bySender = [...Object.values(pending), ...Object.values(queued)];
  const hashes = bySender.flatMap((byNonce) =>
    Object.entries(byNonce)
      .toSorted(([left], [right]) => Number(left) - Number(right))
      .map(([, transaction]) => transaction.hash),
  );
  const found = [];
  for (const hash of hashes) found.push({ hash, raw: await rpc(Hex, 'eth_getRawTransactionByHash', [hash]) });
  return found;
}
