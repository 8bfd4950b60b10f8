/** What a payer's account and the address to be paid hold now, in smallest units. */
export interface SolanaHoldings {
  /** Dates a transaction: it is good for about a minute. */
  readonly blockhash: string;
  readonly payerLamports: bigint;
  readonly receiverLamports: bigint;
  /** Of the token asked for; 0 where the payer has no account for it, or none was asked for. */
  readonly payerTokens: bigint;
  /** Whether the receiver has an account for that token; false where none was asked for. */
  readonly isReceiverOpen: boolean;
}

/** What became of a transaction that was handed in; `refused` ones are in no block and never will be by this call. */
export type Handed = 'taken' | 'refused';

/** Port: a Solana node, asked on behalf of a payer. Throws `PayerNodeDown` where it does not answer, or not sensibly. */
export interface PayerNode {
  look(question: { payer: string; receiver: string; mint: string | null }): Promise<SolanaHoldings>;
  /** Hands in a signed transaction in base64. The same one may be handed in again. */
  send(transaction: string): Promise<Handed>;
}

/** The node gave no answer that can be used; whether it took a transaction is not known then. */
export class PayerNodeDown extends Error {}
