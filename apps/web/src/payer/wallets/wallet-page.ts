import type { PayerLanguage, Payment } from '@kobogate/contract';

/** How wallets elsewhere are met. */
export interface RemoteWallets {
  /** The operator's at WalletConnect. */
  readonly projectId: string;
  /** The label of a link into a wallet's app. */
  readonly open: string;
}

/** What the wallet dialog needs from its page. */
export interface WalletPage {
  readonly language: PayerLanguage;
  /** Where the payment API is, without a slash at its end. */
  readonly apiBase: string;
  /** Wallets on other devices and in other apps, where the operator has them; null: none. */
  readonly remote: RemoteWallets | null;
  /**
   * Holds the current rate for what is still missing, and answers the payment as it is then, which the page
   * shows too. Rejects with an Error whose message is a sentence for the payer.
   */
  renew(): Promise<Payment>;
  /** The dialog is closed, and focus is back where it was. */
  onClose?(): void;
}

/** What the page passes to the dialog. */
export interface WalletDialog {
  /** Each newer state of the payment. The dialog closes once the chain shows what the wallet sent. */
  update(payment: Payment): void;
  close(): void;
}
