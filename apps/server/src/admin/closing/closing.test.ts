// What can't leave an account, as little that a conversion left or a stranger sent, is no hindrance to closing it: its owner reads what
// they give up.
import { parseRate, toKobo } from '@kobogate/money';
import { expect, test } from 'vitest';
import { canLeave, type Terms } from '../../custody/refunds/least-refund.ts';
import { describeHindrances, describeLeft } from './closing.ts';

const rateOf = (text: string) => {
  const parsed = parseRate(text);
  if (!parsed.ok) throw new Error(`no rate: ${text}`);
  return { rate: parsed.value, marketRate: parsed.value };
};
const OFFERED = { isOffered: true, minimum: null };
const TERMS: Terms = {
  products: new Map([
    ['USDT@ethereum', OFFERED],
    ['USDC@polygon', OFFERED],
  ]),
  rates: new Map([
    ['USDT@ethereum', rateOf('1600')],
    ['USDC@polygon', rateOf('1600')],
  ]),
  // ₦1,000.
  minimumKobo: toKobo(100_000n),
};
const NOTHING = { deposits: 0, refunds: 0, payouts: 0, orders: 0, awaitedUntil: null, lastOrderAt: null };
const found = (asset: string, amount: bigint, terms: Partial<Terms> = {}) => {
  const underWay = { ...NOTHING, balances: [{ kind: 'customer', asset, amount }] };
  const may = (coins: { asset: string; amount: bigint }) => canLeave(coins, { ...TERMS, ...terms });
  return { hindrances: describeHindrances(underWay, may), left: describeLeft(underWay, may) };
};
const NONE = { hindrances: [], left: null };
const hinders = (text: string) => ({
  hindrances: [`There is money in the account: ${text}. Convert it or have it sent back first.`],
  left: null,
});
const leaves = (left: string) => ({ hindrances: [], left });

test('[D4] dust of a coin that is not on offer, too little to be sent back, does not keep an account open; more of it does', () => {
  for (const asset of [
    'POL@polygon',
    'AVAX@avalanche',
    'DAI@ethereum',
    'USDC.e@arbitrum',
    'TRX@tron',
    'USDT@ethereum',
  ]) {
    expect(found(asset, 1n)).toEqual(NONE);
  }
  expect(found('POL@polygon', 10n ** 18n)).toEqual(hinders('1 POL on Polygon'));
});

test('[D4] what a refund’s fee would take whole of a coin that is only sent back does not keep an account open, as it could never leave', () => {
  expect(found('POL@polygon', 9n * 10n ** 16n)).toEqual(leaves('0.09 POL on Polygon'));
  expect(found('DAI@ethereum', 2n * 10n ** 18n)).toEqual(leaves('2 DAI on Ethereum'));
  expect(found('DAI@ethereum', 3n * 10n ** 18n)).toEqual(hinders('3 DAI on Ethereum'));
});

test('coins below the least conversion and a refund’s fee do not keep an account open; what either takes does', () => {
  expect(found('USDT@ethereum', 30_000n)).toEqual(leaves('0.03 USDT on Ethereum'));
  expect(found('USDT@ethereum', 624_999n)).toEqual(leaves('0.624999 USDT on Ethereum'));
  // ₦1,000.00 to the kobo.
  expect(found('USDT@ethereum', 625_000n)).toEqual(hinders('0.625 USDT on Ethereum'));
  // A bridged dollar can be credited as the real one.
  expect(found('USDC.e@polygon', 70_000n)).toEqual(leaves('0.07 USDC.e on Polygon'));
  expect(found('USDC.e@polygon', 70_000n, { minimumKobo: toKobo(10_000n) })).toEqual(hinders('0.07 USDC.e on Polygon'));
});

test('a coin that is not converted at present, or not so little of it, can only be sent back', () => {
  for (const product of [
    { isOffered: false, minimum: null },
    { isOffered: true, minimum: 1_000_000n },
  ]) {
    const terms = { products: new Map([['USDT@ethereum', product]]) };
    expect(found('USDT@ethereum', 700_000n, terms)).toEqual(leaves('0.7 USDT on Ethereum'));
    expect(found('USDT@ethereum', 100_000_000n, terms)).toEqual(hinders('100 USDT on Ethereum'));
  }
});

test('without a rate it is not known whether coins could be converted, so that none are given up', () => {
  expect(found('USDT@ethereum', 30_000n, { rates: new Map() })).toEqual(hinders('0.03 USDT on Ethereum'));
});
