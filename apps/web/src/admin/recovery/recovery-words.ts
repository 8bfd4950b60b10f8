import type { RecoveredTransfer, RecoveryCheckAnswer } from '@kobogate/contract';
import type { StateWords } from '../../ui/status.tsx';

export const CHECK_WORDS: Readonly<Record<RecoveryCheckAnswer['state'], StateWords>> = {
  waiting: { text: 'Not yet', tone: 'neutral' },
  reading: { text: 'Being read', tone: 'waiting' },
  done: { text: 'Compared', tone: 'success' },
  failed: { text: 'No answer', tone: 'danger' },
};

export const TRANSFER_WORDS: Readonly<Record<RecoveredTransfer['status'], StateWords>> = {
  open: { text: 'To decide', tone: 'warning' },
  paid: { text: 'Booked on its order', tone: 'success' },
  owed: { text: 'Owed', tone: 'warning' },
  settled: { text: 'Settled', tone: 'success' },
  noted: { text: 'Noted', tone: 'neutral' },
  void: { text: 'Not made', tone: 'neutral' },
};

export const BANK_WORDS: Readonly<Record<RecoveredTransfer['bankState'], string>> = {
  paid: 'Paid',
  pending: 'Under way',
  failed: 'Failed',
  reversed: 'Sent back',
  unclear: 'Not clear',
};

/** Shown where the answer of an action is lost. */
export const ANSWER_LOST =
  'We do not know whether this was booked. Look at the list; pressing again books it only once.';
