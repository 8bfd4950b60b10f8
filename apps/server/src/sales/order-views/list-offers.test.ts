// The start page promises no more than a customer gets: the lowest of a coin's rates, its fee rounded up, and nothing where
// no rate can be trusted.
import type { SupportedCoin } from '@kobogate/contract';
import { parseRate, type Rate } from '@kobogate/money';
import { expect, test } from 'vitest';
import { listOffers } from './list-offers.ts';

const rate = (text: string): Rate => {
  const parsed = parseRate(text);
  if (!parsed.ok) throw new Error(`no rate: ${text}`);
  return parsed.value;
};
const offered = (text: string, market: string) => ({
  rate: rate(text),
  marketRate: rate(market),
  at: new Date(),
  evidence: '',
  change24h: null,
});
const coin = (currency: string, ids: readonly string[]): SupportedCoin => ({
  currency,
  name: currency,
  hasRate: true,
  networks: ids.map((id) => ({ id, name: id })),
});

test('the lowest rate among a coin’s networks is shown, with the fee in it rounded up', async () => {
  const rates = new Map([
    ['USDT@bsc', offered('1520.00', '1535.36')],
    ['USDT@polygon', offered('1519.99', '1535.36')],
  ]);
  const offers = await listOffers({
    listCoins: async () => [coin('USDT', ['bsc', 'polygon', 'solana']), coin('BTC', ['mainnet'])],
    currentRates: async () => rates,
  });
  expect(offers.map((each) => [each.currency, each.rate, each.marketRate, each.feePercent])).toEqual([
    ['USDT', '1519.99', '1535.36', '1.01'],
    ['BTC', null, null, null],
  ]);
});
