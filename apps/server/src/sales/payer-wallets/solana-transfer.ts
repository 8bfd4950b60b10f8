import type { NetworkAsset } from '@kobogate/contract';
import {
  openTokenAccount,
  type SolanaInstruction,
  solanaMessage,
  solanaTransaction,
  solTransfer,
  tokenTransfer,
} from '@kobogate/plans';

/** A payment from a payer's account to one of our addresses, in the asset's smallest units. */
export interface SolanaPayment {
  readonly asset: NetworkAsset;
  readonly payer: string;
  readonly to: string;
  readonly units: bigint;
  readonly reference: string;
}

/**
 * The transaction that pays, unsigned. A token goes to the address's associated account, which is opened first where it
 * is missing, at the payer's cost; the transfer comes last and names the reference, as Solana Pay requires. Pure.
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
