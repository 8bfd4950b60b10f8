import { checksummed } from '@kobogate/addresses';
import type { Outcome, Traced } from '../../../custody/index.ts';
import { type Changes, createChanges } from '../changes.ts';
import { garbage, readAddress, readFields, readHash, readQuantity } from '../fields.ts';
import type { NetworkAssets } from '../network-assets.ts';
import { readReceipt, type Receipt, TRANSFER_TOPIC } from './read-logs.ts';

const addressIn = (topic: string | undefined): string => `0x${(topic ?? garbage('topic')).slice(26)}`;

/**
 * What a transaction moved, by its receipt and its signed content: its own value, and the pinned tokens of its logs.
 * Coins that a contract passes on are not included. Throws `NodeFault`. Pure.
 */
export function traceOf(
  assets: NetworkAssets,
  outcome: Outcome,
  { receipt, sent }: { readonly receipt: unknown; readonly sent: unknown },
): Traced {
  const proof = readReceipt(receipt) ?? garbage('receipt');
  const fields = readFields(sent, 'transaction');
  if (readHash(fields['hash'], 'transaction hash') !== proof.transaction) garbage('transaction');
  const from = readAddress(fields['from'], 'sender');
  if (from !== proof.sender) garbage('sender');
  const value = readQuantity(fields['value'], 'transaction value');
  // Coins sent along with a contract creation are at the contract's address, which is not a customer's.
  const to = value === 0n || fields['to'] === null ? 'a new contract' : readAddress(fields['to'], 'recipient');
  return {
    ...outcome,
    changes: changesOf(assets, outcome, { proof, to, value }).list((key) =>
      key.startsWith('0x') ? checksummed(key.slice(2)) : key,
    ),
    uses: [`${from} ${readQuantity(fields['nonce'], 'number')}`],
  };
}

/** What a transaction changed: its fee, what it sends itself, and the pinned tokens of its receipt's logs. Pure. */
export function changesOf(
  { native, tokens }: NetworkAssets,
  outcome: Outcome,
  { proof, to, value }: { readonly proof: Receipt; readonly to: string; readonly value: bigint },
): Changes {
  const changes = createChanges();
  if (native !== null) {
    changes.add(native, proof.sender, -outcome.fee);
    if (outcome.isSuccess && value > 0n) {
      changes.add(native, proof.sender, -value);
      changes.add(native, to, value);
    }
  }
  for (const { contract, topics, data } of outcome.isSuccess ? proof.logs : []) {
    const asset = tokens.get(contract);
    if (asset === undefined || topics[0] !== TRANSFER_TOPIC || topics.length !== 3) continue;
    const amount = readQuantity(data.length === 66 ? data : garbage('amount of a log'), 'amount of a log');
    changes.add(asset, addressIn(topics[1]), -amount);
    changes.add(asset, addressIn(topics[2]), amount);
  }
  return changes;
}
