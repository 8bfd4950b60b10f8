import { z } from 'zod';
import { randomBytes } from 'node:crypto';
import { Refusal } from '../../platform/refusal.ts';
import { FAUCET, NOTHING, signAsFaucet } from './faucet.ts';
import { pendingTransactions } from './follow.ts';
import type { Journal } from './journal.ts';
import type { EvmNode } from './node.ts';
import type { MinedTransaction } from './reorg-plan.ts';
import { planReorg } from './reorg-plan.ts';
import type { Rpc } from './rpc.ts';
import { Anything, Hex } from './rpc.ts';

const Sender = z.object({ from: Hex, nonce: Hex.transform(Number) });

async function minedTransactions(rpc: Rpc, journal: Journal, firstBlock: number): Promise<MinedTransaction[]> {
  const found: MinedTransaction[] = [];
  for (const block of journal.blocks().filter(({ number }) => number >= firstBlock)) {
    for (const { hash, raw } of block.transactions) {
      const { from, nonce } = await rpc(Sender, 'eth_getTransactionByHash', [hash]);
      found.push({ hash, raw, from, nonce, slot: block.number - firstBlock });
    }
  }
  return found;
}

/**
 * Replaces waiting transactions before any block has them: the faucet's by a payment of zero with a higher fee, as a
 * wallet that speeds up does; those of others vanish. Answers which of the given ones were waiting.
 */
async function replaceWaiting(rpc: Rpc, chainId: number, drop: readonly string[]): Promise<Set<string>> {
  const asked = new Set(drop.map((hash) => hash.toLowerCase()));
  const waiting = (await pendingTransactions(rpc)).filter(({ hash }) => asked.has(hash));
  for (const { hash } of waiting) {
    const { from, nonce } = await rpc(Sender, 'eth_getTransactionByHash', [hash]);
    if (from.toLowerCase() !== FAUCET.address.toLowerCase()) await rpc(Anything, 'anvil_dropTransaction', [hash]);
    else await rpc(Hex, 'eth_sendRawTransaction', [signAsFaucet(chainId, NOTHING, nonce, 50n)]);
  }
  return new Set(waiting.map(({ hash }) => hash));
}

export interface ReorgRequest {
  readonly depth: number;
  readonly drop: readonly string[];
  readonly move: readonly string[];
}

/**
 * Replaces the last `depth` blocks through anvil's own reorganisation. The journal must be at the head. Every new block
 * has another hash than the old one, even with the same content. Throws a `Refusal` where the chain is too short.
 */
export async function reorganise(
  { rpc, journal, lowestState }: Pick<EvmNode, 'rpc' | 'journal' | 'lowestState'>,
  chainId: number,
  request: ReorgRequest,
): Promise<void> {
  const { depth, move } = request;
  const replaced = await replaceWaiting(rpc, chainId, request.drop);
  const drop = request.drop.filter((hash) => !replaced.has(hash.toLowerCase()));
  if (depth === 0 && drop.length === 0) return;
  const head = journal.tip()?.number ?? 0;
  const most = head - lowestState();
  if (depth > most) throw new Refusal(`Only the last ${most} blocks can be replaced now.`);
  const transactions = await minedTransactions(rpc, journal, head - depth + 1);
  const plan = planReorg(transactions, { depth, drop, move, faucet: FAUCET.address });
  const again: (readonly [Hex, number])[] = [];
  for (const mined of plan.mined) {
    const raw = 'raw' in mined ? mined.raw : signAsFaucet(chainId, NOTHING, mined.nonce, 2n);
    again.push([raw, mined.slot]);
  }
  const pool = await pendingTransactions(rpc);
  // Another fee recipient, so that no new block can have an old one's hash.
  await rpc(Anything, 'anvil_setCoinbase', [`0x${randomBytes(20).toString('hex')}`]);
  await rpc(Anything, 'anvil_reorg', [depth, again]);
  for (const raw of [...plan.waiting, ...pool.map((transaction) => transaction.raw)]) {
    // A transaction that still waits, or whose nonce is used, is refused here: both are expected.
    await rpc(Anything, 'eth_sendRawTransaction', [raw]).catch(() => undefined);
  }
}
