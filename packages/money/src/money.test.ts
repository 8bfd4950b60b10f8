// Amounts are read exactly or refused, parts sum to the whole, and assets with different decimals never mix.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  add,
  amountForNairaRoundedUp,
  compareRates,
  deviationBasisPointsRoundedUp,
  divideRatesRoundedDown,
  formatKobo,
  formatNaira,
  groupThousands,
  formatRate,
  formatUnits,
  LARGEST_AMOUNT,
  multiplyRatesRoundedDown,
  MixedAssets,
  nairaForRoundedDown,
  parseAmount,
  parseRate,
  rateLessSpreadRoundedDown,
  splitBasisPointsRoundedDown,
  subtract,
  toKobo,
} from './index.ts';
import type { Rate } from './index.ts';

const amounts = fc.bigInt({ min: 0n, max: LARGEST_AMOUNT });
const decimals = fc.integer({ min: 0, max: 24 });
const basisPoints = fc.integer({ min: 0, max: 10_000 });
const rates: fc.Arbitrary<Rate> = fc.record({
  digits: fc.bigInt({ min: 1n, max: 10n ** 20n }),
  scale: fc.integer({ min: 0, max: 18 }),
});

describe('reading amounts', () => {
  test('[M1] every amount that fits is read back from its own text', () => {
    fc.assert(
      fc.property(amounts, decimals, (amount, places) => {
        expect(parseAmount(formatUnits(amount, places), places)).toEqual({ ok: true, value: amount });
      }),
    );
  });

  test.each([
    '',
    ' ',
    '1 ',
    ' 1',
    '+1',
    '1e3',
    '1E3',
    '0x10',
    'NaN',
    'Infinity',
    '1,000',
    '1.',
    '.5',
    '1.2.3',
    '１２',
    '٣',
    '1\n',
    '1_000',
    '1n',
    '--1',
    `${'0'.repeat(160)}1`,
  ])('[M1] %j is malformed', (text) => {
    expect(parseAmount(text, 6)).toEqual({ ok: false, reason: 'malformed' });
  });

  test('[M1] a sign, excess decimals and a number beyond the database are refused by name', () => {
    expect(parseAmount('-0', 6)).toEqual({ ok: false, reason: 'negative' });
    expect(parseAmount('-12.5', 6)).toEqual({ ok: false, reason: 'negative' });
    expect(parseAmount('0.0000001', 6)).toEqual({ ok: false, reason: 'too-many-decimals' });
    expect(parseAmount('0.1000000000', 6)).toEqual({ ok: true, value: 100_000n });
    expect(parseAmount((LARGEST_AMOUNT + 1n).toString(), 0)).toEqual({ ok: false, reason: 'too-large' });
    expect(parseAmount(LARGEST_AMOUNT.toString(), 0)).toEqual({ ok: true, value: LARGEST_AMOUNT });
    expect(parseAmount(`${'0'.repeat(159)}7`, 0)).toEqual({ ok: true, value: 7n });
    expect(parseAmount('9007199254740993', 0)).toEqual({ ok: true, value: 9_007_199_254_740_993n });
  });

  test('[M1] no text makes it throw, and it accepts nothing but a plain decimal', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.double().map(String)), decimals, (text, places) => {
        const isPlain = /^[0-9]+(\.[0-9]+)?$/.test(text);
        expect(isPlain || !parseAmount(text, places).ok).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('writing amounts', () => {
  test.each([
    [0n, '₦0.00'],
    [5n, '₦0.05'],
    [123_450_000n, '₦1,234,500.00'],
    [-100_000n, '-₦1,000.00'],
    [99_999n, '₦999.99'],
  ])('%s kobo reads %s', (kobo, text) => {
    expect(formatNaira(toKobo(kobo))).toBe(text);
  });

  test.each([
    ['0.123456', '0.123456'],
    ['999.5', '999.5'],
    ['1234', '1,234'],
    ['1234567.890123', '1,234,567.890123'],
  ])('%s is grouped as %s, its fraction left alone', (decimal, text) => {
    expect(groupThousands(decimal)).toBe(text);
  });

  test('units keep every digit and no trailing zero', () => {
    expect(formatUnits(1_500_000n, 6)).toBe('1.5');
    expect(formatUnits(-1n, 18)).toBe('-0.000000000000000001');
    expect(formatUnits(1_000_000n, 6)).toBe('1');
    expect(formatUnits(70n, 0)).toBe('70');
    expect(formatUnits(0n, 2)).toBe('0');
    expect([-123_450_005n, -5n, 0n].map((kobo) => formatKobo(toKobo(kobo)))).toEqual(['-1234500.05', '-0.05', '0.00']);
  });
});

describe('splits and rates', () => {
  test('[M2] the parts of any sequence of quote, spread and fee sum to the whole, to the kobo', () => {
    fc.assert(
      fc.property(amounts, decimals, rates, basisPoints, basisPoints, (amount, places, market, spread, fee) => {
        const offered = rateLessSpreadRoundedDown(market, spread);
        const gross = nairaForRoundedDown(amount, places, market);
        const paid = nairaForRoundedDown(amount, places, offered);
        const { part, rest } = splitBasisPointsRoundedDown(paid, fee);
        expect(compareRates(offered, market)).toBeLessThanOrEqual(0);
        expect(part + rest + (gross - paid)).toBe(gross);
        expect(part >= 0n && rest >= 0n && paid <= gross).toBe(true);
      }),
    );
  });

  test('[M2] the coins quoted for a sum of naira are worth that sum, and one unit less is not', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 18n }).map(toKobo), decimals, rates, (kobo, places, rate) => {
        const amount = amountForNairaRoundedUp(kobo, places, rate);
        expect(nairaForRoundedDown(amount, places, rate) >= kobo).toBe(true);
        expect(nairaForRoundedDown(amount - 1n, places, rate) < kobo).toBe(true);
      }),
    );
  });

  test('a rate is read exactly and refused where it is not a positive plain decimal', () => {
    expect(parseRate('1612.350')).toEqual({ ok: true, value: { digits: 161_235n, scale: 2 } });
    expect(parseRate('0')).toEqual({ ok: false, reason: 'not-positive' });
    expect(parseRate('-3')).toEqual({ ok: false, reason: 'not-positive' });
    expect(parseRate('1e3')).toEqual({ ok: false, reason: 'malformed' });
    expect(formatRate({ digits: 161_235n, scale: 2 })).toBe('1612.35');
    expect(formatRate(rateLessSpreadRoundedDown({ digits: 1600n, scale: 0 }, 100))).toBe('1584');
  });

  test('a spread leaves all digits that fit into 18 decimals, and drops the rest', () => {
    expect(rateLessSpreadRoundedDown({ digits: 3n, scale: 14 }, 1)).toEqual({ digits: 29_997n, scale: 18 });
    expect(rateLessSpreadRoundedDown({ digits: 3n, scale: 15 }, 1)).toEqual({ digits: 2999n, scale: 18 });
  });

  test('rates are sorted by their value, however many decimals they have', () => {
    const [low, high] = [
      { digits: 16n, scale: 1 },
      { digits: 1601n, scale: 3 },
    ];
    expect([compareRates(low, high), compareRates(high, low)]).toEqual([-1, 1]);
    expect(compareRates(low, { digits: 1600n, scale: 3 })).toBe(0);
  });

  test('a share outside 0 to 100 % and a negative total are bugs, and throw', () => {
    expect(() => splitBasisPointsRoundedDown(10n, 10_001)).toThrow(RangeError);
    expect(() => splitBasisPointsRoundedDown(10n, -1)).toThrow('and -1 is not one');
    expect(() => splitBasisPointsRoundedDown(10n, 0.5)).toThrow('basis points run from 0 to 10,000');
    expect(splitBasisPointsRoundedDown(10n, 0)).toEqual({ part: 0n, rest: 10n });
    expect(() => splitBasisPointsRoundedDown(-10n, 5)).toThrow('a total to split must not be negative, and -10 is');
    expect(() => nairaForRoundedDown(-1n, 6, { digits: 1n, scale: 0 })).toThrow(
      'an amount to convert must not be negative, and -1 is',
    );
  });
});

describe('mixing assets', () => {
  const onEthereum = { code: 'USDT@ethereum', decimals: 6 };
  const onBsc = { code: 'USDT@bsc', decimals: 18 };

  test('[M3] a token with 6 decimals here and 18 there is worth the same per whole unit, and never adds up', () => {
    const rate = { digits: 1600n, scale: 0 };
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 15n }), (wholes) => {
        const six = nairaForRoundedDown(wholes * 10n ** 6n, 6, rate);
        expect(nairaForRoundedDown(wholes * 10n ** 18n, 18, rate)).toBe(six);
      }),
    );
    const left = { amount: 1n, asset: onEthereum };
    expect(() => add(left, { amount: 1n, asset: onBsc })).toThrow(MixedAssets);
    expect(() => add(left, { amount: 1n, asset: { ...onEthereum, code: 'USDC@ethereum' } })).toThrow(
      'USDT@ethereum (6 decimals) and USDC@ethereum (6 decimals) do not add up',
    );
    expect(() => subtract(left, { amount: 1n, asset: { ...onEthereum, decimals: 18 } })).toThrow(MixedAssets);
    expect(add(left, { amount: 2n, asset: onEthereum }).amount).toBe(3n);
    expect(subtract(left, { amount: 2n, asset: onEthereum }).amount).toBe(-1n);
  });
});

describe('chained rates', () => {
  test('a product is exact where possible, and dividing and multiplying back never gives more', () => {
    fc.assert(
      fc.property(fc.bigInt(1n, 10n ** 30n), fc.bigInt(1n, 10n ** 30n), (left, right) => {
        const one = { digits: left, scale: 9 };
        const other = { digits: right, scale: 6 };
        const product = multiplyRatesRoundedDown(one, other);
        expect(product === null ? null : compareRates(product, { digits: left * right, scale: 15 })).toBe(0);
        const ratio = divideRatesRoundedDown(one, other);
        const back = ratio === null ? null : multiplyRatesRoundedDown(ratio, other);
        expect(back === null || compareRates(back, one) <= 0).toBe(true);
      }),
    );
    expect(multiplyRatesRoundedDown({ digits: 1n, scale: 18 }, { digits: 1n, scale: 1 })).toBeNull();
    expect(multiplyRatesRoundedDown({ digits: 19n, scale: 18 }, { digits: 1n, scale: 1 })).toEqual({
      digits: 1n,
      scale: 18,
    });
    expect(divideRatesRoundedDown({ digits: 1600n, scale: 0 }, { digits: 25n, scale: 1 })).toEqual({
      digits: 640n,
      scale: 0,
    });
    expect(divideRatesRoundedDown({ digits: 2n, scale: 0 }, { digits: 3n, scale: 0 })).toEqual({
      digits: 666_666_666_666_666_666n,
      scale: 18,
    });
  });

  test('a deviation is in basis points of the reference, rounded up', () => {
    const of = (digits: bigint, scale: number) =>
      deviationBasisPointsRoundedUp({ digits, scale }, { digits: 100n, scale: 0 });
    expect(of(105n, 0)).toBe(500n);
    expect(of(9500n, 2)).toBe(500n);
    expect(of(1000000001n, 7)).toBe(1n);
    expect(of(1000n, 1)).toBe(0n);
    expect(deviationBasisPointsRoundedUp({ digits: 202n, scale: 0 }, { digits: 2000n, scale: 1 })).toBe(100n);
  });
});
