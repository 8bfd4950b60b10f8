import { checkAddress, readTronAddress } from '@kobogate/addresses';
import type { OrderId, TronTransferView } from '@kobogate/contract';
import { tokenTransferData, tronRawData, type TronTransfer, tronTransactionId } from '@kobogate/plans';
import { bytesToHex } from '@noble/hashes/utils.js';
import { dependencyDown, ruleBroken } from '../../platform/errors.ts';
import { type PayerWalletDependencies, requirePayable } from './payable-payment.ts';
import { PayerNodeDown } from './payer-node.ts';
import type { TronPayerNode, TronTerms } from './tron-node.ts';

/** Long enough to read and to sign, and not longer than rates are held. */
const GOOD_FOR_MS = 600_000;

/**
 * A transaction that pays exactly the missing amount of a payment in USDT on TRON, for the wallet of `payer` to sign, and
 * what that account has for it. Throws 404, 409 where nothing should be sent now, 422 with a message, 503 where the node
 * does not answer.
 */
export async function prepareTronTransfer(
  dependencies: PayerWalletDependencies & { readonly tronNode: TronPayerNode | null },
  { id, payer }: { id: OrderId; payer: string },
): Promise<TronTransferView> {
  const { payment, asset, units } = await requirePayable(dependencies, id, 'tron');
  const { contract } = asset;
  // The payment's own address would pay itself.
  if ('problem' in checkAddress('tron', payer, 'TRON') || payer === payment.address || contract === null) {
    throw ruleBroken('This is not an account that can pay on TRON. Nothing was sent.', 'account-wrong');
  }
  const question = { asset: asset.code, amount: units, payee: payment.address };
  const terms = await lookWith(dependencies.tronNode, { ...question, payer });
  const { refBlock, refHash } = terms.block;
  const transfer: TronTransfer = {
    ...question,
    from: { address: payer },
    refBlock,
    refHash,
    expiration: terms.now + GOOD_FOR_MS,
    timestamp: dependencies.clock.now().getTime(),
    feeLimit: terms.feeLimit,
  };
  const value = {
    owner_address: inBytes(payer),
    contract_address: inBytes(contract),
    data: tokenTransferData(keyOf(payment.address), units).slice(2),
  };
  const type = 'TriggerSmartContract';
  return {
    transaction: {
      visible: false,
      txID: tronTransactionId(transfer),
      raw_data_hex: bytesToHex(tronRawData(transfer)),
      raw_data: {
        contract: [{ type, parameter: { type_url: `type.googleapis.com/protocol.${type}`, value } }],
        ref_block_bytes: refBlock,
        ref_block_hash: refHash,
        expiration: transfer.expiration,
        timestamp: transfer.timestamp,
        fee_limit: Number(transfer.feeLimit),
      },
    },
    coins: { held: String(terms.payerSun), needed: String(terms.fee) },
    tokens: { held: String(terms.payerTokens), needed: String(units) },
  };
}

/** The twenty bytes of an address that was checked, or is our own. */
const keyOf = (address: string): string => readTronAddress(address) ?? '';
/** As the node's own API has an address: its prefix and its bytes, in hexadecimal. */
const inBytes = (address: string): string => `41${keyOf(address).slice(2)}`;

async function lookWith(
  node: TronPayerNode | null,
  question: Parameters<TronPayerNode['look']>[0],
): Promise<TronTerms> {
  if (node === null) throw ruleBroken('TRON is not watched here at the moment. Nothing was sent.', 'network-wrong');
  try {
    return await node.look(question);
  } catch (error) {
    if (!(error instanceof PayerNodeDown)) throw error;
    throw dependencyDown('tron', 'TRON does not answer at the moment. Nothing was sent. Please try again.', error);
  }
}
