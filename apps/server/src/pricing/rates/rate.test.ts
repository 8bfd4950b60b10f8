// The offered rate is exactly the one that is paid, and never above the market.
import { nairaForRoundedDown, parseRate, formatRate, type Rate } from '@kobogate/money';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { describeChange, offerRate } from './rate.ts';

function rate(text: string): Rate {
  const parsed = parseRate(text);
  if (!parsed.ok) throw new Error(text);
  return parsed.value;
}
const shown = (value: Rate | null): string | null => (value === null ? null : formatRate(value));

describe('rates', () => {
  test('an offer is the market less the spread, cut to the displayed decimals', () => {
    expect(shown(offerRate(rate('1612.3579'), 100))).toBe('1596.23');
    expect(shown(offerRate(rate('0.123456789'), 0))).toBe('0.12345678');
    expect(offerRate(rate('0.000000000000000001'), 100)).toBeNull();
  });

  test('the offer is never above the market', () => {
    fc.assert(
      fc.property(
        fc.bigInt(1n, 10n ** 30n),
        fc.integer({ min: 0, max: 18 }),
        fc.integer({ min: 0, max: 5000 }),
        (digits, scale, spread) => {
          const market = { digits, scale };
          const offered = offerRate(market, spread);
          if (offered === null) return;
          const amount = 10n ** 18n;
          expect(nairaForRoundedDown(amount, 18, offered)).toBeLessThanOrEqual(nairaForRoundedDown(amount, 18, market));
        },
      ),
    );
  });

  test('[C-4] the change is signed, in percent, with one decimal', () => {
    expect(describeChange(rate('1000'), rate('1024.9'))).toBe('+2.4');
    expect(describeChange(rate('1000.5'), rate('990'))).toBe('-1.0');
    expect(describeChange(rate('7'), rate('7'))).toBe('+0.0');
  });
});
