// Guarantee: a typed amount is read exactly or refused in words, and its naira is what the server will compute.
import type { QuoteId } from '@kobogate/contract';
import { plainNaira } from '@kobogate/money';
import { idFor } from '@kobogate/testkit/contract/ids.ts';
import { describe, expect, it } from 'vitest';
import { amountText, coinsForNairaRoundedUp, previewPrice, readAmount } from './conversion-amount.ts';
import { NOTHING_TYPED, readTyped, shownAmounts } from './typed-amount.ts';

const usdtOnBsc = (typed: string) => readAmount(typed, 'USDT', 'bsc');
const QUOTE = {
  id: idFor<QuoteId>('q'),
  currency: 'USDT',
  network: 'bsc',
  rate: '1584',
  marketRate: '1600',
  expiresAt: '',
};
const previewAt = (units: bigint, rate: string, marketRate: string) =>
  previewPrice(units, { ...QUOTE, rate, marketRate });
const koboAt = (typed: string, rate: string) => {
  const amount = usdtOnBsc(typed);
  return amount.ok ? previewAt(amount.units, rate, rate)?.nairaKobo : amount.problem;
};

it('[C-4] computes naira exactly where floats would not', () => {
  expect(koboAt('0.1', '1612.35')).toBe('16123');
  expect(koboAt('9007199254740993', '1')).toBe('900719925474099300');
  expect(koboAt('0.000000000000000001', '1612.35')).toBe('0');
  expect(koboAt('12.5', 'no rate')).toBeUndefined();
});

it('[M2] shows fee, VAT and stamp duty of the typed amount, and the parts sum to the whole', () => {
  expect(previewAt(12_345_678n * 10n ** 12n, '1584', '1600')).toEqual({
    rate: '1584',
    marketRate: '1600',
    grossKobo: '1975308',
    feeKobo: '18374',
    vatKobo: '1379',
    stampDutyKobo: '5000',
    nairaKobo: '1955555',
  });
  expect(previewAt(0n, '1584', '1600')).toMatchObject({ grossKobo: '0', feeKobo: '0', stampDutyKobo: '0' });
  expect(previewPrice(1n, { ...QUOTE, network: 'moon' })).toBeNull();
});

it('[E-6] refuses what is not above zero, and what the coin can not hold', () => {
  for (const typed of ['', ' ', '.', '0', '0.00', '-1']) {
    expect(usdtOnBsc(typed)).toEqual({ ok: false, problem: 'Please enter an amount greater than 0.' });
  }
  const sentences = {
    '1,000': /without a comma/,
    '1,5': /with a point/,
    '1e3': /without an exponent/,
    '1 000': /plain digits/,
    abc: /plain digits/,
    '1..2': /plain digits/,
  };
  for (const [typed, sentence] of Object.entries(sentences)) {
    expect(usdtOnBsc(typed)).toEqual({ ok: false, problem: expect.stringMatching(sentence) });
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

describe('[C-4] an amount in naira', () => {
  const BTC = { ...QUOTE, currency: 'BTC', network: 'mainnet', rate: '160000000.37', marketRate: '161000000' };
  const paid = (typed: string, quote: typeof QUOTE) => {
    const coins = coinsForNairaRoundedUp(typed, quote);
    return coins.ok ? { coins: amountText(coins), kobo: previewPrice(coins.units, quote)?.nairaKobo } : coins.problem;
  };

  it('is paid to the kobo, for the shortest amount of coins that is worth it', () => {
    expect(paid('50000', QUOTE)).toEqual({ coins: '31.56566', kobo: '5000000' });
    expect(paid('1584', QUOTE)).toEqual({ coins: '1', kobo: '158400' });
    expect(paid('0.01', QUOTE)).toEqual({ coins: '0.00001', kobo: '1' });
  });

  it('is never paid less: the coins are rounded up where their smallest unit is worth more than a kobo', () => {
    expect(paid('50001', BTC)).toEqual({ coins: '0.00031251', kobo: '5000160' });
    expect(paid('1', BTC)).toEqual({ coins: '0.00000001', kobo: '160' });
    for (let kobo = 1n; kobo < 3000n; kobo += 7n) {
      const typed = `${kobo / 100n}.${String(kobo % 100n).padStart(2, '0')}`;
      for (const quote of [QUOTE, BTC]) {
        const coins = coinsForNairaRoundedUp(typed, quote);
        if (!coins.ok) throw new Error(coins.problem);
        const koboOf = (units: bigint) => BigInt(previewPrice(units, quote)?.nairaKobo ?? -1);
        expect(koboOf(coins.units)).toBeGreaterThanOrEqual(kobo);
        expect(koboOf(coins.units) - kobo).toBeLessThan(quote === BTC ? 161n : 1n);
      }
    }
  });

  it('is refused in words, like an amount of coins', () => {
    expect(paid('0', QUOTE)).toBe('Please enter an amount greater than 0.');
    expect(paid('1,5', QUOTE)).toMatch(/without a comma/);
    expect(paid('1,0000', QUOTE)).toMatch(/without a comma/);
    expect(paid('1.001', QUOTE)).toMatch(/2 decimals/);
  });

  it.each(['₦50,000', ' 50,000.00', '₦ 50 000', 'NGN 50000', 'N50,000', '#50,000', '50000'])(
    'is read as people write it: %j',
    (typed) => {
      expect(paid(typed, QUOTE)).toEqual({ coins: '31.56566', kobo: '5000000' });
      expect(plainNaira(typed)).toMatch(/^\d+(\.00)?$/);
    },
  );

  it('can be typed with its sign letter by letter', () => {
    const typeInto = (text: string) => [...text].reduce((field, letter) => plainNaira(field + letter), '').trim();
    expect(['NGN 500', 'N500', '#500', '₦500'].map(typeInto)).toEqual(['500', '500', '500', '500']);
  });

  it('leads where it was typed last, and the other amount follows the rate', () => {
    const pair = { currency: 'USDT', network: 'bsc' };
    const typed = { ...NOTHING_TYPED, amount: '2', naira: '3168', lead: 'naira' } as const;
    expect(shownAmounts({ ...typed, lead: 'amount' }, pair, QUOTE)).toEqual({ amount: '2', naira: '3168.00' });
    expect(shownAmounts(typed, pair, { ...QUOTE, rate: '3168' })).toEqual({ amount: '1', naira: '3168' });
    expect(readTyped(typed, pair, null)).toBeNull();
    expect(readTyped(typed, null, QUOTE)).toBeNull();
    expect(shownAmounts(typed, pair, null)).toEqual({ amount: '', naira: '3168' });
  });
});
