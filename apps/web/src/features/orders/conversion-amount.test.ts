// Guarantee: what is typed is read exactly or refused in words, and its naira is what the server will compute.
import { expect, it } from 'vitest';
import { amountText, koboFor, readAmount } from './conversion-amount.ts';

const usdtOnBsc = (typed: string) => readAmount(typed, 'USDT', 'bsc');
const koboAt = (typed: string, rate: string) => {
  const amount = usdtOnBsc(typed);
  return amount.ok ? koboFor(amount, rate) : amount.problem;
};

it('[C-4] computes naira exactly where floats would not', () => {
  expect(koboAt('0.1', '1612.35')).toBe(16_123n);
  expect(koboAt('9007199254740993', '1')).toBe(900_719_925_474_099_300n);
  expect(koboAt('0.000000000000000001', '1612.35')).toBe(0n);
  expect(koboAt('12.5', 'no rate')).toBeNull();
});

it('[E-6] refuses what is not above zero, and what the coin can not hold', () => {
  for (const typed of ['', ' ', '.', '0', '0.00', '-1']) {
    expect(usdtOnBsc(typed)).toEqual({ ok: false, problem: 'Please enter an amount greater than 0.' });
  }
  for (const typed of ['1,000', '1e3', '1 000', 'abc', '1..2']) {
    expect(usdtOnBsc(typed)).toEqual({ ok: false, problem: 'Please enter the amount in plain digits, such as 12.5.' });
  }
  expect(readAmount('0.0000001', 'USDT', 'polygon')).toMatchObject({ ok: false });
  expect(readAmount('1', 'BTC', 'bsc')).toMatchObject({ ok: false });
});

it('sends one text for one amount, however it was typed', () => {
  const texts = ['1.50', '01.5', ' 1.5 ', '1.5'].map((typed) => {
    const amount = usdtOnBsc(typed);
    return amount.ok ? amountText(amount) : amount.problem;
  });
  expect(new Set(texts)).toEqual(new Set(['1.5']));
  expect(usdtOnBsc('.5')).toMatchObject({ ok: true, units: 5n * 10n ** 17n });
  expect(usdtOnBsc('3.')).toMatchObject({ ok: true, units: 3n * 10n ** 18n });
});
