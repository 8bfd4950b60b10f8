import type { DifferenceKind, ReconciliationOutcome, ReconciliationSummary } from '@kobogate/contract';
import type { StateWords } from '../../ui/status.tsx';

export const OUTCOME_WORDS: Readonly<Record<ReconciliationOutcome, StateWords>> = {
  agrees: { text: 'All agrees', tone: 'success' },
  differs: { text: 'Differs', tone: 'danger' },
  unclear: { text: 'Unclear', tone: 'warning' },
  'not-compared': { text: 'Not compared', tone: 'neutral' },
};

export const KIND_WORDS: Readonly<Record<DifferenceKind, string>> = {
  'missing-at-bank': 'Not on the bank’s list',
  'unknown-to-us': 'Not sent by us',
  doubled: 'Booked twice',
  'other-amount': 'Another amount',
  'other-state': 'Another state',
  'other-fee': 'Another fee',
  float: 'Float changed elsewhere',
  chain: 'Coins differ',
  ledger: 'Ledger was changed',
};

/** Who asked for a comparison: the schedule, with the number of the try, or an administrator. */
export function askedBy({ isScheduled, attempt, runBy }: ReconciliationSummary): string {
  if (!isScheduled) return runBy ?? 'the terminal';
  return attempt === 0 ? 'the schedule' : `the schedule, try ${attempt + 1}`;
}

/** `3 differences`, `1 difference`. */
export const differencesText = (count: number): string => `${count} ${count === 1 ? 'difference' : 'differences'}`;
