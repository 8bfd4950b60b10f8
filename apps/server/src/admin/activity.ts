import type { DepositState, OrderId } from '@kobogate/contract';
import type { AccountChange, ProfileField } from '../identity/index.ts';
import type { AdminActionType } from '../controls/index.ts';
import { describeCoins } from '../sales/index.ts';

/** One line of a timeline, before its text is made. */
export interface ActivityRecord {
  /** Distinguishes it from every other line of the same account. */
  readonly id: string;
  readonly at: Date;
  /** `at` to the microsecond, as the database has it. */
  readonly microseconds: bigint;
  readonly fact: ActivityFact;
  readonly by: string | null;
  readonly reason: string | null;
  readonly orderId: OrderId | null;
}

/** An event of an account, as its table has it. */
export type ActivityFact =
  | { readonly kind: 'signed-up' }
  | { readonly kind: 'verified' }
  | { readonly kind: 'signed-in'; readonly address: string }
  | { readonly kind: 'payout-account'; readonly bankName: string; readonly accountNumber: string }
  | {
      readonly kind: 'deposit';
      readonly asset: string;
      /** In the asset's smallest units. */
      readonly amount: bigint;
      readonly status: DepositState;
    }
  | { readonly kind: 'account'; readonly change: AccountChange; readonly fields: readonly ProfileField[] }
  | { readonly kind: 'order' | 'payout'; readonly text: string }
  | { readonly kind: 'admin'; readonly action: AdminActionType };

/** What an administrator did, as a sentence. */
export const ADMIN_WORDS: Readonly<Record<AdminActionType, string>> = {
  'user-disabled': 'Account disabled.',
  'user-enabled': 'Account enabled again.',
  'user-promoted': 'Made an administrator.',
  'user-demoted': 'Role in the team taken away.',
  'user-made-support': 'Given the role support.',
  'user-made-reviewer': 'Given the role reviewer.',
  'user-made-finance': 'Given the role finance.',
  'user-tier-set': 'Tier set.',
  'user-factor-reset-first-granted': 'Granted the removal of a lost second factor, as the first of two administrators.',
  'user-factor-reset-granted': 'Granted the removal of a lost second factor.',
  'user-factor-reset-refused': 'Refused the removal of a lost second factor.',
  'user-data-exported': 'Downloaded everything that is kept about the person.',
  'user-closed': 'Account closed.',
  'deposit-late-settled': 'Decided on coins that arrived after the account was closed.',
  'invitation-sent': 'Invited a colleague.',
  'invitation-sent-again': 'Sent the invitation of a colleague again.',
  'invitation-withdrawn': 'Withdrew the invitation of a colleague.',
  'proposal-withdrawn': 'Withdrew their change of the approvals by two people.',
  'proposal-refused': 'Refused a change of the approvals by two people that this administrator wanted.',
  'user-noted': 'Wrote a note.',
  'order-noted': 'Wrote a note on an order.',
  'order-approved': 'Order approved.',
  'order-first-approved': 'Order approved, as the first of two people.',
  'order-approval-undone': 'Took the approval of an order back.',
  'order-declined': 'Order declined.',
  'order-decline-undone': 'Took the decline of an order back.',
  'payout-asked': 'Asked the bank about a payout.',
  'payout-not-made': 'Marked a payout as not sent.',
  'payout-first-taken': 'Stated that a payout was paid, as the first of two people.',
  'payout-taken': 'Took a payout as paid.',
  'payout-retried': 'Queued a payout again.',
  'suspense-credited': 'Credited coins from suspense.',
  'deposit-owner-named': 'Named as the owner of coins without a known owner, by the first of two people.',
  'deposit-credited': 'Credited with coins whose owner was not known.',
  'deposit-first-taken': 'Said that coins without a known owner are the operator’s own, as the first of two people.',
  'deposit-taken': 'Booked coins without a known owner as the operator’s own.',
  'deposit-first-returned': 'Said that coins are not the operator’s own after all, as the first of two people.',
  'deposit-returned': 'Put coins that were booked as the operator’s own back into suspense.',
  'deposit-return-ended':
    'Said that coins stay booked as the operator’s own, which the first of two people had denied.',
  'deposit-kept': 'Left coins without a known owner where they are.',
  'deposit-first-vouched': 'Vouched for a deposit that no second provider confirms, as the first of two people.',
  'deposit-vouched': 'Vouched for a deposit that no second provider confirms.',
  'payment-explained': 'Explained a payment that the books did not know.',
  'refund-first-approved': 'Refund approved, as the first of two people.',
  'refund-approved': 'Refund approved.',
  'refund-declined': 'Refund declined.',
  'refund-listing-accepted': 'Refund in a plan accepted, although the sanctions list names it.',
  'payout-rerouted': 'Chose the rail of a payout.',
  'transfer-first-approved': 'Explained a transfer that the books did not know, as the first of two people.',
  'transfer-booked': 'Booked a transfer as the payout of an order.',
  'transfer-owed': 'Booked a transfer without an order as owed.',
  'transfer-noted': 'Recorded a transfer that the books did not know.',
  'transfer-settled': 'Settled what was owed for a transfer.',
  'debt-first-settled': 'Stated how coins that are owed are settled, as the first of two people.',
  'debt-settled': 'Settled coins that were owed.',
  'fence-first-lifted': 'Approved that payouts may leave again, as the first of two administrators.',
  'fence-lifted': 'Resumed payouts.',
  'fence-read-further': 'Had the banks’ lists read from an earlier time.',
  'network-resumed': 'Resumed a stopped network.',
  'treasury-planned': 'Had a plan of the treasury made.',
  'treasury-replaced': 'Had a plan of the treasury replaced.',
  'treasury-discarded': 'Discarded a plan of the treasury.',
  'treasury-sent': 'Handed in a signed plan of the treasury.',
  'treasury-nonces-asked': 'Had nonces for the treasury made.',
  'treasury-topped-up': 'Had the operator’s own coins in the treasury booked.',
};

const DEPOSIT_WORDS: Readonly<Record<DepositState, string>> = {
  seen: 'was seen on the chain.',
  confirming: 'is being confirmed.',
  confirmed: 'arrived and is final.',
  dropped: 'was taken back by the chain before it was final.',
  reverted: 'was taken back by the chain after it had been final.',
};

const FIELD_WORDS: Readonly<Record<ProfileField, string>> = {
  firstName: 'the first name',
  lastName: 'the last name',
  phone: 'the phone number',
  gender: 'the gender',
};

function describeChange(change: AccountChange, fields: readonly ProfileField[]): string {
  switch (change) {
    case 'profile':
      return `Changed ${new Intl.ListFormat('en-GB').format(fields.map((field) => FIELD_WORDS[field]))}.`;
    case 'password':
      return 'Changed the password.';
    case 'password-reset':
      return 'Set a new password by a reset link.';
    case 'two-factor-on':
      return 'Turned two-factor on.';
    case 'two-factor-off':
      return 'Turned two-factor off: the password alone is enough to log in.';
    case 'app-added':
      return 'Added an authenticator app.';
    case 'app-replaced':
      return 'Replaced the authenticator app.';
    case 'app-removed':
      return 'Removed the authenticator app.';
    case 'passkey-added':
      return 'Added a passkey.';
    case 'passkey-removed':
      return 'Removed a passkey.';
    case 'recovery-code-used':
      return 'Used a recovery code instead of app or passkey.';
    case 'recovery-codes-renewed':
      return 'Got new recovery codes; the old ones ended.';
    case 'google-linked':
      return 'Linked Google, which signs in to the account from then on.';
    case 'google-unlinked':
      return 'Unlinked Google.';
    case 'apple-linked':
      return 'Linked Apple, which signs in to the account from then on.';
    case 'apple-unlinked':
      return 'Unlinked Apple.';
    case 'factor-reset-asked':
      return 'Requested the removal of a lost second factor.';
    case 'factor-reset-stopped':
      return 'Stopped the removal of a lost second factor.';
    case 'factor-reset-done':
      return 'The lost second factor was removed, and every device signed out.';
    case 'closed':
      return 'Closed the account.';
  }
}

/** The event as a sentence. Only the last four digits of an account number are shown. Pure. */
export function describeActivity(fact: ActivityFact): string {
  switch (fact.kind) {
    case 'signed-up':
      return 'Signed up.';
    case 'verified':
      return 'E-mail address verified.';
    case 'signed-in':
      return fact.address === '' ? 'Signed in.' : `Signed in from ${fact.address}.`;
    case 'payout-account':
      return `Payout account set to the one that ends in ${fact.accountNumber.slice(-4)} at ${fact.bankName}.`;
    case 'account':
      return describeChange(fact.change, fact.fields);
    case 'deposit':
      return `${describeCoins(fact.amount, fact.asset)} ${DEPOSIT_WORDS[fact.status]}`;
    case 'order':
      return fact.text;
    case 'payout':
      // `describePayout` of the payouts room writes an account as its number, then its owner's name.
      return fact.text.replaceAll(/\b\d{6}(?=\d{4} \()/g, '••••••');
    case 'admin':
      return ADMIN_WORDS[fact.action];
  }
}

/** A position in a timeline: the time to the microsecond, and the line's id among those of the same time. */
export interface TimelinePlace {
  readonly microseconds: bigint;
  readonly id: string;
}

/** The position as text for the next page, such as `1764540000000000.order-0189…`. Pure. */
export const writePlace = ({ microseconds, id }: TimelinePlace): string => `${microseconds}.${id}`;

/** Reads what `writePlace` wrote; null for anything else. Pure. */
export function readPlace(text: string | undefined): TimelinePlace | null {
  const match = /^(?<microseconds>\d{1,18})\.(?<id>[\w-]{1,100})$/.exec(text ?? '');
  const { microseconds, id } = match?.groups ?? {};
  return microseconds === undefined || id === undefined ? null : { microseconds: BigInt(microseconds), id };
}
