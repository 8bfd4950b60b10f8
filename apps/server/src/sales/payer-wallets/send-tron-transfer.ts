import { readTronAddress } from '@kobogate/addresses';
import type { OrderId } from '@kobogate/contract';
import { TRON_SIGNATURE_BYTES, tokenTransferData, tronSignedRaw } from '@kobogate/plans';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { dependencyDown, ruleBroken } from '../../platform/errors.ts';
import { type PayerWalletDependencies, requirePayable } from './payable-payment.ts';
import { PayerNodeDown } from './payer-node.ts';
import type { TronPayerNode } from './tron-node.ts';

const HEXADECIMAL = /^(?:[0-9a-f]{2})+$/i;
/** The part of a token transfer's call that says whom it pays. */
const PAYEE_DIGITS = 2 + 8 + 64;

/**
 * Submits a transaction that a payer's wallet has signed to TRON, and answers its id; the same one may be submitted again,
 * and the network accepts it once. Nothing is written: the watcher reports its arrival. Throws 404, 409 where nothing
 * should be sent now, 422 for a transaction of another payment or one that the node refuses, 503 where it is unknown
 * whether the node accepted it.
 */
export async function sendTronTransfer(
  dependencies: PayerWalletDependencies & { readonly tronNode: TronPayerNode | null },
  { id, rawData, signature }: { id: OrderId; rawData: string; signature: string },
): Promise<{ transaction: string }> {
  const { payment } = await requirePayable(dependencies, id, 'tron');
  const { tronNode } = dependencies;
  const [raw, signed] = [rawData, signature.replace(/^0x/, '')].map((text) =>
    HEXADECIMAL.test(text) ? hexToBytes(text) : null,
  );
  const ours = tokenTransferData(readTronAddress(payment.address) ?? '', 0n).slice(2, PAYEE_DIGITS);
  // We relay no other transactions to the network.
  const isIt = raw && signed?.length === TRON_SIGNATURE_BYTES && rawData.toLowerCase().includes(ours);
  if (tronNode === null || !isIt) {
    throw ruleBroken('This is not a signed transaction for this payment. Nothing was sent.', 'transaction-wrong');
  }
  if ((await handIn(tronNode, bytesToHex(tronSignedRaw(raw, signed)))) === 'refused') {
    throw ruleBroken('TRON refused this transaction. Nothing was sent, and the coins are where they were.', 'refused');
  }
  return { transaction: bytesToHex(sha256(raw)) };
}

async function handIn(node: TronPayerNode, transaction: string) {
  try {
    return await node.send(transaction);
  } catch (error) {
    if (!(error instanceof PayerNodeDown)) throw error;
    const sentence =
      'It is not known whether TRON took the transaction. Sending the same one again is safe: it is paid once.';
    throw dependencyDown('tron', sentence, error);
  }
}
