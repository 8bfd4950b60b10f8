// Each change of a payout's state moves its naira between the accounts written here, once under a source of its own, and
// moves the stamp duty that we owe with it.
import { idFor } from '@kobogate/testkit/contract/ids.ts';
import { payoutMade } from '@kobogate/testkit/payouts/payout-steps.ts';
import { toKobo } from '@kobogate/money';
import type { UserId } from '@kobogate/contract';
import { describe, expect, test } from 'vitest';
import type { NewTransaction } from '../ledger/index.ts';
import type { Payout, PayoutStatus } from './payout.ts';
import { postingOf, TRANSITIONS, type TransitionName } from './payout-machine.ts';

const NAMES: readonly TransitionName[] = [
  'leave',
  'withdraw',
  'doubt',
  'put-back',
  'settle',
  'fail',
  'reverse',
  'take',
  'take-ended',
];
const MOVING = NAMES.filter((name) => name !== 'doubt' && name !== 'withdraw');

const posted = (name: TransitionName, facts: Partial<Payout> = {}): NewTransaction | null => {
  const { payout, order } = payoutMade('sent', facts);
  return postingOf(name, { payout, order: { ...order, userId: idFor<UserId>('ada') } });
};
/** Its transfers as `debit > credit amount`. */
const transfersOf = (posting: NewTransaction | null): string[] =>
  (posting?.transfers ?? []).map(({ debit, credit, amount }) => `${debit.code} > ${credit.code} ${amount}`);

describe('the table of a payout', () => {
  test('has these changes of state and no other', () => {
    const table: Readonly<Record<TransitionName, string>> = {
      leave: 'queued > sent',
      withdraw: 'queued > failed',
      doubt: 'sent > unknown',
      'put-back': 'sent, unknown > queued',
      settle: 'sent, unknown > paid',
      fail: 'sent, unknown > failed',
      reverse: 'paid > reversed',
      take: 'sent, unknown > paid',
      'take-ended': 'failed, reversed > paid',
    };
    const rows = Object.entries<{ readonly from: readonly PayoutStatus[]; readonly to: PayoutStatus }>(TRANSITIONS);
    expect(Object.fromEntries(rows.map(([name, { from, to }]) => [name, `${from.join(', ')} > ${to}`]))).toEqual(table);
  });

  test.each<[TransitionName, string, string]>([
    ['leave', 'payout-sent', 'Payout handed to the rail'],
    ['put-back', 'payout-put-back', 'Payout did not leave'],
    ['settle', 'payout-paid', 'Payout paid'],
    ['fail', 'payout-failed', 'Payout failed'],
    ['reverse', 'payout-reversed', 'Payout sent back after success'],
    ['take', 'payout-taken', 'Payout taken as paid'],
    ['take-ended', 'payout-taken', 'Payout taken as paid'],
  ])('%s posts under the source %s', (name, source, description) => {
    expect(posted(name)).toMatchObject({ source, description });
  });

  test('nothing is posted where no naira moves', () => {
    expect(posted('doubt')).toBeNull();
    expect(posted('withdraw')).toBeNull();
  });
});

describe('the naira of a payout', () => {
  const SENT = 'payable:NGN:ada > payout-in-transit:NGN:budpay 1600000';
  const BACK = 'payout-in-transit:NGN:budpay > payable:NGN:ada 1600000';
  const PAID = 'payout-in-transit:NGN:budpay > rail-float:NGN:budpay 1600000';
  const OWED = 'stamp-duty-cost:NGN > stamp-duty-due:NGN 5000';
  const NOT_OWED = 'stamp-duty-due:NGN > stamp-duty-cost:NGN 5000';

  test.each<[TransitionName, string[]]>([
    ['leave', [SENT]],
    ['put-back', [BACK]],
    ['settle', [PAID, OWED]],
    ['fail', [BACK]],
    ['reverse', ['rail-float:NGN:budpay > payable:NGN:ada 1600000', NOT_OWED]],
    ['take', [PAID, OWED]],
    ['take-ended', ['payable:NGN:ada > rail-float:NGN:budpay 1600000', OWED]],
  ])('%s moves it between these accounts, with the duty', (name, transfers) => {
    expect(transfersOf(posted(name))).toEqual(transfers);
  });

  test('below the amount from which duty is due, none is posted', () => {
    for (const name of MOVING) {
      expect(posted(name, { amountKobo: toKobo(999_999n) })?.transfers).toHaveLength(1);
      expect(posted(name, { amountKobo: toKobo(999_999n) })?.transfers[0]?.amount).toBe(999_999n);
    }
    expect(posted('settle', { amountKobo: toKobo(1_000_000n) })?.transfers[1]?.amount).toBe(5_000n);
  });

  test('it is that of the rail that has the payout', () => {
    expect(transfersOf(posted('leave', { rail: 'paystack' }))).toEqual([
      'payable:NGN:ada > payout-in-transit:NGN:paystack 1600000',
    ]);
  });
});

describe('the source of a posting, which is used once for ever', () => {
  const idOf = (name: TransitionName, facts: Partial<Payout>): string | undefined => posted(name, facts)?.sourceId;

  test.each(MOVING)('%s of a payout that is sent once has its id', (name) => {
    expect(idOf(name, { sends: 1, takes: 0 })).toBe('payout');
  });

  test.each<[TransitionName, string]>([
    ['leave', 'payout#3'],
    ['put-back', 'payout#3'],
    ['settle', 'payout'],
    ['fail', 'payout'],
    ['reverse', 'payout'],
    ['take', 'payout'],
    ['take-ended', 'payout'],
  ])('%s of the third sending has %s: what may happen again is another posting', (name, id) => {
    expect(idOf(name, { sends: 3, takes: 0 })).toBe(id);
  });

  test.each<[TransitionName, string]>([
    ['leave', 'payout'],
    ['put-back', 'payout'],
    ['settle', 'payout'],
    ['fail', 'payout'],
    ['reverse', 'payout#2'],
    ['take', 'payout#2'],
    ['take-ended', 'payout#2'],
  ])('%s after it was taken as paid twice has %s', (name, id) => {
    expect(idOf(name, { sends: 1, takes: 2 })).toBe(id);
  });

  test('taken as paid for the first time, it already differs from one that came back before', () => {
    expect([idOf('reverse', { takes: 0 }), idOf('take-ended', { takes: 1 }), idOf('reverse', { takes: 1 })]).toEqual([
      'payout',
      'payout#1',
      'payout#1',
    ]);
  });
});
