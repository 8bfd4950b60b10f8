import { CURRENCIES, NETWORK_IDS } from '@kobogate/contract';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { CoinMark, NetworkMark } from './coin-mark.tsx';
import { COIN_MARKS, coinMark, NETWORK_MARKS, networkMark } from './coin-marks.ts';
import { type Colour, contrast } from './contrast.ts';

const colour = (hex: string): Colour => {
  const full = hex.length === 4 ? hex.replaceAll(/[\da-f]/g, '$&$&') : hex;
  const at = (start: number): number => Number.parseInt(full.slice(start, start + 2), 16);
  return [at(1), at(3), at(5)];
};

describe('coin and network marks', () => {
  test('every coin and every network of the contract has a drawing of its own', () => {
    for (const currency of CURRENCIES) expect(coinMark(currency), currency).toBeDefined();
    for (const network of NETWORK_IDS) expect(networkMark(network), network).toBeDefined();
    for (const drawings of [Object.values(COIN_MARKS), Object.values(NETWORK_MARKS)]) {
      expect(new Set(drawings.map(({ parts }) => JSON.stringify(parts))).size).toBe(drawings.length);
    }
  });

  test('a drawing contrasts with its disc by 3 to 1, so that it is seen whatever the page’s colour is', () => {
    for (const { ground, ink } of [...Object.values(COIN_MARKS), ...Object.values(NETWORK_MARKS)]) {
      expect(contrast(colour(ground), colour(ink)), ground).toBeGreaterThanOrEqual(3);
    }
  });

  test('a token has its network as a badge, and a network’s own coin has none', () => {
    const discs = (currency: string, network: string): number =>
      renderToStaticMarkup(<CoinMark currency={currency} network={network} />).split('r="16"').length - 1;
    expect(discs('USDT', 'bsc')).toBe(2);
    expect(discs('ETH', 'arbitrum')).toBe(2);
    expect(discs('ETH', 'ethereum')).toBe(1);
    expect(discs('BTC', 'mainnet')).toBe(1);
  });

  test('a coin or network without a drawing shows its first letter, also one that is named like a method', () => {
    expect(renderToStaticMarkup(<CoinMark currency="DAI" />)).toContain('>D</text>');
    expect(renderToStaticMarkup(<CoinMark currency="constructor" network="toString" />)).toContain('>C</text>');
    expect(renderToStaticMarkup(<NetworkMark network="new" />)).toContain('>N</text>');
  });
});
