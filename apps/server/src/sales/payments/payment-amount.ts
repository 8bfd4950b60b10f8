import { findAsset, isCurrency, type NetworkAsset } from '@kobogate/contract';
import {
  amountForNairaRoundedUp,
  nairaForRoundedDown,
  type Kobo,
  parseAmount,
  type Rate,
  toKobo,
} from '@kobogate/money';
import type { CustomerRate } from '../../pricing/index.ts';

/** The requested amount of a payment, in its link's currency: a decimal in naira, dollars or a coin. */
export interface AskedAmount {
  readonly currency: string;
  readonly amount: string;
}

type Rates = ReadonlyMap<string, Pick<CustomerRate, 'rate' | 'marketRate'>>;

/** The coin whose rate is used for dollars. */
const DOLLAR_COIN = 'USDT';
const MONEY_DECIMALS = 2;

/**
 * The coins of `asset`, in smallest units, that are requested at these rates: just enough that the naira paid for them
 * is at least the requested amount. An amount in this very coin is taken as it is. Null where a rate that it needs is
 * missing. Throws for an invalid amount: it was checked when the link or the payment was made. Pure.
 */
export function coinsFor(asked: AskedAmount, asset: NetworkAsset, rates: Rates): bigint | null {
  if (asked.currency === asset.currency) return unitsOf(asked.amount, asset.decimals);
  const offer = rates.get(asset.code);
  const kobo = koboFor(asked, rates);
  if (offer === undefined || kobo === null) return null;
  return easyToRead(amountForNairaRoundedUp(kobo, asset.decimals, offer.rate), asset.decimals, offer.rate);
}

/** The requested amount in naira: dollars and other coins at the market's rate, without a spread. */
function koboFor({ currency, amount }: AskedAmount, rates: Rates): Kobo | null {
  if (currency === 'NGN') return toKobo(unitsOf(amount, MONEY_DECIMALS));
  const coin = currency === 'USD' ? DOLLAR_COIN : currency;
  const found = [...rates].find(([code]) => code.startsWith(`${coin}@`));
  if (found === undefined) return null;
  const [code, { marketRate }] = found;
  if (currency === 'USD') return nairaForRoundedDown(unitsOf(amount, MONEY_DECIMALS), MONEY_DECIMALS, marketRate);
  const network = code.slice(coin.length + 1);
  const decimals = isCurrency(coin) ? findAsset(coin, network)?.decimals : undefined;
  return decimals === undefined ? null : nairaForRoundedDown(unitsOf(amount, decimals), decimals, marketRate);
}

/**
 * Rounded up to the fewest decimals whose last one is worth less than a kobo: `15.625001`, not `15.625000390625009766`.
 */
function easyToRead(units: bigint, decimals: number, rate: Rate): bigint {
  let step = 1n;
  for (let next = 10n; nairaForRoundedDown(next, decimals, rate) === 0n; next *= 10n) step = next;
  return ((units + step - 1n) / step) * step;
}

function unitsOf(amount: string, decimals: number): bigint {
  const parsed = parseAmount(amount, decimals);
  if (!parsed.ok) throw new Error(`a payment asks for ${amount}, which is ${parsed.reason}`);
  return parsed.value;
}
