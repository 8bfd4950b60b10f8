// No single source, and no source that is stuck, lies or errs, decides what is paid for a coin.
import { formatRate, parseRate, type Rate } from '@kobogate/money';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decideMarket, type MarketPolicy, medianRate } from './market.ts';
import type { RateTick } from './rate.ts';

const NOW = new Date('2026-01-01T12:00:00Z');
const POLICY: MarketPolicy = {
  minimumSources: 2,
  maximumDeviationBasisPoints: 500,
  maximumMoveBasisPoints: 1500,
};

function rate(text: string): Rate {
  const parsed = parseRate(text);
  if (!parsed.ok) throw new Error(text);
  return parsed.value;
}

const tick = (source: string, text: string, more: Partial<RateTick> = {}): RateTick => ({
  currency: 'BTC',
  source,
  quote: 'NGN',
  rate: rate(text),
  observedAt: NOW,
  ...more,
});
const ago = (seconds: number) => ({ observedAt: new Date(NOW.getTime() - seconds * 1000) });

function decide(
  ticks: readonly RateTick[],
  previous: string | Readonly<Record<string, string>> = {},
  policy = POLICY,
): string {
  const last = typeof previous === 'string' ? { BTC: previous } : previous;
  const lastRates = new Map(Object.entries(last).map(([coin, text]) => [coin, { rate: rate(text) }]));
  const decision = decideMarket(ticks, 'BTC', NOW, policy, lastRates);
  return decision.kind === 'rate' ? `${formatRate(decision.rate)} by ${decision.sources.join(' ')}` : decision.reason;
}

describe('the market of several sources', () => {
  test('the median of two is the lower, in our favour; of none there is none', () => {
    expect(decide([tick('a', '1600'), tick('b', '1605')])).toBe('1600 by a b');
    expect(medianRate([])).toBeNull();
  });

  test('[R3] a source that jumps 50 % or sticks far away is left out, and does not affect the rest', () => {
    expect(decide([tick('a', '1600'), tick('b', '1602'), tick('c', '2400')])).toBe('1600 by a b');
    expect(decide([tick('a', '1600'), tick('b', '1602'), tick('c', '800')])).toBe('1600 by a b');
  });

  test('[R3] with too few good sources nothing is quoted', () => {
    expect(decide([])).toBe('too-few-sources');
    expect(decide([tick('a', '1600')])).toBe('too-few-sources');
    expect(decide([tick('a', '1600'), tick('b', '2400')])).toBe('sources-disagree');
    expect(decide([tick('a', '1600'), tick('b', '1602'), tick('c', '2400'), tick('d', '2402')])).toBe(
      'sources-disagree',
    );
  });

  test('[R3] a tick that is stale, or from the future, is no rate', () => {
    expect(decide([tick('a', '1600'), tick('b', '1601', ago(120))])).toBe('1600 by a b');
    expect(decide([tick('a', '1600'), tick('b', '1601', ago(121))])).toBe('too-few-sources');
    expect(decide([tick('a', '1600'), tick('b', '1601', ago(-10))])).toBe('1600 by a b');
    expect(decide([tick('a', '1600'), tick('b', '1601', ago(-11))])).toBe('too-few-sources');
  });

  test('[R3] a jump that two sources report is refused, and one that three report is believed', () => {
    const two = [tick('a', '3000'), tick('b', '3001')];
    expect(decide(two, '2600')).toBe('moved-too-far');
    expect(decide(two, '2700')).toBe('3000 by a b');
    expect(decide(two)).toBe('3000 by a b');
    expect(decide([...two, tick('c', '3002')], '1600')).toBe('3001 by a b c');
  });

  test('a price in dollars is converted at the others’ agreed rate of the dollar coin', () => {
    const dollars = { quote: 'USD' } as const;
    const ticks = [
      tick('naira', '1500', { currency: 'USDT' }),
      tick('other', '1502', { currency: 'USDT' }),
      tick('naira', '151000000'),
      tick('dollars', '100000', dollars),
      tick('dollars', '0.995', { currency: 'USDT', ...dollars }),
    ];
    // 100000 ÷ 0.995 × 1500
    expect(decide(ticks)).toMatch(/^150753768\.8442211055276\d* by dollars naira$/);
    expect(decide(ticks.filter(({ currency, source }) => currency !== 'USDT' || source !== 'dollars'))).toBe(
      'too-few-sources',
    );
    const ofDollarCoin = decideMarket(ticks, 'USDT', NOW, POLICY, new Map());
    expect(ofDollarCoin).toMatchObject({ kind: 'rate', sources: ['naira', 'other'] });
  });

  test('[R3] a source that errs alike on a coin and on the dollar coin does not count as two sources', () => {
    const ofAll = (source: string, bitcoin: string, dollarCoin: string) => [
      tick(source, bitcoin),
      tick(source, dollarCoin, { currency: 'USDT' }),
    ];
    const dollars = [
      tick('dollars', '100000', { quote: 'USD' }),
      tick('dollars', '1', { currency: 'USDT', quote: 'USD' }),
    ];
    // Naira taken for kobo, and the other way round: a rate converted by the liar's dollar coin would agree with it.
    for (const liar of [ofAll('liar', '1500000', '15'), ofAll('liar', '15000000000', '150000')]) {
      expect(decide([...liar, ...dollars])).toBe('too-few-sources');
      expect(decide([...liar, ...dollars, ...ofAll('a', '150000000', '1500')])).toBe('sources-disagree');
      const two = [...ofAll('a', '150000000', '1500'), ...ofAll('b', '150100000', '1501')];
      expect(decide([...liar, ...dollars, ...two])).toBe('150000000 by a b dollars');
    }
  });

  test('[R3] two sources whose naira jumps alike are no three, although dollars are converted by their rate of the dollar coin', () => {
    const naira = (source: string, bitcoin: string, dollarCoin: string) => [
      tick(source, bitcoin),
      tick(source, dollarCoin, { currency: 'USDT' }),
    ];
    const dollars = (bitcoin: string) => [
      tick('dollars', bitcoin, { quote: 'USD' }),
      tick('dollars', '1', { currency: 'USDT', quote: 'USD' }),
    ];
    const last = { BTC: '150000000', USDT: '1500' };
    const jumped = [...naira('a', '225000000', '2250'), ...naira('b', '225100000', '2251')];
    expect(decide([...jumped, ...dollars('100000')], last)).toBe('moved-too-far');
    // A fall of the coin itself that the source in dollars reports too is believed: three have seen it.
    const fallen = [...naira('a', '105000000', '1500'), ...naira('b', '105100000', '1501')];
    expect(decide([...fallen, ...dollars('70000')], last)).toBe('105000000 by a b dollars');
    expect(decide([...jumped, ...dollars('100000')])).toBe('225000000 by a b dollars');
  });

  test('[R3] with one lying source of three, the rate lies between those of the two honest ones', () => {
    fc.assert(
      fc.property(fc.bigInt(1n, 10n ** 40n), fc.integer({ min: 0, max: 18 }), (digits, scale) => {
        const liar = tick('liar', '1', { rate: { digits, scale } });
        const decision = decideMarket(
          [tick('a', '1600'), liar, tick('b', '1610')],
          'BTC',
          NOW,
          POLICY,
          new Map([['BTC', { rate: rate('1605') }]]),
        );
        if (decision.kind !== 'rate') throw new Error(decision.reason);
        const amount = Number(formatRate(decision.rate));
        expect(amount).toBeGreaterThanOrEqual(1600);
        expect(amount).toBeLessThanOrEqual(1610);
      }),
    );
  });
});
