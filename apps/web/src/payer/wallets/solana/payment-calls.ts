import { askToPrepare, askToSend, type Holding, readHolding } from '../server-calls.ts';
import { WalletFailure } from '../wallet.ts';

/** A transaction that pays what is missing, for the payer's wallet to sign. */
export interface PreparedTransfer {
  readonly transaction: Uint8Array;
  /** Lamports: for the payment itself where it is in SOL, the fee, and the rent of an account that it opens. */
  readonly coins: Holding;
  /** Null where the payment is in SOL. */
  readonly tokens: Holding | null;
}

/** Our server's calls for a payment on Solana: the transaction to sign, and where to send it. */
export interface PaymentCalls {
  /** Throws `WalletFailure`; nothing is sent. */
  prepare(paymentId: string, payer: string): Promise<PreparedTransfer>;
  /**
   * Sends a signed transaction to the network and answers its id; the same one may be sent again. Throws
   * `WalletFailure`, `unknown` where it may have reached the network.
   */
  send(paymentId: string, transaction: Uint8Array): Promise<string>;
}

/** The calls at the payment API's address, which has no slash at its end. */
export function createPaymentCalls(apiBase: string): PaymentCalls {
  const addressOf = (paymentId: string, what: 'transfer' | 'transaction'): string =>
    `${apiBase}/payments/${encodeURIComponent(paymentId)}/solana-${what}`;
  return {
    prepare: async (paymentId, payer) => {
      const data = await askToPrepare(`${addressOf(paymentId, 'transfer')}?payer=${encodeURIComponent(payer)}`);
      const coins = readHolding(data['coins']);
      const isWhole = typeof data['transaction'] === 'string' && coins !== null;
      if (!isWhole) throw new WalletFailure('offline');
      return { transaction: bytesOf(String(data['transaction'])), coins, tokens: readHolding(data['tokens']) };
    },
    send: (paymentId, transaction) =>
      askToSend(addressOf(paymentId, 'transaction'), { transaction: textOf(transaction) }, 'signature'),
  };
}

const bytesOf = (base64: string): Uint8Array => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
const textOf = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));
