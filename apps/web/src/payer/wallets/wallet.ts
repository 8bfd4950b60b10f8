import type { Payment } from '@kobogate/contract';
import type { WalletProblem, WalletTexts } from './texts/wallet-texts.ts';

/** What the payer is asked to do, or waits for. */
export type Step = keyof WalletTexts['steps'];
/** `more` is what the payer needs for the step, such as a code to scan. */
export type Tell = (step: Step, more?: HTMLElement) => void;

/** What an account lacks for a payment, in whole coins: of the coin itself, or of the one in which fees are paid. */
export interface Shortfall {
  readonly kind: 'coin' | 'fee';
  readonly coin: string;
  readonly held: string;
  readonly needed: string;
}

/** An account that the payer has let this page see. */
export interface Session {
  readonly account: string;
  /** What the account lacks; null where it has enough, or where that is not known. Throws `WalletFailure`. */
  findShortfall(payment: Payment): Promise<Shortfall | null>;
  /**
   * Has the wallet send exactly what is missing, once. Answers the transaction's id. Throws `WalletFailure`: `unknown`
   * where it may have been sent, anything else where it certainly was not.
   */
  pay(payment: Payment, tell: Tell): Promise<string>;
}

/** A wallet that announced itself. */
export interface Wallet {
  readonly id: string;
  readonly name: string;
  /** A picture as data, or null where it has none that may be shown. */
  readonly icon: string | null;
  /** Has the payer choose an account, on the payment's network. Throws `WalletFailure`. */
  open(payment: Payment, tell: Tell): Promise<Session>;
}

/** Finds wallets as they announce themselves, each once; the returned function ends the search. */
export type FindWallets = (found: (wallet: Wallet) => void) => () => void;

/** Why a payment by wallet stopped. After all but `unknown` nothing was sent. */
export class WalletFailure extends Error {
  readonly problem: WalletProblem | 'unknown' | 'rate-ended';

  constructor(problem: WalletFailure['problem'], cause?: unknown) {
    super(problem, { cause });
    this.name = 'WalletFailure';
    this.problem = problem;
  }
}
