// Guarantee: amounts, addresses and times are shown exactly, whatever the device's locale, zone or number type.
import { describe, expect, it } from 'vitest';
import * as formats from './formats.ts';

describe('amounts', () => {
  it('shows naira with two decimals and thousands', () => {
    expect(formats.nairaText('1234500')).toBe('₦1,234,500.00');
    expect(formats.nairaText('15000.5')).toBe('₦15,000.50');
    expect(formats.nairaText('0')).toBe('₦0.00');
    expect(formats.nairaOfKobo('1500050')).toBe('₦15,000.50');
  });

  it('keeps every digit of numbers that a float would round', () => {
    expect(formats.nairaText('90071992547409931.07')).toBe('₦90,071,992,547,409,931.07');
    expect(formats.coinText('0.123456789012345678', 'ETH')).toBe('0.123456789012345678 ETH');
  });

  it('trims trailing zeros and shows unreadable text as it is', () => {
    expect(formats.coinText('1234.500000', 'USDT')).toBe('1,234.5 USDT');
    expect(formats.coinText('20.000000', 'USDT')).toBe('20 USDT');
    expect(formats.nairaText('1.005')).toBe('₦1.005');
  });
});

describe('times', () => {
  it('are shown in Lagos time, one hour ahead of UTC, over midnight too', () => {
    expect(formats.dateTimeText('2026-10-31T23:05:00.000Z')).toBe('1 Nov 2026, 00:05 Lagos time');
    expect(formats.dateText('2026-12-31T23:30:00Z')).toBe('1 Jan 2027');
    const newYear = Date.parse('2026-12-31T23:30:00Z');
    expect(formats.dateTimeText('2026-12-31T23:05:00Z', newYear)).toBe('1 Jan, 00:05 Lagos time');
    expect(formats.dateTimeText('2026-12-31T22:55:00Z', newYear)).toBe('31 Dec 2026, 23:55 Lagos time');
    expect(formats.dateTimeText('nonsense')).toBe('nonsense');
  });

  it('are shown as a distance', () => {
    const now = Date.parse('2026-11-01T12:00:00Z');
    expect(formats.relativeText('2026-11-01T11:59:58Z', now)).toBe('just now');
    expect(formats.relativeText('2026-11-01T11:59:00Z', now)).toBe('1 minute ago');
    expect(formats.relativeText('2026-11-01T14:30:00Z', now)).toBe('in 2 hours');
    expect(formats.relativeText('2026-10-29T11:00:00Z', now)).toBe('3 days ago');
  });
});

describe('addresses', () => {
  const address = '0x52908400098527886E0F7030069857D2E4169EE7';

  it('are masked to the first 8 and last 8 characters', () => {
    expect(formats.maskedAddress(address)).toBe('0x529084…E4169EE7');
    expect(formats.maskedAddress('0123456789abcdef')).toBe('0123456789abcdef');
  });

  it('are grouped in fours without losing a character', () => {
    expect(formats.groupedAddress(address)).toBe('0x5290 8400 0985 2788 6E0F 7030 0698 57D2 E416 9EE7');
  });
});

it('takes initials from first and last name, accents included', () => {
  expect(formats.initials('Ọlá Adébáyọ̀')).toBe('ỌA');
  expect(formats.initials('ada')).toBe('A');
  expect(formats.initials('')).toBe('');
});
