import type { PaymentProblem } from '@kobogate/contract';

/** Why a link can't be paid any more. */
type Closed = 'inactive' | 'expired' | 'used' | 'ended';

/** All texts of the payer's page, in one language. A table that lacks an entry does not compile. */
export interface Texts {
  readonly frame: {
    /** The language's own name for itself. */
    readonly ownName: string;
    readonly language: string;
    readonly skip: string;
    /** The window's title where the recipient's name is not known. */
    readonly payment: string;
    readonly pay: (name: string) => string;
    readonly newTab: string;
  };
  readonly time: {
    /** January first. */
    readonly months: readonly [
      string,
      string,
      string,
      string,
      string,
      string,
      string,
      string,
      string,
      string,
      string,
      string,
    ];
    readonly inLagos: string;
    readonly seconds: (count: string) => string;
    readonly minutes: (count: string) => string;
    readonly hours: (count: string) => string;
  };
  readonly failures: {
    readonly loadFailed: string;
    readonly loadFailedSafe: string;
    readonly retry: string;
    readonly noData: string;
    readonly noDataHelp: string;
    readonly about: string;
    readonly closed: Readonly<Record<Closed, string>>;
    readonly closedHelp: Readonly<Record<Closed, string>>;
    /** When to try again after too many tries: where the time is not known, and after how long. */
    readonly soon: string;
    readonly within: (time: string) => string;
  };
  readonly choosing: {
    readonly amountToPay: string;
    readonly amountOpen: string;
    readonly amountField: (currency: string) => string;
    readonly between: (least: string, most: string) => string;
    readonly atLeast: (least: string) => string;
    readonly atMost: (most: string) => string;
    readonly coin: string;
    readonly chooseCoin: string;
    readonly notOffered: (coin: string) => string;
    readonly noRate: (coin: string) => string;
    readonly network: string;
    readonly coinFirst: string;
    readonly chooseNetwork: string;
    readonly loadingNetworks: string;
    readonly networksFailed: string;
    readonly networksAgain: string;
    readonly showNetworks: string;
    readonly connect: string;
    readonly showAddress: string;
    readonly opening: string;
    readonly optional: (label: string) => string;
    readonly chooseOne: string;
    readonly fieldMissing: string;
    readonly pairMissing: string;
    readonly once: string;
    readonly until: (moment: string) => string;
  };
  readonly problems: Readonly<Record<Exclude<PaymentProblem, 'pair-missing' | `link-${string}`>, string>>;
  readonly terms: {
    readonly feeTitle: string;
    /** Who pays our fee: the payer, where the price is in money; the recipient, where it is in coins. */
    readonly feeByPayer: string;
    readonly feeByRecipient: string;
    readonly feeInRate: string;
    readonly feeFigures: (fee: string, vat: string) => string;
    readonly feeShown: string;
    readonly networkFee: string;
    readonly promiseTitle: (seconds: number) => string;
    readonly promise: (seconds: number) => string;
    readonly measured: (time: string) => string;
    /** For a link with too few payments to measure. */
    readonly notMeasured: string;
  };
  readonly status: {
    readonly waiting: string;
    readonly waitingHelp: string;
    readonly seen: string;
    readonly confirming: (count: number, needed: number) => string;
    readonly confirmationsLeft: (left: number) => string;
    readonly confirmationsLeftAbout: (left: number, time: string) => string;
    readonly confirmationsDone: string;
    readonly underpaid: (missing: string) => string;
    readonly underpaidHelp: (received: string, missing: string) => string;
    readonly paid: string;
    readonly paidUnderWay: (naira: string) => string;
    readonly paidArrived: (naira: string) => string;
    /** The bank was not asked yet. */
    readonly paidQueued: (naira: string) => string;
    /** The bank was not asked yet: a person reviews the payment first, for this long at most. */
    readonly paidHeld: (time: string) => string;
    /** The bank refused the payout. */
    readonly paidTrouble: string;
    /** The bank took the payout and sent it back. */
    readonly paidReturned: string;
    /** The bank was asked, and its answer is not known. */
    readonly paidUnknown: string;
    readonly overpaid: (excess: string) => string;
    readonly late: string;
    readonly expired: string;
    readonly expiredHelp: string;
    readonly declined: string;
    readonly sendNothing: string;
    readonly declinedHelp: string;
    readonly elsewhere: (amount: string, network: string) => string;
    readonly elsewhereHelp: string;
  };
  readonly sending: {
    readonly title: string;
    readonly amount: string;
    readonly addressOn: (network: string) => string;
    readonly only: (currency: string, network: string) => string;
    readonly copyAmount: string;
    readonly copyAddress: string;
    readonly copied: string;
    readonly copyFailed: string;
    readonly qr: (currency: string, network: string) => string;
    readonly walletFailed: string;
    readonly openWallet: string;
    /** Above the names of wallets' apps for phones. */
    readonly openPageIn: string;
    readonly rateHolds: (moment: string) => string;
    readonly timeLeft: string;
    readonly rateEnded: string;
    readonly noRate: string;
    readonly renew: string;
  };
  readonly progress: {
    readonly title: string;
    readonly opened: string;
    readonly seen: string;
    readonly final: string;
    readonly sent: string;
    readonly arrived: string;
    readonly done: string;
    readonly now: string;
    readonly next: string;
    readonly failed: string;
    readonly transfers: string;
    readonly on: (amount: string, network: string) => string;
    readonly depositFinal: string;
    readonly depositGone: string;
    readonly look: string;
    readonly refresh: string;
    readonly byItself: string;
    readonly lost: string;
  };
  /** Coins that the recipient offers back. */
  readonly refund: {
    readonly title: string;
    readonly offered: (amount: string, net: string) => string;
    readonly address: (network: string) => string;
    readonly hint: string;
    readonly send: string;
    readonly answered: (net: string) => string;
    readonly underWay: (net: string) => string;
    readonly sent: (net: string) => string;
    readonly final: (net: string) => string;
    readonly declined: (amount: string) => string;
    readonly to: string;
  };
  readonly receipt: {
    readonly title: string;
    /** Of the same figures before it is paid. */
    readonly details: string;
    readonly number: string;
    readonly you: string;
    readonly rate: string;
    readonly recipient: string;
    readonly fee: string;
    readonly vat: string;
    readonly received: string;
    readonly opened: string;
    readonly keep: string;
    readonly pdf: string;
    readonly print: string;
    readonly email: string;
    readonly mail: string;
    readonly mailed: string;
    readonly says: (name: string) => string;
    readonly goOn: (site: string) => string;
  };
}
