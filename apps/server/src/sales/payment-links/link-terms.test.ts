// The terms of a link are exactly what its owner typed, or refused with a message that says what is wrong.
import type { LinkCurrency, NewPaymentLink } from '@kobogate/contract';
import { rateOf } from '@kobogate/testkit/sales/orders.ts';
import { describe, expect, test } from 'vitest';
import { refusalOf, writeAmount } from './link.ts';
import { decideTerms, type TermsContext } from './link-terms.ts';

const NOW = new Date('2030-01-15T10:00:00Z');
const LIMITS = { minimumKobo: '10000', maximumKobo: '1000000000' };
const LINK: NewPaymentLink = { name: 'Bread', purpose: 'A loaf', amount: '25000.50', coins: ['USDT', 'BTC', 'USDT'] };
const decide = (input: Partial<NewPaymentLink> = {}, context: Partial<TermsContext> = {}) => {
  const currency = input.amountCurrency ?? 'NGN';
  const nairaRate = rateOf(currency === 'NGN' ? '1' : '1500');
  return decideTerms(
    { ...LINK, ...input },
    {
      currency,
      nairaRate,
      limits: LIMITS,
      now: NOW,
      allowsLocalhost: false,
      formerEnd: null,
      formerMetadata: {},
      formerFields: [],
      ...context,
    },
  );
};
const refused = (words: RegExp) => expect.objectContaining({ status: 422, message: expect.stringMatching(words) });
const thrownBy = (act: () => unknown): unknown => {
  try {
    return act();
  } catch (error) {
    return error;
  }
};

test('every missing field has its default: naira, fixed, every network, no end, reusable', () => {
  expect(decide()).toEqual({
    name: 'Bread',
    purpose: 'A loaf',
    amountCurrency: 'NGN',
    amount: '25000.5',
    minimumAmount: null,
    maximumAmount: null,
    coins: ['USDT', 'BTC'],
    accepted: [],
    isOnce: false,
    expiresAt: null,
    successMessage: null,
    redirectUrl: null,
    metadata: {},
    customFields: [],
    bannerImageId: null,
    profileImageId: null,
  });
});

describe('an amount', () => {
  test.each(['', '0', '0.00', '-1', '1e3', '１', 'abc', ' 5'])('[M1] %j is refused', (amount) => {
    expect(thrownBy(() => decide({ amount }))).toEqual(refused(/^Please enter an amount in NGN above zero/));
  });
  test.each<[LinkCurrency, string, RegExp]>([
    ['NGN', '25000.001', /at most 2 decimals/],
    ['USD', '1.001', /at most 2 decimals/],
    ['USDT', '1.0000001', /at most 6 decimals/],
    ['BTC', '0.000000001', /at most 8 decimals/],
    ['NGN', '1000000000.01', /of 1,000,000,000 NGN at most/],
    ['NGN', '9'.repeat(90), /at most/],
    ['NGN', '99.99', /from ₦100\.00 to ₦10,000,000\.00/],
    ['NGN', '10000000.01', /from ₦100\.00 to ₦10,000,000\.00/],
    ['USD', '0.06', /worth ₦100\.00 to .* 0\.06 USD is about ₦90\.00 today/],
    ['USDT', '7000', /7,000 USDT is about ₦10,500,000\.00 today/],
  ])('[M1] of %s %s is refused', (amountCurrency, amount, words) => {
    expect(thrownBy(() => decide({ amountCurrency, amount }))).toEqual(refused(words));
  });
  test('[M1] keeps every digit that its currency has', () => {
    expect(decide({ amountCurrency: 'BTC', amount: '0.12345678' }, { nairaRate: null }).amount).toBe('0.12345678');
    expect(writeAmount('25000.5', 'NGN')).toBe('25000.50');
    expect(writeAmount('25000', 'USD')).toBe('25000.00');
    expect(writeAmount('0.5', 'BTC')).toBe('0.5');
  });
  test('the payer chooses it, within bounds or without', () => {
    const open = { isAmountOpen: true, amount: undefined };
    expect(decide({ ...open, amount: '', minimumAmount: '500', maximumAmount: '' })).toMatchObject({
      amount: null,
      minimumAmount: '500',
      maximumAmount: null,
    });
    expect(thrownBy(() => decide({ ...open, minimumAmount: '600', maximumAmount: '500' }))).toEqual(
      refused(/smallest amount can’t be above the largest/),
    );
    expect(thrownBy(() => decide({ ...open, minimumAmount: '0' }))).toEqual(refused(/a smallest amount .* above zero/));
    expect(thrownBy(() => decide({ ...open, maximumAmount: '20000000' }))).toEqual(refused(/a largest amount from/));
    expect(thrownBy(() => decide({ isAmountOpen: true }))).toEqual(refused(/leave the amount out/));
    expect(thrownBy(() => decide({ minimumAmount: '5' }))).toEqual(refused(/either a fixed amount, or bounds/));
  });
});

describe('pairs', () => {
  const [bsc, mainnet] = [
    { currency: 'USDT', network: 'bsc' },
    { currency: 'BTC', network: 'mainnet' },
  ];
  test('are stored once each', () => {
    expect(decide({ accepted: [bsc, mainnet, bsc] }).accepted).toEqual([bsc, mainnet]);
  });
  test.each([
    [[{ currency: 'BTC', network: 'bsc' }], /do not know one of these coins/],
    [[{ currency: 'XXX', network: 'bsc' }], /do not know one of these coins/],
    [[bsc, mainnet, { currency: 'ETH', network: 'ethereum' }], /ETH itself is not/],
    [[bsc], /at least one network for BTC/],
  ])('%j are refused', (accepted, words) => {
    expect(thrownBy(() => decide({ accepted }))).toEqual(refused(words));
  });
});

describe('the end', () => {
  test.each([
    ['2030-01-15T10:00:00Z', /has passed already/],
    ['2029-12-31T00:00:00+01:00', /has passed already/],
    ['2036-01-15T10:00:00Z', /within 5 years/],
    ['2030-13-45T10:00:00Z', /date and time with its zone/],
    ['tomorrow', /date and time with its zone/],
    ['2030-02-01', /date and time with its zone/],
    ['2030-02-30T10:00:00Z', /no such day/],
    ['2031-02-29T23:59:59+01:00', /no such day/],
    ['2030-04-31T00:00Z', /no such day/],
  ])('%s is refused', (expiresAt, words) => {
    expect(thrownBy(() => decide({ expiresAt }))).toEqual(refused(words));
  });
  test('may be later, and may stay as it was although it has passed', () => {
    const formerEnd = new Date('2029-01-01T00:00:00Z');
    expect(decide({ expiresAt: '2030-01-15T12:00:00+01:00' }).expiresAt).toEqual(new Date('2030-01-15T11:00:00Z'));
    expect(decide({ expiresAt: formerEnd.toISOString() }, { formerEnd }).expiresAt).toEqual(formerEnd);
    const leapDay = '2032-02-29T23:59:59+01:00';
    expect(decide({ expiresAt: leapDay }).expiresAt).toEqual(new Date(leapDay));
  });
});

describe('the redirect address', () => {
  test.each([
    'http://example.com',
    'javascript:alert(1)',
    'data:text/html,x',
    '//example.com',
    'example.com',
    'ftp://a.b',
  ])('%s is refused', (redirectUrl) => {
    expect(thrownBy(() => decide({ redirectUrl }, { allowsLocalhost: true }))).toEqual(refused(/starts with https:/));
  });
  test('names and passwords are refused, https is taken, localhost only on a developer’s gateway', () => {
    expect(thrownBy(() => decide({ redirectUrl: 'https://a:b@example.com/' }))).toEqual(refused(/name and password/));
    expect(decide({ redirectUrl: 'https://example.com/thanks' }).redirectUrl).toBe('https://example.com/thanks');
    const redirectUrl = 'http://localhost:4000/thanks';
    expect(decide({ redirectUrl }, { allowsLocalhost: true }).redirectUrl).toBe(redirectUrl);
    expect(thrownBy(() => decide({ redirectUrl }))).toEqual(refused(/starts with https:/));
  });
  test('one that is too long as an address has it is refused, so that each can be sent back with a change', () => {
    const written = (letters: number): string => `https://example.com/${'ọ'.repeat(letters)}`;
    expect(decide({ redirectUrl: written(53) }).redirectUrl).toHaveLength(497);
    expect(thrownBy(() => decide({ redirectUrl: written(54) }))).toEqual(refused(/506 characters.*500/));
  });
});

test('each reason why a link can’t be paid has its own status and message', () => {
  const refusals = (['inactive', 'expired', 'used'] as const).map((state) => refusalOf({ state }));
  expect(refusals.map((refusal) => refusal?.status)).toEqual([404, 409, 409]);
  expect(new Set(refusals.map((refusal) => refusal?.message)).size).toBe(3);
  expect(refusalOf({ state: 'active' })).toBeNull();
});

test('every broken rule is told at once, by its field, and the first of them as the message', () => {
  const thrown = thrownBy(() =>
    decide({ amount: '0', accepted: [{ currency: 'BTC', network: 'bsc' }], expiresAt: 'soon', redirectUrl: 'ftp://x' }),
  );
  const { faults, message } = Object(thrown);
  expect(faults.map(({ field }: { field: string }) => field)).toEqual([
    'amount',
    'accepted',
    'expiresAt',
    'redirectUrl',
  ]);
  expect(message).toBe(faults[0].message);
  const bounds = thrownBy(() =>
    decide({ amount: undefined, isAmountOpen: true, minimumAmount: 'x', maximumAmount: '0' }),
  );
  expect(Object(bounds).faults.map(({ field }: { field: string }) => field)).toEqual([
    'minimumAmount',
    'maximumAmount',
  ]);
});
