import type { OrderId } from '@kobogate/contract';
import { associatedTokenAccount } from '@kobogate/addresses';
import { dependencyDown, ruleBroken } from '../../platform/errors.ts';
import { type PayerWalletDependencies, requirePayable } from './payable-payment.ts';
import { type PayerNode, PayerNodeDown } from './payer-node.ts';
import { readSignedTransaction } from './solana-message.ts';

/**
 * Submits a transaction that a payer's wallet has signed to Solana, and answers its signature; the same one may be
 * submitted again, and the network accepts it once. Nothing is written: the watcher reports its arrival. Throws 404,
 * 409 where nothing should be sent now, 422 for a transaction of another payment or one that the node refuses, 503
 * where it is unknown whether the node accepted it.
 */
export async function sendSolanaTransfer(
  dependencies: PayerWalletDependencies & { readonly node: PayerNode | null },
  { id, transaction }: { id: OrderId; transaction: string },
): Promise<{ signature: string }> {
  const { payment, asset } = await requirePayable(dependencies, id, 'solana');
  const { node } = dependencies;
  const signed = readSignedTransaction(Buffer.from(transaction, 'base64'));
  const target = asset.contract === null ? payment.address : associatedTokenAccount(payment.address, asset.contract);
  // We relay no other transactions to the network.
  if (node === null || signed === null || !signed.accounts.has(target)) {
    throw ruleBroken('This is not a signed transaction for this payment. Nothing was sent.', 'transaction-wrong');
  }
  if ((await handIn(node, transaction)) === 'refused') {
    throw ruleBroken(
      'Solana refused this transaction. Nothing was sent, and the coins are where they were.',
      'refused',
    );
  }
  return { signature: signed.signature };
}

async function handIn(node: PayerNode, transaction: string) {
  try {
    return await node.send(transaction);
  } catch (error) {
    if (!(error instanceof PayerNodeDown)) throw error;
    const sentence =
      'It is not known whether Solana took the transaction. Sending the same one again is safe: it is paid once.';
    throw dependencyDown('solana', sentence, error);
  }
}
