import { writeBase58 } from '@kobogate/addresses';
import type { NetworkAsset } from '@kobogate/contract';
import {
  openTokenAccount,
  type SolanaInstruction,
  solanaMessage,
  solanaTransaction,
  solTransfer,
  tokenTransfer,
} from '@kobogate/plans';
import { createHash } from 'node:crypto';

/** A payment from a payer's account to one of our addresses, in the asset's smallest units. */
export interface SolanaPayment {
  readonly asset: NetworkAsset;
  readonly payer: string;
  readonly to: string;
  readonly units: bigint;
  readonly reference: string;
}

/** The key by which a payment can be found on the chain: the hash of its id, whose private key nobody has. Pure. */
export const referenceOf = (paymentId: string): string =>
  writeBase58(createHash('sha256').update(`kobogate payment ${paymentId}`).digest());

/**
 * The transaction that pays, unsigned. A token goes to the address's associated account, which is opened first where it is
 * missing, at the payer's cost; the transfer comes last and names the reference, as Solana Pay has it. Pure.
 */
export const transferTransaction = (payment: SolanaPayment, blockhash: string): Uint8Array =>
  solanaTransaction(solanaMessage(payment.payer, blockhash, instructionsOf(payment)));

function instructionsOf({ asset, payer, to, units, reference }: SolanaPayment): SolanaInstruction[] {
  const named = (transfer: SolanaInstruction): SolanaInstruction => ({
    ...transfer,
    accounts: [...transfer.accounts, { address: reference }],
  });
  const { contract: mint, decimals } = asset;
  return mint === null
    ? [named(solTransfer(payer, to, units))]
    : [openTokenAccount(payer, to, mint), named(tokenTransfer({ mint, decimals }, payer, to, units))];
}
