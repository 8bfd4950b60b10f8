// A link's amount is described as its owner meant it, and sharing passes on the whole text and address.
import { expect, test } from 'vitest';
import { asksText, payAddress, shareTargets } from './link-words.ts';

const FIXED = {
  amount: '25000.50',
  amountCurrency: 'NGN',
  isAmountOpen: false,
  minimumAmount: null,
  maximumAmount: null,
} as const;
const OPEN = { ...FIXED, amount: '', isAmountOpen: true } as const;

test('a fixed amount is described in its currency', () => {
  expect(asksText(FIXED)).toBe('₦25,000.50');
  expect(asksText({ ...FIXED, amount: '1200.00', amountCurrency: 'USD' })).toBe('1,200.00 USD');
  expect(asksText({ ...FIXED, amount: '0.5', amountCurrency: 'BTC' })).toBe('0.5 BTC');
});

test('an open amount is described by its limits', () => {
  expect(asksText(OPEN)).toBe('The payer chooses');
  expect(asksText({ ...OPEN, minimumAmount: '500.00' })).toBe('₦500.00 or more');
  expect(asksText({ ...OPEN, maximumAmount: '9000.00' })).toBe('Up to ₦9,000.00');
  expect(asksText({ ...OPEN, minimumAmount: '500.00', maximumAmount: '9000.00' })).toBe('₦500.00 to ₦9,000.00');
});

test('a shared text survives characters with a meaning in an address', () => {
  const { whatsapp, mail } = shareTargets({ name: 'A & B?', purpose: '50% #1' }, payAddress('https://pay.test', 'x'));
  const text = 'A & B?: 50% #1\nhttps://pay.test/custom-payment/x';
  expect(new URL(whatsapp).searchParams.get('text')).toBe(text);
  expect(new URLSearchParams(mail.slice('mailto:?'.length)).get('body')).toBe(text);
});
