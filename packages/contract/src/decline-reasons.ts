/**
 * Why an order is declined, as its customer reads it. `other` has no sentence: the administrator's own words are shown.
 */
export const DECLINE_REASONS = {
  other: '',
  'payout-account': 'The payout account does not seem to be yours.',
  verification: 'We need to know more about you before we can pay this amount.',
  'source-of-coins': 'We could not find out where the coins come from.',
  unusual: 'The order does not fit how your account is usually used.',
  'customer-asked': 'You asked us to stop.',
  'not-served': 'We cannot serve this order.',
} as const;
export type DeclineCode = keyof typeof DECLINE_REASONS;

export const DECLINE_CODES = [
  'other',
  'payout-account',
  'verification',
  'source-of-coins',
  'unusual',
  'customer-asked',
  'not-served',
] as const satisfies readonly DeclineCode[];

/** What the customer reads: the code's sentence, then the administrator's words; null where there are neither. Pure. */
export function describeDecline(code: DeclineCode, words: string | null): string | null {
  const parts = [DECLINE_REASONS[code], words ?? ''].filter((part) => part !== '');
  return parts.length === 0 ? null : parts.join(' ');
}
