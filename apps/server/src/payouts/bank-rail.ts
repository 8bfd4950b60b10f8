import type { Deadline } from '../platform/deadline.ts';

/** The port that every payout provider's adapter implements. Amounts are kobo; codes are those of the rail itself. */
export interface BankRail {
  /** Stable name, part of ledger accounts and payout rows, such as `budpay`. */
  readonly name: string;
  /**
   * Where the provider says, in its documentation, that it makes no second transfer of a reference that it has had: where
   * that stands. Missing: it is not known, and an instruction that may have left is never handed over again.
   */
  readonly refusesRepeats?: string;
  /** The banks that the rail pays to. Throws `dependencyDown` when it can't say. */
  listBanks(): Promise<readonly Bank[]>;
  /** The name on an account, as the bank has it. Never throws for an outside fault: that is `unresolved`. */
  resolveAccount(account: { bankCode: string; accountNumber: string }): Promise<NameAnswer>;
  /**
   * Whether the rail answers now. Asked before an instruction leaves, so that an outage leaves it queued instead of in
   * doubt; it promises nothing. Never throws for an outside fault.
   */
  isUp(): Promise<boolean>;
  /**
   * The naira that lies at the rail for payouts, in kobo; null where it does not say now. A rail that can't be asked for
   * it at all leaves this out. Never throws for an outside fault.
   */
  floatKobo?(): Promise<bigint | null>;
  /**
   * Hands over one instruction, once. What makes a transfer is written to the wire before the deadline or not at all: it
   * is looked at when the connection stands, in the same breath as the write. Never throws: what the answer leaves open
   * is `unknown`.
   */
  send(instruction: PayoutInstruction, deadline: Deadline): Promise<SendAnswer>;
  /** Asks what became of a reference. Never throws for an outside fault. */
  find(reference: string): Promise<FindAnswer>;
  /**
   * The provider's own list of what it paid out, made from `from` up to `to`: whole, or not at all. A rail whose provider
   * documents none leaves this out. Never throws for an outside fault.
   */
  statement?(stretch: Stretch): Promise<StatementAnswer>;
}

/** Which part of a provider's list is asked for. */
export interface Stretch {
  readonly from: Date;
  readonly to: Date;
  /** The references and moments alone have to be right: what takes a call for each line is left out. */
  readonly isQuick?: boolean;
}

export interface StatementLine {
  readonly reference: string;
  readonly amountKobo: bigint;
  /** What the provider took for it, besides the amount; null where it does not say exactly. */
  readonly feeKobo: bigint | null;
  /** `unclear` is a word of theirs that we do not know. */
  readonly state: 'pending' | 'paid' | 'failed' | 'reversed' | 'unclear';
  readonly madeAt: Date;
}

export type StatementAnswer =
  | { readonly kind: 'statement'; readonly lines: readonly StatementLine[] }
  | { readonly kind: 'unanswered'; readonly reason: string };

export interface Bank {
  readonly bankName: string;
  readonly bankCode: string;
}

export type NameAnswer =
  | { readonly kind: 'resolved'; readonly accountName: string }
  | { readonly kind: 'unresolved'; readonly reason: string };

export interface PayoutInstruction {
  readonly reference: string;
  readonly amountKobo: bigint;
  readonly accountNumber: string;
  readonly accountName: string;
  readonly bankCode: string;
  readonly bankName: string;
  readonly narration: string;
}

/** A provider's call about a transfer: its bytes as they came, because those are what is signed, and its headers. */
export interface RailCallback {
  readonly body: Uint8Array;
  readonly header: (name: string) => string | undefined;
}

/** The reference that a callback is about; null where it has none or does not prove whose it is. Never throws. */
export type ReadCallback = (callback: RailCallback) => string | null;

export type SendAnswer =
  | { readonly kind: 'accepted' }
  /** The rail says for certain that no transfer was made; the reason is fit for a person to read. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** Nothing has left this process that could make a transfer, and nothing will. */
  | { readonly kind: 'not-sent'; readonly reason: string }
  /** A time-out, a 5xx, a duplicate reference, an answer of the wrong form: it may have been made. Ask, don't send. */
  | { readonly kind: 'unknown'; readonly reason: string };

/** What a rail says that it paid, and to which account; null where it does not say so in a form that is exact. */
export interface MadeTransfer {
  readonly amountKobo: bigint | null;
  readonly accountNumber: string | null;
}

export type FindAnswer =
  | { readonly kind: 'pending' }
  | { readonly kind: 'paid'; readonly sessionId: string | null; readonly made?: MadeTransfer }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'reversed'; readonly reason: string }
  | { readonly kind: 'not-found' }
  | { readonly kind: 'unanswered'; readonly reason: string };
