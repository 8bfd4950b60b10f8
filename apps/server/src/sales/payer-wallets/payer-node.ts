/** The present balances of a payer's account and the address to be paid, in smallest units. */
export interface SolanaHoldings {
  /** A recent block hash: a transaction with it is valid for about a minute. */
  readonly blockhash: string;
  readonly payerLamports: bigint;
  readonly receiverLamports: bigint;
  /** Of the requested token; 0 where the payer has no account for it, or none was requested. */
  readonly payerTokens: bigint;
  /** Whether the receiver has an account for that token; false where none was requested. */
  readonly isReceiverOpen: boolean;
}

/** The outcome of a submitted transaction; a `refused` one is in no block and never will be by this call. */
export type Handed = 'taken' | 'refused';

/**
 * Port: a Solana node, called on behalf of a payer. Throws `PayerNodeDown` where it does not answer, or not sensibly.
 */
export interface PayerNode {
  look(question: { payer: string; receiver: string; mint: string | null }): Promise<SolanaHoldings>;
  /** Submits a signed transaction in base64. The same one may be submitted again. */
  send(transaction: string): Promise<Handed>;
}

/** The node gave no usable answer; whether it accepted a transaction is unknown then. */
export class PayerNodeDown extends Error {}
