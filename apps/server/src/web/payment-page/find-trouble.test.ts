// An error in a payer's choice is named before anything is opened, to the smallest unit of the bounds.
import type { PaymentLink } from '@kobogate/contract';
import { sampleLink } from '@kobogate/testkit/payer/samples.ts';
import { describe, expect, it } from 'vitest';
import { findTrouble, troubleOf } from './find-trouble.ts';

const PAIR = { currency: 'USDT', network: 'bsc' };
const open: Partial<PaymentLink> = { isAmountOpen: true, amount: '', minimumAmount: '1000', maximumAmount: '5000.50' };
const problem = (choice: object, changes: Partial<PaymentLink> = {}) =>
  findTrouble(sampleLink(changes), { choice: { currency: '', network: '', amount: '', ...choice }, values: {} })
    ?.problem ?? 'none';

describe('a choice', () => {
  it.each([
    [{}, 'pair-missing'],
    [{ currency: 'USDT' }, 'pair-missing'],
    [{ network: 'bsc' }, 'pair-missing'],
    [{ currency: 'USDT', network: 'mainnet' }, 'pair-gone'],
    [PAIR, 'none'],
    [{ ...PAIR, amount: 'not asked for' }, 'none'],
  ])('%j of a fixed price: %s', (choice, expected) => {
    expect(problem(choice)).toBe(expected);
  });

  it.each([
    ['', 'amount-missing'],
    ['1,000', 'amount-malformed'],
    ['-1', 'amount-malformed'],
    ['1e3', 'amount-malformed'],
    ['1000.001', 'amount-malformed'],
    ['0', 'amount-low'],
    ['999.99', 'amount-low'],
    ['1000', 'none'],
    ['5000.50', 'none'],
    ['5000.51', 'amount-high'],
  ])('of %j between ₦1,000 and ₦5,000.50: %s', (amount, expected) => {
    expect(problem({ ...PAIR, amount }, open)).toBe(expected);
  });

  it('lacks a field of the merchant’s own only where that has to be filled in', () => {
    const field = { key: 'size', label: 'Size', type: 'text' as const, isRequired: true, choices: [] };
    const asking = (isRequired: boolean, values: Record<string, string>) =>
      findTrouble(sampleLink({ customFields: [{ ...field, isRequired }] }), {
        choice: { ...PAIR, amount: '' },
        values,
      })?.problem ?? 'none';
    expect([asking(true, {}), asking(true, { size: 'L' }), asking(false, {})]).toEqual([
      'fields-missing',
      'none',
      'none',
    ]);
  });

  it('without bounds is above nothing', () => {
    const free = { ...open, minimumAmount: null, maximumAmount: null };
    expect(problem({ ...PAIR, amount: '0.00' }, free)).toBe('amount-low');
    expect(problem({ ...PAIR, amount: '9999999999' }, free)).toBe('none');
  });
});

const refusal = { ok: false, status: 422, sentence: 'In English.', code: '', bound: '', waitSeconds: null } as const;

it.each([
  [
    { status: 429, waitSeconds: 90 },
    { problem: 'too-many', sentence: '', waitSeconds: 90 },
  ],
  [{ status: 409 }, { problem: 'refused', sentence: 'In English.' }],
  [{ code: 'amount-fixed' }, { problem: 'refused', sentence: 'In English.' }],
  [
    { code: 'amount-low', bound: '₦5.00' },
    { problem: 'amount-low', sentence: '', bound: '₦5.00' },
  ],
  [
    { status: 503, code: 'no-rate' },
    { problem: 'no-rate', sentence: '' },
  ],
  [{ status: 503 }, { problem: 'unreachable', sentence: 'In English.' }],
  [
    { status: 500, code: 'internal' },
    { problem: 'unreachable', sentence: '' },
  ],
  [
    { status: 0, sentence: '' },
    { problem: 'unreachable', sentence: '' },
  ],
])('an answer of %j means %j, with the API’s own message only where no other fits', (answer, expected) => {
  expect(troubleOf({ ...refusal, ...answer })).toEqual({ bound: null, waitSeconds: null, ...expected });
});

it('a refusal by the link’s own bounds names them', () => {
  const choice = { ...PAIR, amount: '1' };
  expect(findTrouble(sampleLink(open), { choice, values: {} })?.bound).toBe('₦1,000.00');
  expect(findTrouble(sampleLink(open), { choice: { ...choice, amount: '6000' }, values: {} })?.bound).toBe('₦5,000.50');
});
