import type { Kobo } from '@kobogate/money';
import type { Deadline } from '../platform/deadline.ts';

/** The port that every payout provider's adapter implements. Amounts are kobo; codes are those of the rail itself. */
export interface BankRail {
  /** Stable name, part of ledger accounts and payout rows, such as `budpay`. */
  readonly name: string;
  /**
   * For a provider that documents that it makes no second transfer with the same reference: the source. Missing where
   * it is not documented; then an instruction that may have left is never sent again.
   */
  readonly refusesRepeats?: string;
  /** The banks that the rail pays to. Throws `dependencyDown` when it can't answer. */
  listBanks(): Promise<readonly Bank[]>;
  /** The name on an account, as the bank has it. Never throws for an outside fault: that is `unresolved`. */
  resolveAccount(account: { bankCode: string; accountNumber: string }): Promise<NameAnswer>;
  /**
   * Whether the rail answers now. Asked before an instruction leaves, so that during an outage it stays queued instead
   * of becoming unknown; an answer promises nothing. Never throws for an outside fault.
   */
  isUp(): Promise<boolean>;
  /**
   * The rail's float in kobo; null where it does not report it now. Missing for a rail that can't be asked for it.
   * Never throws for an outside fault.
   */
  floatKobo?(): Promise<Kobo | null>;
  /**
   * Sends one instruction, once. The request that makes the transfer is written before the deadline or not at all: the
   * deadline is checked when the connection is ready, in the same turn as the write. Never throws: an answer that
   * leaves the outcome open is `unknown`.
   */
  send(instruction: PayoutInstruction, deadline: Deadline): Promise<SendAnswer>;
  /** Asks for the outcome of a reference. Never throws for an outside fault. */
  find(reference: string): Promise<FindAnswer>;
  /**
   * The provider's own list of its payouts, made from `from` up to `to`: complete, or not at all. Missing for a
   * provider that documents none. Never throws for an outside fault.
   */
  statement?(stretch: Stretch): Promise<StatementAnswer>;
}

/** The requested part of a provider's list. */
export interface Stretch {
  readonly from: Date;
  readonly to: Date;
  /** Only the references and times have to be right: fields that need a call for each line are left out. */
  readonly isQuick?: boolean;
}

export interface StatementLine {
  readonly reference: string;
  readonly amountKobo: Kobo;
  /** The provider's fee, besides the amount; null where it is not exact. */
  readonly feeKobo: Kobo | null;
  /** `unclear` is a provider state that we do not know. */
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
  readonly amountKobo: Kobo;
  readonly accountNumber: string;
  readonly accountName: string;
  readonly bankCode: string;
  readonly bankName: string;
  readonly narration: string;
}

/** A provider's call about a transfer: its bytes as they came, because they are what is signed, and its headers. */
export interface RailCallback {
  readonly body: Uint8Array;
  readonly header: (name: string) => string | undefined;
}

/** The reference that a callback is about; null where it has none or does not prove its sender. Never throws. */
export type ReadCallback = (callback: RailCallback) => string | null;

export type SendAnswer =
  | { readonly kind: 'accepted' }
  /** It is certain that the rail made no transfer; the reason is fit for people to read. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** No request that could make a transfer has left this process, and none will. */
  | { readonly kind: 'not-sent'; readonly reason: string }
  /** A time-out, a 5xx, a duplicate reference, a malformed answer: the transfer may have been made. Ask, don't send. */
  | { readonly kind: 'unknown'; readonly reason: string };

/** The amount, account and currency that a rail reports as paid; null where the report is not exact. */
export interface MadeTransfer {
  readonly amountKobo: Kobo | null;
  readonly accountNumber: string | null;
  readonly currency?: string | null;
}

export type FindAnswer =
  | { readonly kind: 'pending' }
  | { readonly kind: 'paid'; readonly sessionId: string | null; readonly made?: MadeTransfer }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'reversed'; readonly reason: string }
  | { readonly kind: 'not-found' }
  | { readonly kind: 'unanswered'; readonly reason: string };
