import { askToPrepare, askToSend, type Holding, isFields, readHolding } from '../server-calls.ts';
import { WalletFailure } from '../wallet.ts';

/** A transaction that pays what is missing, for the payer's wallet to sign. */
export interface PreparedTronTransfer {
  /** In the form that wallets sign. */
  readonly transaction: { readonly txID: string; readonly raw_data_hex: string };
  /** Sun, for energy and bandwidth. */
  readonly coins: Holding;
  readonly tokens: Holding;
}

/** Our server's calls for a payment on TRON: the transaction to sign, and where to send it. */
export interface TronPaymentCalls {
  /** Throws `WalletFailure`; nothing is sent. */
  prepare(paymentId: string, payer: string): Promise<PreparedTronTransfer>;
  /**
   * Sends a signed transaction to the network and answers its id; the same one may be sent again. Throws
   * `WalletFailure`, `unknown` where it may have reached the network.
   */
  send(paymentId: string, rawData: string, signature: string): Promise<string>;
}

/** The calls at the payment API's address, which has no slash at its end. */
export function createTronPaymentCalls(apiBase: string): TronPaymentCalls {
  const addressOf = (paymentId: string, what: 'transfer' | 'transaction'): string =>
    `${apiBase}/payments/${encodeURIComponent(paymentId)}/tron-${what}`;
  return {
    prepare: async (paymentId, payer) => {
      const data = await askToPrepare(`${addressOf(paymentId, 'transfer')}?payer=${encodeURIComponent(payer)}`);
      const [coins, tokens] = [readHolding(data['coins']), readHolding(data['tokens'])];
      const transaction = data['transaction'];
      if (!isFields(transaction) || coins === null || tokens === null) throw new WalletFailure('offline');
      const { txID, raw_data_hex } = transaction;
      if (typeof txID !== 'string' || typeof raw_data_hex !== 'string') throw new WalletFailure('offline');
      return { transaction: { ...transaction, txID, raw_data_hex }, coins, tokens };
    },
    send: (paymentId, rawData, signature) =>
      askToSend(addressOf(paymentId, 'transaction'), { rawData, signature }, 'transaction'),
  };
}
