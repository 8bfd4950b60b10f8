import type { PayerLanguage, Payment } from '@kobogate/contract';

/** What the wallet dialog asks of the page that it stands on. */
export interface WalletPage {
  readonly language: PayerLanguage;
  /** Where the payment API is, without a slash at its end. */
  readonly apiBase: string;
  /**
   * Has the rate of this moment held for what is still missing, and answers the payment as it is then, which the page
   * shows too. Rejects with an Error whose message is a sentence for the payer.
   */
  renew(): Promise<Payment>;
  /** The dialog has gone, and focus is back where it was. */
  onClose?(): void;
}

/** What the page tells the dialog. */
export interface WalletDialog {
  /** Each newer state of the payment. The dialog goes away by itself once the chain shows what the wallet sent. */
  update(payment: Payment): void;
  close(): void;
}
