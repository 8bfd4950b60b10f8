import type { PayerLanguage } from './constants.ts';
import type { LinkId } from './ids.ts';
import type { PaymentLink } from './payment-links.ts';
import type { Payment } from './payments.ts';
import type { ReceiptLayout } from './receipts.ts';

/** Where a payer's page and a wallet on another device meet: it carries their messages, which it can't read. */
export const WALLETCONNECT_RELAY = 'wss://relay.walletconnect.org';

/** Why a payment could not be opened, or another action of the page failed: also the `code` of the API's refusal. */
export const PAYMENT_PROBLEMS = [
  'pair-missing', // coin or network was not chosen
  'fields-missing', // of the merchant's own fields, one that has to be filled in
  'pair-gone', // the pair can't be paid any more
  'amount-missing',
  'amount-malformed',
  'amount-low',
  'amount-high',
  'email-malformed',
  'too-many', // too often: later
  'coin-amount-low', // too little for this coin; another one may do
  'coin-amount-high',
  'above-allowed', // more than the recipient may be paid at present
  'no-rate', // of this coin, at present
  'network-busy', // no address left on this network, for now
  'not-payable', // the recipient can't be paid at present
  'link-inactive',
  'link-expired',
  'link-used',
  'payment-confirming', // coins are on their way, so the rate stays as it is
  'payment-declined',
  'payment-paid',
  'payment-unpaid', // no receipt yet
  'address-wrong', // the refund address is not of that network
  'address-ours', // the refund address is one of this gateway's own
  'address-given', // a refund address was given before
  'unreachable', // the payment API gave no answer: the result is not known
  'refused', // by a rule without a code here; the API's sentence says which
] as const;
export type PaymentProblem = (typeof PAYMENT_PROBLEMS)[number];

/** What went wrong with what the payer asked for. */
export interface PaymentTrouble {
  readonly problem: PaymentProblem;
  /** The API's own sentence, in English, if only that says what is wrong; else empty. */
  readonly sentence: string;
  /** The limit that was not kept, as it is shown; null where there is none. */
  readonly bound: string | null;
  /** After how many seconds a retry may succeed; null where it is not known. */
  readonly waitSeconds: number | null;
}

/** What a payer has picked so far; empty texts where nothing. */
export interface PayerChoice {
  readonly currency: string;
  readonly network: string;
  readonly amount: string;
}

/** What the page shows. */
export type PaymentPageContent =
  /** The payment API failed, with its own sentence or none. */
  | { readonly kind: 'failed'; readonly sentence: string }
  /** There is no such link or payment. */
  | { readonly kind: 'nothing' }
  /** A link that can't be paid any more, with what is known about it. */
  | {
      readonly kind: 'closed';
      readonly reason: 'inactive' | 'expired' | 'used' | 'ended';
      readonly link: PaymentLink | null;
    }
  | {
      readonly kind: 'choosing';
      readonly link: PaymentLink;
      readonly choice: PayerChoice;
      /** What was given for the link's own fields, by their keys. */
      readonly values: Readonly<Record<string, string>>;
      /** Sent back with the form, so that a form that is sent twice opens one payment. */
      readonly key: string;
      readonly trouble: PaymentTrouble | null;
    }
  | {
      readonly kind: 'payment';
      readonly payment: Payment;
      /** Null where the link can't be read any more: the payment goes on without it. */
      readonly link: PaymentLink | null;
      readonly trouble: PaymentTrouble | null;
      /** The receipt has just been mailed. */
      readonly isMailed: boolean;
      /** The values of a form that was refused, to be corrected there. */
      readonly typed?: PayerTyped | undefined;
    };

export interface PayerTyped {
  readonly email: string;
  /** The offer of coins whose form was sent, by id, and the address in it. */
  readonly offer: string;
  readonly address: string;
}

export interface PaymentPageView {
  readonly language: PayerLanguage;
  /** The link's id, as in the page's own address. */
  readonly linkId: LinkId;
  /** The parameters that links to the next page keep, such as `lang=ha`; empty or without the question mark. */
  readonly kept: string;
  /** Where a browser asks the payment API, without a slash at its end: `/api`, or another server's address. */
  readonly apiBase: string;
  /** A small copy of the link's banner as a data address, which a phone shows at once; null where there is none. */
  readonly preview: string | null;
  readonly content: PaymentPageContent;
  /** The operator's project at WalletConnect; none: wallets on other devices are not connected. */
  readonly walletConnect?: string | null;
  /** The product's own address, where chats and social networks read the link's picture. */
  readonly origin?: string;
}

/**
 * The payer's page as the web's build leaves it for the server, in `render/payment.mjs` below the web's folder, under
 * the name `paymentPage`.
 */
export interface PaymentPage {
  /** What the content security policy has to allow: the sources (`'sha256-…'`) of the inline style and script. */
  readonly inline: { readonly styles: readonly string[]; readonly scripts: readonly string[] };
  /** The whole document. */
  render(view: PaymentPageView): string;
  /** The document without its style and script: an open page takes its changed parts from it. */
  renderPart(view: PaymentPageView): string;
  /** The printed receipt of a paid payment: it has nothing that the page does not show. */
  layOutReceipt(payment: Payment, language: PayerLanguage): ReceiptLayout;
}
