import type { Refund, Refundable, RefundState } from '@kobogate/contract';
import { parseAmount } from '@kobogate/money';
import type { Problem } from '../../lib/use-form.ts';
import type { StateWords } from '../../ui/status.tsx';

/** A refund's state in a word, and the tone that goes with it. */
export const REFUND_WORDS: Readonly<Record<RefundState, StateWords>> = {
  requested: { text: 'Asked for', tone: 'waiting' },
  approved: { text: 'Approved', tone: 'waiting' },
  planned: { text: 'Being signed', tone: 'waiting' },
  sent: { text: 'Sent', tone: 'waiting' },
  seen: { text: 'On the chain', tone: 'waiting' },
  final: { text: 'Arrived', tone: 'success' },
  declined: { text: 'Declined', tone: 'neutral' },
};

/** What happens now and next, in a sentence. */
export function refundSentence({ status, reason }: Pick<Refund, 'status' | 'reason'>): string {
  switch (status) {
    case 'requested':
      return 'We review it and tell you.';
    case 'approved':
    case 'planned':
      return 'It is sent with the next batch.';
    case 'sent':
      return 'It was sent. Waiting for the network to include it.';
    case 'seen':
      return 'The network has it. Waiting until it is final.';
    case 'final':
      return 'It is final.';
    case 'declined':
      return `${reason === null ? '' : `${reason} `}The coins are back where they were.`;
  }
}

/** Enough decimals for every coin. */
const MOST_DECIMALS = 18;

function unitsOf(text: string): bigint | null {
  const parsed = parseAmount(text.trim(), MOST_DECIMALS);
  return parsed.ok ? parsed.value : null;
}

/** The net amount for the payee of an amount in whole coins, or null where the fee leaves nothing or it is invalid. */
export function netOfFee(amount: string, fee: string): string | null {
  const [units, cost] = [unitsOf(amount), unitsOf(fee)];
  if (units === null || cost === null || units <= cost) return null;
  const digits = (units - cost).toString().padStart(MOST_DECIMALS + 1, '0');
  return `${digits.slice(0, -MOST_DECIMALS)}.${digits.slice(-MOST_DECIMALS)}`;
}

/** What the form of a refund holds; a coin by its ledger code. */
export interface RefundForm {
  readonly asset: string;
  readonly amount: string;
  readonly address: string;
}

/** A form of the first coin that can be sent back, to its saved address. Pure. */
export function emptyRefund([first]: readonly Refundable[]): RefundForm {
  return { asset: first?.asset ?? '', amount: '', address: first?.savedAddress ?? '' };
}

/**
 * What was typed, while its coin can still be sent back; else an empty form, since an amount belongs to its coin. Pure.
 */
export function possibleRefund<Typed extends RefundForm>(typed: Typed, refundable: readonly Refundable[]): Typed {
  return refundable.some(({ asset }) => asset === typed.asset) ? typed : { ...typed, ...emptyRefund(refundable) };
}

/** The first thing wrong with a request before it is sent; null: nothing. The server checks all of it again. */
export function refundProblem(
  form: { readonly amount: string; readonly address: string; readonly password: string },
  coins: Pick<Refundable, 'available' | 'fee' | 'currency'>,
): Problem | null {
  const text = amountProblem(form.amount, coins);
  if (text !== null) return { field: 'amount', text };
  if (form.address.trim() === '') return { field: 'address', text: 'Please give the address that the coins go to.' };
  return form.password === '' ? { field: 'password', text: PASSWORD_MISSING } : null;
}

/** Shown where coins would leave without the owner's password. */
export const PASSWORD_MISSING = 'Please enter your password: only you can send your coins away.';

function amountProblem(
  typed: string,
  { available, fee, currency }: Pick<Refundable, 'available' | 'fee' | 'currency'>,
): string | null {
  const [units, there] = [unitsOf(typed), unitsOf(available)];
  if (units === null || units === 0n) return 'Please give an amount above zero.';
  if (there !== null && units > there) return `You have ${available} ${currency} to send back.`;
  return netOfFee(typed, fee) === null ? `The network takes ${fee} ${currency}: nothing would be left.` : null;
}
