import type { NetworkAsset } from '@kobogate/contract';
import type { SolanaHoldings } from './payer-node.ts';

/** For one signature: https://solana.com/docs/core/fees. A wallet may pay a little more for priority. */
const FEE = 5_000n;
/**
 * The rent-exempt minimum of an account with no data and of a token account's 165 bytes: (128 + bytes) × 6,960 lamports
 * (https://solana.com/docs/core/accounts, rent).
 */
const LEAST_BALANCE = 890_880n;
const TOKEN_ACCOUNT_BALANCE = 2_039_280n;

/** An account's balance and what a payment costs it. */
export interface Holding {
  readonly held: bigint;
  readonly needed: bigint;
}

/** What a payment costs its payer: always lamports, tokens for a token payment (else null). Pure. */
export function needsOf(
  { contract }: NetworkAsset,
  units: bigint,
  holdings: SolanaHoldings,
): { readonly coins: Holding; readonly tokens: Holding | null } {
  const { payerLamports: held, payerTokens, isReceiverOpen } = holdings;
  const rent = contract === null || isReceiverOpen ? 0n : TOKEN_ACCOUNT_BALANCE;
  const spent = (contract === null ? units : 0n) + FEE + rent;
  // The chain allows an account to be emptied, or to keep its minimum balance; nothing between.
  const needed = held === spent ? spent : spent + LEAST_BALANCE;
  return { coins: { held, needed }, tokens: contract === null ? null : { held: payerTokens, needed: units } };
}

/** Whether the chain would refuse the payment for leaving its receiver with less than the minimum balance. Pure. */
export const isTooLittle = ({ contract }: NetworkAsset, units: bigint, { receiverLamports }: SolanaHoldings): boolean =>
  contract === null && receiverLamports + units < LEAST_BALANCE;
