import { ASSETS, CURRENCIES } from './assets.ts';

/** What a payment link's amount may be counted in; dollars count as USDT at the market's rate. */
export const LINK_CURRENCIES = ['NGN', 'USD', ...CURRENCIES] as const;
export type LinkCurrency = (typeof LINK_CURRENCIES)[number];

/** Narrows a text to what a payment link may be counted in. */
export function isLinkCurrency(text: string): text is LinkCurrency {
  return LINK_CURRENCIES.some((currency) => currency === text);
}

const MONEY_DECIMALS = 2;

/**
 * How many decimals an amount of a link may have: kobo and cents, or the coin's decimals on the network where it has
 * the fewest, so that each network can carry the exact amount.
 */
export function linkDecimals(currency: LinkCurrency): number {
  const decimals = ASSETS.filter((asset) => asset.currency === currency).map((asset) => asset.decimals);
  return decimals.length === 0 ? MONEY_DECIMALS : Math.min(...decimals);
}
