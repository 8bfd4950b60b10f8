import { type ClearingPolicy, findAsset, isCurrency, type NetworkAsset, SHORT_AT_MOST_KOBO } from '@kobogate/contract';
import {
  amountForNairaRoundedUp,
  formatNaira,
  nairaForRoundedDown,
  type Kobo,
  parseAmount,
  type Rate,
  toKobo,
} from '@kobogate/money';
import type { CustomerRate } from '../../pricing/index.ts';
import { describeCoins } from '../orders/describe-order.ts';
import type { Order } from '../orders/order.ts';

/** The requested amount of a payment, in its link's currency: a decimal in naira, dollars or a coin. */
export interface AskedAmount {
  readonly currency: string;
  readonly amount: string;
}

type Rates = ReadonlyMap<string, Pick<CustomerRate, 'rate' | 'marketRate'>>;

/** The coin whose rate is used for dollars. */
const DOLLAR_COIN = 'USDT';
const MONEY_DECIMALS = 2;
const WHOLE_BASIS_POINTS = 10_000n;

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

/**
 * By how many smallest units a payment may be short and still be taken as paid: the operator's share of the amount,
 * rounded down, and never more than the worth of ₦100 at its own rate. Pure.
 */
export function shortBy(
  { amount, nairaKobo }: Pick<Order, 'amount' | 'nairaKobo'>,
  { shortBasisPoints }: Pick<ClearingPolicy, 'shortBasisPoints'>,
): bigint {
  const part = (amount * BigInt(shortBasisPoints)) / WHOLE_BASIS_POINTS;
  const most = nairaKobo === 0n ? 0n : (amount * SHORT_AT_MOST_KOBO) / nairaKobo;
  return part < most ? part : most;
}

/** Whether this many coins are the whole amount, or slightly short of it. Pure. */
export const isEnough = (received: bigint, asked: Pick<Order, 'amount'>, tolerance: bigint): boolean =>
  received > 0n && received + tolerance >= asked.amount;

/** The timeline text of a payment that was taken as paid for what had arrived: `asked` before, `paid` after. Pure. */
export function describeShort(asked: Pick<Order, 'amount'>, paid: Order): { type: string; text: string } {
  const missing = describeCoins(asked.amount - paid.amount, paid.asset);
  return {
    type: 'short',
    text: `${describeCoins(paid.amount, paid.asset)} arrived, ${missing} less than was asked for. The difference is small, so it is taken as paid, for its value: ${formatNaira(paid.nairaKobo)}.`,
  };
}
