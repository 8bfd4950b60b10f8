import { checkAddress, isOnCurve } from '@kobogate/addresses';
import type { OrderId, SolanaTransfer } from '@kobogate/contract';
import { dependencyDown, ruleBroken } from '../../platform/errors.ts';
import { referenceOf } from '../payments/solana-reference.ts';
import { type PayerWalletDependencies, requirePayable } from './payable-payment.ts';
import { type PayerNode, PayerNodeDown } from './payer-node.ts';
import { isTooLittle, type Holding, needsOf } from './solana-needs.ts';
import { transferTransaction } from './solana-transfer.ts';

/**
 * A transaction that pays exactly the missing amount of a payment, for the wallet of `payer` to sign, and that
 * account's balances for it. Throws 404, 409 where nothing should be sent now, 422 with a message, 503 where the node
 * does not answer.
 */
export async function prepareSolanaTransfer(
  dependencies: PayerWalletDependencies & { readonly node: PayerNode | null },
  { id, payer }: { id: OrderId; payer: string },
): Promise<SolanaTransfer> {
  const { payment, asset, units } = await requirePayable(dependencies, id, 'solana');
  const { address: to } = payment;
  // Only a key can sign; the payment's own address would pay itself.
  if ('problem' in checkAddress('solana', payer, 'Solana') || !isOnCurve(payer) || payer === to) {
    throw ruleBroken('This is not an account that can pay on Solana. Nothing was sent.', 'account-wrong');
  }
  const holdings = await lookWith(dependencies.node, { payer, receiver: to, mint: asset.contract });
  if (isTooLittle(asset, units, holdings)) {
    throw ruleBroken('A new account on Solana must get at least 0.00089088 SOL. Nothing was sent.', 'too-small');
  }
  const reference = referenceOf(payment.id);
  const bytes = transferTransaction({ asset, payer, to, units, reference }, holdings.blockhash);
  const { coins, tokens } = needsOf(asset, units, holdings);
  return {
    transaction: Buffer.from(bytes).toString('base64'),
    reference,
    coins: inText(coins),
    tokens: tokens === null ? null : inText(tokens),
  };
}

const inText = ({ held, needed }: Holding): { held: string; needed: string } => ({
  held: String(held),
  needed: String(needed),
});

async function lookWith(node: PayerNode | null, question: Parameters<PayerNode['look']>[0]) {
  if (node === null) throw ruleBroken('Solana is not watched here at the moment. Nothing was sent.', 'network-wrong');
  try {
    return await node.look(question);
  } catch (error) {
    if (!(error instanceof PayerNodeDown)) throw error;
    throw dependencyDown('solana', 'Solana does not answer at the moment. Nothing was sent. Please try again.', error);
  }
}
