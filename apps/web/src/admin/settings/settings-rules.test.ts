// Guarantee: an operator's input is sent exactly or refused at the field that is wrong, and a history says in words
// what was changed to what.
import { DEFAULT_SETTINGS, LEGAL_PAGE_NAMES, LEGAL_SECTIONS } from '@kobogate/contract';
import { set } from 'react-hook-form';
import { describe, expect, test } from 'vitest';
import { brandForm, readBrand } from './brand-rules.ts';
import { BRAND_PARTS, CLEARING_PARTS, describeChange } from './describe-change.ts';
import { openSections } from './legal-words.ts';
import { koboOf, typedNaira } from './number-input.ts';
import {
  ACCESS,
  APPROVALS,
  CLEARING,
  EXPOSURE,
  HOLDS,
  LIMITS,
  RETENTION,
  RISK,
  type SectionRow,
  SWITCHES,
  TIERS,
} from './sections.ts';
import { readSetting, typedSetting } from './setting-fields.ts';
import { readBy } from './use-section.ts';

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

test.each(['1', '5000000', '5000050', '999999999999999999'])('%s kobo are read back from the field', (kobo) => {
  expect(koboOf(typedNaira(kobo))).toBe(kobo);
});

describe('the brand', () => {
  const form = brandForm(DEFAULT_SETTINGS.brand);

  test('is unchanged where nothing is typed, and empty lines of an address are dropped', () => {
    expect(readBrand(form)).toEqual({ value: DEFAULT_SETTINGS.brand });
    expect(readBrand({ ...form, address: ' 1 Marina \n\n Lagos ' })).toMatchObject({
      value: { address: ['1 Marina', 'Lagos'] },
    });
  });

  test('names the field that is wrong, down to the part of a channel', () => {
    expect(readBrand({ ...form, name: ' ' })).toMatchObject({ problem: { field: 'name' } });
    expect(readBrand({ ...form, address: '1\n2\n3\n4\n5\n6\n7' })).toMatchObject({
      problem: { field: 'address', text: 'Please keep the address to 6 lines' },
    });
    const first = { label: 'X', url: 'https://example.com/us' };
    const channels = [first, { label: '', url: '' }];
    expect(readBrand({ ...form, socialLinks: channels })).toMatchObject({ problem: { field: 'socialLinks.1.label' } });
    expect(readBrand({ ...form, socialLinks: [{ ...first, url: 'javascript:alert(1)' }] })).toMatchObject({
      problem: { field: 'socialLinks.0.url' },
    });
    expect(readBrand({ ...form, socialLinks: [first] })).toMatchObject({
      value: { socialLinks: [{ label: 'X', url: 'https://example.com/us' }] },
    });
  });
});

test('every section in which the operator has something to state is asked for in the form, and no other', () => {
  for (const page of LEGAL_PAGE_NAMES) {
    expect(openSections(page).map(([id]) => id)).toEqual([...LEGAL_SECTIONS[page]]);
  }
});

describe('the history', () => {
  test('lists only what has changed, and writes “nothing” for an empty text', () => {
    const before = DEFAULT_SETTINGS.brand;
    const after = { ...before, licence: '', supportEmail: 'help@example.com' };
    expect(describeChange(BRAND_PARTS, before, after)).toEqual([
      { label: 'Licence', before: before.licence, after: 'nothing' },
      { label: 'Support e-mail', before: 'nothing', after: 'help@example.com' },
    ]);
  });

  test('describes a policy in words', () => {
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

/** What a section's form reads from a value, once its fields are changed. */
function typedAgain<Value extends object>(row: SectionRow<Value>, value: Value, change: Record<string, unknown> = {}) {
  const fields = row.groups.flatMap((group) => group.fields);
  const typed = typedSetting(row.filled?.(value) ?? value, fields);
  for (const [path, text] of Object.entries(change)) set(typed, path, text);
  const found = readSetting(value, fields, typed);
  return 'read' in found ? readBy(row.schema, found.read) : found;
}

describe('every section whose form is its fields', () => {
  const limits = { minimumKobo: '100', maximumKobo: '1000000' };

  test('is unchanged where nothing is typed', () => {
    const { clearing, risk, tiers, approvals, access, holds, switches, exposure, retention } = DEFAULT_SETTINGS;
    expect(typedAgain(CLEARING, clearing)).toEqual({ value: { ...clearing, reviewHours: 24 } });
    expect(typedAgain(RISK, risk)).toEqual({ value: risk });
    expect(typedAgain(TIERS, tiers)).toEqual({ value: tiers });
    expect(typedAgain(APPROVALS, approvals)).toEqual({ value: approvals });
    expect(typedAgain(ACCESS, access)).toEqual({ value: access });
    expect(typedAgain(HOLDS, holds)).toEqual({ value: holds });
    expect(typedAgain(SWITCHES, switches)).toEqual({ value: switches });
    expect(typedAgain(RETENTION, retention)).toEqual({ value: retention });
    expect(typedAgain(LIMITS, limits)).toEqual({ value: limits });
    // The newcomers' share is filled in.
    expect(typedAgain(EXPOSURE, exposure)).toEqual({ value: { ...exposure, newcomersKobo: '25000000000' } });
  });

  test('describes a change', () => {
    const { holds, tiers } = DEFAULT_SETTINGS;
    const changed = typedAgain(HOLDS, holds, { 'newDay.most': '3', coolingOffKobo: '1000' });
    if (!('value' in changed)) throw new Error('refused');
    expect(describeChange(HOLDS.parts, holds, changed.value)).toEqual([
      {
        label: 'Within a day, to a new payout account',
        before: '30 payouts, ₦10,000,000.00 together',
        after: '3 payouts, ₦10,000,000.00 together',
      },
      { label: 'After an account change hold payouts from', before: '₦500,000.00', after: '₦1,000.00' },
    ]);
    const { risk } = DEFAULT_SETTINGS;
    const weighed = typedAgain(RISK, risk, { 'rules.late': '0', waitsFrom: '' });
    if (!('value' in weighed)) throw new Error('refused');
    expect(describeChange(RISK.parts, risk, weighed.value)).toEqual([
      { label: 'An order waits', before: 'from 100 points', after: 'by no sum' },
      { label: 'Coins came late', before: '10 points', after: 'off' },
    ]);
    const limited = typedAgain(TIERS, tiers, { minimumForAutomatic: '2', 'limits.1.maximumKobo': '50000' });
    if (!('value' in limited)) throw new Error('refused');
    expect(describeChange(TIERS.parts, tiers, limited.value)).toEqual([
      { label: 'Orders clear automatically from', before: 'tier 0', after: 'tier 2' },
      {
        label: 'Tier 1',
        before: 'no limit at a time, no limit within 24 hours',
        after: '₦50,000.00 at a time, no limit within 24 hours',
      },
    ]);
  });

  test.each([
    ['hour.most', '1.5'],
    ['day.mostKobo', '0'],
    ['newAccountHours', ''],
    ['coolingOffKobo', 'much'],
  ] as const)('refuses %s as %j at that field', (field, typed) => {
    expect(typedAgain(HOLDS, DEFAULT_SETTINGS.holds, { [field]: typed })).toMatchObject({ problem: { field } });
  });

  test('reads an empty amount as null only where it is optional, and a switch that is off as null', () => {
    expect(typedAgain(LIMITS, limits, { minimumKobo: '' })).toMatchObject({ problem: { field: 'minimumKobo' } });
    expect(typedAgain(TIERS, DEFAULT_SETTINGS.tiers, { 'limits.3.dayKobo': 'a lot' })).toMatchObject({
      problem: { field: 'limits.3.dayKobo' },
    });
    const { clearing } = DEFAULT_SETTINGS;
    const off = { 'isOn.paymentsBelowKobo': false, paymentsBelowKobo: 'anything' };
    expect(typedAgain(CLEARING, clearing, off)).toMatchObject({ value: { paymentsBelowKobo: null } });
    expect(typedAgain(CLEARING, clearing, { 'isOn.automaticBelowKobo': true })).toMatchObject({
      problem: { field: 'automaticBelowKobo' },
    });
  });

  test('checks an account’s days only where they are asked for, and percent within its limit', () => {
    const { clearing } = DEFAULT_SETTINGS;
    const late = { minimumAccountDays: 'soon' };
    expect(typedAgain(CLEARING, clearing, late)).toMatchObject({ problem: { field: 'minimumAccountDays' } });
    expect(typedAgain(CLEARING, clearing, { ...late, 'isOn.paymentsBelowKobo': false })).toMatchObject({
      value: { minimumAccountDays: 0 },
    });
    expect(typedAgain(CLEARING, clearing, { shortBasisPoints: '0.51' })).toMatchObject({
      problem: { field: 'shortBasisPoints', text: expect.stringContaining('from 0 to 0.5') },
    });
  });
});
