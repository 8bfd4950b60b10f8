// Naira is counted in a type of its own: neither a plain bigint nor an amount of coins compiles in its place.
import { expect, expectTypeOf, test } from 'vitest';
import { type Amount, formatNaira, type Kobo, nairaForRoundedDown, sumKobo, toKobo } from './index.ts';

test('[M1] kobo go for a bigint, and neither a bigint nor an amount of coins goes for them', () => {
  expectTypeOf<Kobo>().toExtend<bigint>();
  expectTypeOf<bigint>().not.toExtend<Kobo>();
  expectTypeOf<Amount>().not.toExtend<Kobo>();
  expectTypeOf<Amount['amount']>().not.toExtend<Kobo>();
  expectTypeOf(formatNaira).parameter(0).toEqualTypeOf<Kobo>();
});

test('[M1] coins become kobo by their rate alone, and a sum or difference only where it is called kobo', () => {
  const one = toKobo(1n);
  expectTypeOf(nairaForRoundedDown).parameter(0).toEqualTypeOf<bigint>();
  expectTypeOf(nairaForRoundedDown).returns.toEqualTypeOf<Kobo>();
  expectTypeOf(one + one).not.toExtend<Kobo>();
  expectTypeOf(sumKobo([one, one])).toEqualTypeOf<Kobo>();
});

test('[M1] kobo are read digit for digit, added exactly, and other text is refused', () => {
  expect(toKobo('-9007199254740993')).toBe(-9_007_199_254_740_993n);
  expect(sumKobo([toKobo(10n ** 30n), toKobo('1'), toKobo(-2n)])).toBe(10n ** 30n - 1n);
  expect(sumKobo([])).toBe(0n);
  for (const text of ['1.5', '₦1', '1e3', '', ' ', '0x10', '1\n', '--1'])
    expect(() => toKobo(text)).toThrow(SyntaxError);
});
