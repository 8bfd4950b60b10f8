// Guarantee: what an operator types is sent exactly or refused at the field that is wrong, and a history says in words
// what became of what.
import { DEFAULT_SETTINGS } from '@kobogate/contract';
import { describe, expect, test } from 'vitest';
import { brandForm, readBrand, withNewChannel } from './brand-rules.ts';
import { BRAND_PARTS, CLEARING_PARTS, describeChange, HOLDS_PARTS, TIERS_PARTS } from './describe-change.ts';
import { holdsForm, readHolds } from './holds-rules.ts';
import { readTiers, tiersForm } from './tiers-rules.ts';
import { koboOf, typedNaira } from './naira-input.ts';

test.each([
  ['50000', '5000000'],
  [' 50000.5 ', '5000050'],
  ['0.01', '1'],
  ['0', null],
  ['', null],
  ['-1', null],
  ['1e3', null],
  ['1.005', null],
  ['1,000', null],
])('%j as naira is %j kobo', (typed, kobo) => {
  expect(koboOf(typed)).toBe(kobo);
});

test.each(['1', '5000000', '5000050', '999999999999999999'])(
  '%s kobo come back from what is put into the field',
  (kobo) => {
    expect(koboOf(typedNaira(kobo))).toBe(kobo);
  },
);

describe('the brand', () => {
  const form = brandForm(DEFAULT_SETTINGS.brand);

  test('is what it was where nothing is typed, and empty lines of an address are none', () => {
    expect(readBrand(form)).toEqual({ brand: DEFAULT_SETTINGS.brand });
    expect(readBrand({ ...form, address: ' 1 Marina \n\n Lagos ' })).toMatchObject({
      brand: { address: ['1 Marina', 'Lagos'] },
    });
  });

  test('names the field that is wrong, down to the part of a channel', () => {
    expect(readBrand({ ...form, name: ' ' })).toMatchObject({ problem: { field: 'name' } });
    expect(readBrand({ ...form, address: '1\n2\n3\n4\n5\n6\n7' })).toMatchObject({
      problem: { field: 'address', text: 'Please keep the address to 6 lines' },
    });
    const first = { key: 0, label: 'X', url: 'https://example.com/us' };
    const channels = withNewChannel([first]);
    expect(channels.map(({ key }) => key)).toEqual([0, 1]);
    expect(readBrand({ ...form, socialLinks: channels })).toMatchObject({ problem: { field: 'socialLinks.1.label' } });
    expect(readBrand({ ...form, socialLinks: [{ ...first, url: 'javascript:alert(1)' }] })).toMatchObject({
      problem: { field: 'socialLinks.0.url' },
    });
    expect(readBrand({ ...form, socialLinks: [first] })).toMatchObject({
      brand: { socialLinks: [{ label: 'X', url: 'https://example.com/us' }] },
    });
  });
});

describe('the history', () => {
  test('says only what has changed, and says nothing for what is empty', () => {
    const before = DEFAULT_SETTINGS.brand;
    const after = { ...before, licence: '', supportEmail: 'help@example.com' };
    expect(describeChange(BRAND_PARTS, before, after)).toEqual([
      { label: 'Licence', before: before.licence, after: 'nothing' },
      { label: 'Support e-mail', before: 'nothing', after: 'help@example.com' },
    ]);
  });

  test('says a policy as people read it', () => {
    const lines = describeChange(
      CLEARING_PARTS,
      {
        automaticBelowKobo: null,
        paymentsBelowKobo: '1000000',
        minimumAccountDays: 0,
        shortBasisPoints: 10,
        rateMoveBasisPoints: 200,
      },
      {
        automaticBelowKobo: '5000000',
        paymentsBelowKobo: null,
        minimumAccountDays: 1,
        shortBasisPoints: 25,
        rateMoveBasisPoints: 150,
      },
    );
    expect(lines.map(({ before, after }) => [before, after])).toEqual([
      ['no order', 'orders below ₦50,000.00'],
      ['payments below ₦10,000.00', 'no payment'],
      ['payments short by 0.1 %', 'payments short by 0.25 %'],
      ['more than 2 %', 'more than 1.5 %'],
      ['0 days old', '1 day old'],
    ]);
  });
});

describe('the tiers', () => {
  const form = tiersForm(DEFAULT_SETTINGS.tiers);
  const withLimit = (maximum: string) => ({
    ...form,
    limits: form.limits.map((limit, tier) => (tier === 1 ? { ...limit, maximum } : limit)),
  });

  test('come back as they were, an empty field is no limit, and a change is told', () => {
    expect(readTiers(form)).toEqual({ tiers: DEFAULT_SETTINGS.tiers });
    const changed = readTiers(withLimit('50000'));
    if (!('tiers' in changed)) throw new Error('refused');
    expect(describeChange(TIERS_PARTS, DEFAULT_SETTINGS.tiers, changed.tiers)).toEqual([
      {
        label: 'Tier 1',
        before: 'no limit at a time, no limit within 24 hours',
        after: '₦50,000.00 at a time, no limit within 24 hours',
      },
    ]);
  });

  test('name the field that is no amount', () => {
    expect(readTiers(withLimit('a lot'))).toEqual({ field: 'maximum.1' });
  });
});

describe('the holds', () => {
  const form = holdsForm(DEFAULT_SETTINGS.holds);

  test('come back as they were where nothing is typed, and say what a change was', () => {
    expect(readHolds(form)).toEqual({ holds: DEFAULT_SETTINGS.holds });
    const changed = readHolds({ ...form, 'newDay.most': '3', coolingOff: '1000' });
    if (!('holds' in changed)) throw new Error('refused');
    expect(describeChange(HOLDS_PARTS, DEFAULT_SETTINGS.holds, changed.holds)).toEqual([
      {
        label: 'Within a day, to a new payout account',
        before: '30 payouts, ₦10,000,000.00 together',
        after: '3 payouts, ₦10,000,000.00 together',
      },
      { label: 'After an account change hold payouts from', before: '₦500,000.00', after: '₦1,000.00' },
    ]);
  });

  test.each([
    ['hour.most', '1.5'],
    ['day.naira', '0'],
    ['newAccountHours', ''],
    ['coolingOff', 'much'],
  ] as const)('%s as %j is refused at that field', (field, typed) => {
    expect(readHolds({ ...form, [field]: typed })).toMatchObject({ problem: { field } });
  });
});
