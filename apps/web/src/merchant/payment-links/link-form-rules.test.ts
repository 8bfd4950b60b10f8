// The form of a link sends what was typed and picked, and changing a link through it changes nothing else.
import type { ImageId, LinkId, OwnPaymentLink, SupportedCoin } from '@kobogate/contract';
import { idFor } from '@kobogate/testkit/contract/ids.ts';
import { describe, expect, test } from 'vitest';
import { NEW_ROW } from './custom-field-rules.ts';
import { formOf, type LinkForm, newForm, readForm } from './link-form-rules.ts';

const OFFERED: SupportedCoin[] = [
  { currency: 'BTC', name: 'Bitcoin', hasRate: true, networks: [{ id: 'mainnet', name: 'Bitcoin mainnet' }] },
  {
    currency: 'USDT',
    name: 'Tether USD',
    hasRate: true,
    networks: [
      { id: 'bsc', name: 'BNB Smart Chain' },
      { id: 'polygon', name: 'Polygon' },
    ],
  },
];
const FILLED: LinkForm = { ...newForm(OFFERED), name: ' Bread ', purpose: 'A loaf', amount: '2500.50' };
const read = (form: Partial<LinkForm> = {}, stored: OwnPaymentLink | null = null) =>
  readForm({ ...FILLED, ...form }, OFFERED, stored);
const STORED = {
  id: idFor<LinkId>('x'),
  name: 'Bread',
  purpose: 'A loaf',
  amount: '2500.50',
  amountCurrency: 'NGN',
  isAmountOpen: false,
  minimumAmount: null,
  maximumAmount: null,
  coins: ['USDT', 'ADA'],
  accepted: [],
  networks: [],
  coinsWithoutRate: [],
  isOnce: true,
  expiresAt: '2030-01-31T23:30:00.000Z',
  state: 'active',
  medianPayoutSeconds: null,
  active: true,
  successMessage: 'Thank you',
  redirectUrl: null,
  metadata: {},
  customFields: [],
  bannerImage: '/api/images/b',
  profileImage: null,
  bannerImageId: idFor<ImageId>('b'),
  profileImageId: null,
  totals: { payments: 0, paid: 0, nairaKobo: '0' },
  version: 3,
  createdAt: '',
  updatedAt: '',
} satisfies OwnPaymentLink;

test('everything on offer is sent as coins only, so that later networks are accepted too', () => {
  expect(read()).toMatchObject({ link: { coins: ['BTC', 'USDT'], accepted: [], amount: '2500.50', expiresAt: null } });
});

test('a choice among networks is sent pair by pair', () => {
  expect(read({ pairs: ['USDT@polygon'] })).toMatchObject({
    link: { coins: ['USDT'], accepted: [{ currency: 'USDT', network: 'polygon' }] },
  });
});

test('an open amount is sent by its bounds', () => {
  const sent = read({ isOpen: true, minimum: '500', maximum: '' });
  expect(sent).toMatchObject({ link: { isAmountOpen: true, minimumAmount: '500', maximumAmount: null } });
  expect(sent).not.toHaveProperty('link.amount');
});

test('a link that is opened and saved untouched stays as it is, to the second and with a coin that is no longer offered', () => {
  expect(readForm(formOf(STORED, OFFERED), OFFERED, STORED)).toEqual({
    link: {
      name: 'Bread',
      purpose: 'A loaf',
      amountCurrency: 'NGN',
      isAmountOpen: false,
      amount: '2500.50',
      coins: ['USDT', 'ADA'],
      accepted: [],
      customFields: [],
      isOnce: true,
      expiresAt: '2030-01-31T23:30:00.000Z',
      successMessage: 'Thank you',
      redirectUrl: null,
      bannerImageId: 'b',
      profileImageId: null,
    },
  });
});

test('an end is the last second of its day in Lagos', () => {
  expect(read({ endDay: '2030-02-01' })).toMatchObject({ link: { expiresAt: '2030-02-01T23:59:59+01:00' } });
});

describe('each problem of the form is shown at its field', () => {
  test.each<[Partial<LinkForm>, string, RegExp]>([
    [{ name: ' ' }, 'name', /name/],
    [{ purpose: '' }, 'purpose', /what the payment is for/],
    [{ amount: '' }, 'amount', /enter an amount/],
    [{ amount: '0' }, 'amount', /above zero/],
    [{ amount: '1,000' }, 'amount', /digits/],
    [{ amount: '1.234' }, 'amount', /2 decimals/],
    [{ isOpen: true, maximum: '-1' }, 'maximum', /digits/],
    [{ pairs: [] }, 'pairs', /at least one coin/],
    [{ fields: [NEW_ROW] }, 'fields', /what field 1 asks for/],
    [{ redirectUrl: 'example.com' }, 'redirectUrl', /whole address/],
  ])('%j', (form, field, text) => {
    expect(read(form)).toEqual({ problem: { field, text: expect.stringMatching(text) } });
  });
});
