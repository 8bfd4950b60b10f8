import type { LedgerAssetCode } from '@kobogate/contract';
import { NodeFault, type Transfer } from '../../../custody/index.ts';
import type { NetworkAssets } from '../network-assets.ts';
import type { EvmBlock } from './read-block.ts';
import { placeInReceipt, type Receipt, type TokenTransfer } from './read-logs.ts';
import type { InnerPayment } from './read-trace.ts';

/** A transfer that a block reports and no receipt has proved yet. */
export interface Candidate {
  readonly transaction: string;
  readonly blockHash: string;
  readonly asset: LedgerAssetCode;
  readonly addressKey: string;
  readonly amount: bigint;
  readonly origin: { kind: 'payment' } | { kind: 'inner'; place: number } | { kind: 'token'; log: TokenTransfer };
}

/**
 * Every possible transfer in the blocks: native coins sent by a transaction or inside one, and transfers of pinned
 * tokens; never a zero. `inner` matches `blocks` by position. Throws `NodeFault` where a trace names a transaction that
 * its block does not have.
 */
export function collectCandidates(
  blocks: readonly EvmBlock[],
  inner: readonly (readonly InnerPayment[])[],
  tokens: readonly TokenTransfer[],
  { native, tokens: assets }: NetworkAssets,
): Candidate[] {
  const candidates: Candidate[] = [];
  if (native !== null) {
    for (const [index, block] of blocks.entries()) {
      for (const { transaction, to, value } of block.payments) {
        const origin = { kind: 'payment' } as const;
        candidates.push({ transaction, blockHash: block.hash, asset: native, addressKey: to, amount: value, origin });
      }
      const within = inner[index] ?? [];
      const known = within.length === 0 ? null : new Set(block.transactions);
      for (const { transaction, place, to, value } of within) {
        if (known?.has(transaction) !== true) {
          throw new NodeFault(`The node's trace of block ${block.height} is of another block. We will ask again.`);
        }
        const origin = { kind: 'inner', place } as const;
        candidates.push({ transaction, blockHash: block.hash, asset: native, addressKey: to, amount: value, origin });
      }
    }
  }
  for (const log of tokens) {
    const asset = assets.get(log.contract);
    if (asset === undefined || log.value === 0n) continue;
    const { blockHash, transaction, to: addressKey, value: amount } = log;
    candidates.push({ transaction, blockHash, asset, addressKey, amount, origin: { kind: 'token', log } });
  }
  return candidates;
}

/**
 * The transfer that a receipt proves; null where the transaction failed and moved nothing. A token transfer is identified by
 * its index among its transaction's own logs, because its index in the block changes when a reorganisation moves it. Coins that
 * a contract sent are identified by their number among those sent to this address in the transaction. Throws `NodeFault` where
 * the receipt is missing, is for another block, or does not have what the block reported.
 */
export function prove(reported: Candidate, receipt: Receipt | undefined): Transfer | null {
  const { transaction, blockHash, asset, addressKey, amount, origin } = reported;
  if (receipt?.blockHash !== blockHash) {
    throw new NodeFault(`The node's receipt of ${transaction} is missing or of another block. We will ask again.`);
  }
  const senders = [receipt.sender, ...(origin.kind === 'token' ? [origin.log.from] : [])];
  const transfer = { transaction, sender: receipt.sender, senders, asset, addressKey, amount };
  if (origin.kind === 'token') {
    const place = receipt.isSuccess ? placeInReceipt(receipt, origin.log) : -1;
    if (place < 0)
      throw new NodeFault(`The node reports a token transfer that the receipt of ${transaction} does not have.`);
    return { ...transfer, identity: `${transaction}:${place}` };
  }
  if (!receipt.isSuccess) return null;
  const identity = origin.kind === 'payment' ? transaction : `${transaction}:inner-${addressKey}-${origin.place}`;
  return { ...transfer, identity };
}
