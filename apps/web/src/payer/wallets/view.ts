import type { AskedPayment } from './asked-payments.ts';
import type { WalletProblem } from './texts/wallet-texts.ts';
import type { Session, Shortfall, Step, Wallet } from './wallet.ts';

/** A wallet whose account this page may see. */
export interface Connected {
  readonly wallet: Wallet;
  readonly session: Session;
}

/** What the dialog shows. */
export type View =
  | { readonly kind: 'choose'; readonly wallets: readonly Wallet[] }
  /** `connected` is null until an account was chosen. */
  | {
      readonly kind: 'working';
      readonly step: Step;
      readonly wallet: Wallet | null;
      readonly connected: Connected | null;
      /** What the payer needs for it; null: nothing of this page. */
      readonly more: HTMLElement | null;
      /** Whether the rate has ended since. */
      readonly hasEnded: boolean;
    }
  | { readonly kind: 'ready'; readonly connected: Connected }
  | { readonly kind: 'short'; readonly connected: Connected; readonly shortfall: Shortfall }
  | {
      readonly kind: 'problem';
      readonly problem: WalletProblem;
      readonly wallet: Wallet | null;
      readonly detail: string;
    }
  | { readonly kind: 'rate-ended' }
  | { readonly kind: 'unknown'; readonly wallet: Wallet | null }
  | { readonly kind: 'sent'; readonly wallet: Wallet; readonly transaction: string }
  | { readonly kind: 'sent-before'; readonly asked: AskedPayment }
  | { readonly kind: 'nothing-to-pay' };

/** The payer's actions in the dialog. */
export interface Actions {
  choose(wallet: Wallet): void;
  pay(connected: Connected): void;
  check(connected: Connected): void;
  renew(): void;
  /** Back to the list of wallets. */
  startOver(): void;
  /** The payer has checked that nothing was sent. */
  wasNotSent(): void;
  close(): void;
}
