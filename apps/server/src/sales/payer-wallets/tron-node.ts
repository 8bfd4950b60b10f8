import type { TronTransfer } from '@kobogate/plans';
import type { Handed } from './payer-node.ts';

/** What a payer's transfer of a token would take now. */
export interface TronTerms {
  /** A final block, to which the transaction refers. */
  readonly block: Pick<TronTransfer, 'refBlock' | 'refHash'>;
  /** The network's time, of its newest block, in milliseconds since 1970: it refuses what expires before. */
  readonly now: number;
  /** The most that the transfer's energy may cost, in sun. */
  readonly feeLimit: bigint;
  /** What it takes of the payer's TRX, in sun, beside what that account has for nothing. */
  readonly fee: bigint;
  readonly payerSun: bigint;
  readonly payerTokens: bigint;
}

/** Port: a TRON node, called on behalf of a payer. Throws `PayerNodeDown` where it does not answer, or not sensibly. */
export interface TronPayerNode {
  look(question: Pick<TronTransfer, 'asset' | 'amount' | 'payee'> & { readonly payer: string }): Promise<TronTerms>;
  /** Submits a signed transaction in hexadecimal. The same one may be submitted again. */
  send(transaction: string): Promise<Handed>;
}
