/** The texts of a mail to a payer, in one language. A table that lacks an entry does not compile. */
export interface PayerMailTexts {
  readonly receipt: string;
  readonly paid: (coins: string, network: string, purpose: string) => string;
  readonly counted: (naira: string, rate: string, currency: string) => string;
  readonly overpaid: (excess: string) => string;
  readonly transaction: string;
  readonly number: string;
  /** The button that leads to the payment's page. */
  readonly look: string;
  /** Why the mail came. */
  readonly reason: string;
  readonly offered: (name: string) => string;
  readonly offer: (name: string, amount: string, net: string) => string;
  readonly sayWhere: string;
  readonly giveAddress: string;
  readonly sent: (net: string) => string;
  readonly sentTo: (address: string) => string;
  /** Paid, and a person reviews it before the naira leaves. */
  readonly held: string;
  readonly heldText: (naira: string, time: string) => string;
  readonly hours: (count: string) => string;
  /** A refund that the operator declined. */
  readonly notSent: (net: string) => string;
  readonly declined: (amount: string) => string;
  /** A refund that is final. */
  readonly arrived: (net: string) => string;
  readonly final: (address: string) => string;
}
