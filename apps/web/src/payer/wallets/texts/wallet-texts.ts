/** Why a payment by wallet can fail; after each of these nothing was sent. */
const WALLET_PROBLEMS = [
  'rejected', // the payer said no in the wallet
  'pending', // the wallet has an earlier question open
  'wrong-network', // the wallet did not change its network
  'disconnected', // the account is no longer shown to this page
  'unsupported', // the wallet can't do what is needed
  'too-little', // the wallet says that the account holds too little
  'not-added', // the wallet did not add the network that it does not know
  'failed', // the wallet answered with an error, or signed something else
  'refused', // the network did not take what the wallet had signed
  'offline', // our own server did not answer
  'too-many', // too many calls to our own server
  'too-small', // the amount is below the network's minimum
  'not-renewed', // there is no new rate
] as const;
export type WalletProblem = (typeof WALLET_PROBLEMS)[number];

interface Message {
  readonly title: string;
  readonly body: string;
}

/** All texts of the wallet dialog. `{wallet}`, `{network}`, `{coin}`, `{amount}`, `{held}` are filled in. */
export interface WalletTexts {
  readonly title: string;
  readonly close: string;
  readonly choose: string;
  readonly browserWallet: string;
  readonly noWallet: Message;
  readonly amount: string;
  readonly network: string;
  readonly to: string;
  readonly from: string;
  readonly rateHeld: string;
  readonly networkFee: string;
  readonly pay: string;
  readonly anotherWallet: string;
  readonly tryAgain: string;
  readonly checkAgain: string;
  readonly backToPayment: string;
  readonly steps: {
    readonly connect: string;
    readonly switch: string;
    readonly add: string;
    readonly check: string;
    readonly pay: string;
    readonly send: string;
    readonly renew: string;
  };
  /** While the wallet waits for a confirmation of an amount whose rate has just ended. */
  readonly justEnded: string;
  readonly short: Message;
  readonly shortForFee: Message;
  readonly rateEnded: Message;
  readonly renew: string;
  readonly sent: Message;
  readonly transaction: string;
  readonly opensExplorer: string;
  readonly unknown: Message;
  readonly sentBefore: Message;
  readonly wasNotSent: string;
  readonly nothingToPay: Message;
  readonly problems: Readonly<Record<WalletProblem, Message>>;
}

/** A text with its `{names}` filled in; a name without a value stays as it is. Pure. */
export const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{(?<name>\w+)\}/g, (whole, name: string) => values[name] ?? whole);
