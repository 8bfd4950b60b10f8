// Naira goes to another account only while it is with us: not while a payout of it is under way, paid, or may have been.
import { payoutMade } from '@kobogate/testkit/payouts/payout-steps.ts';
import { describe, expect, test } from 'vitest';
import { payeeStateOf } from './payee.ts';
import type { Payout, PayoutStatus } from './payout.ts';

const OLD = { accountNumber: '0123456785', bankName: 'GTBANK', accountName: 'SAMPLE PERSON' };
const NEW = { accountNumber: '0000014579', bankName: 'ACCESS BANK', accountName: 'SAMPLE PERSON' };
const made = (status: PayoutStatus, facts: Partial<Payout> = {}): Payout =>
  payoutMade(status, { ...OLD, ...facts }).payout;
const stateOf = (payouts: readonly Payout[], facts: Partial<Parameters<typeof payeeStateOf>[0]> = {}) =>
  payeeStateOf({ payee: OLD, present: NEW, payouts, isBankUnknown: false, ...facts });

describe('[P6] whether naira can go to another account', () => {
  test.each<[PayoutStatus, string]>([
    ['queued', 'fixed'],
    ['sent', 'fixed'],
    ['unknown', 'fixed'],
    ['paid', 'fixed'],
    ['failed', 'open'],
    ['reversed', 'open'],
  ])('by the newest payout: %s is %s', (status, state) => {
    expect(stateOf([made(status), made('failed')])).toBe(state);
  });

  test('not before its first payout', () => {
    expect(stateOf([])).toBe('fixed');
  });

  test('not while an administrator is called to any payout of it, which may have been paid', () => {
    expect(stateOf([made('failed', { needsPerson: true })])).toBe('fixed');
    expect(stateOf([made('failed'), made('reversed', { needsPerson: true })])).toBe('fixed');
  });

  test('of a queued payout only where no rail pays to its bank, so that it can’t leave', () => {
    const isBankUnknown = true;
    expect(stateOf([made('queued')], { isBankUnknown })).toBe('open');
    for (const status of ['sent', 'unknown', 'paid'] as const) {
      expect(stateOf([made(status)], { isBankUnknown })).toBe('fixed');
    }
  });

  test.each([['accountNumber'], ['bankName'], ['accountName']] as const)('another %s is another account', (part) => {
    expect(stateOf([made('failed')], { present: { ...OLD, [part]: 'another' } })).toBe('open');
  });

  test('with the account that it went to, or none, another one has to be saved first', () => {
    expect(stateOf([made('failed')], { present: OLD })).toBe('same');
    expect(stateOf([made('failed')], { present: null })).toBe('same');
  });

  test('once chosen it waits; another change of the payout account opens it again, and a payout to it ends the wait', () => {
    expect(stateOf([made('failed')], { payee: NEW })).toBe('chosen');
    expect(stateOf([made('failed')], { payee: NEW, present: OLD })).toBe('open');
    expect(stateOf([made('failed', NEW), made('failed')], { payee: NEW })).toBe('same');
  });
});
