// Guarantee: a payer's wallet is never asked to send at a rate that has ended, nor for a payment that is covered or on
// its way.
import { expect, it } from 'vitest';
import { payableAt } from './payable.ts';
import { PAYMENT_STATES } from './states.ts';

const END = '2026-03-01T12:00:00.000Z';
const NOW = Date.parse(END);

it('takes coins until the lock ends, and asks for a new rate from that moment on', () => {
  const waiting = { state: 'waiting', lockExpiresAt: END, missing: '1.5' } as const;
  expect(payableAt(waiting, NOW - 1)).toBe('yes');
  expect(payableAt(waiting, NOW)).toBe('rate-ended');
  expect(payableAt({ ...waiting, lockExpiresAt: null }, NOW)).toBe('yes');
  expect(payableAt({ ...waiting, state: 'underpaid' }, NOW - 1)).toBe('yes');
  expect(payableAt({ ...waiting, state: 'expired', lockExpiresAt: null }, NOW)).toBe('rate-ended');
});

it('takes no coins in any other state, or where nothing is missing', () => {
  const others = PAYMENT_STATES.filter((state) => !['waiting', 'underpaid', 'expired'].includes(state));
  for (const state of others) expect(payableAt({ state, lockExpiresAt: null, missing: '1' }, NOW)).toBe('no');
  expect(payableAt({ state: 'waiting', lockExpiresAt: null, missing: '1', isLinkUsed: true }, NOW)).toBe('no');
  for (const missing of ['0', '0.000', '']) {
    expect(payableAt({ state: 'waiting', lockExpiresAt: null, missing }, NOW)).toBe('no');
  }
});
