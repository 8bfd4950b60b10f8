import { findAssetByCode, type Order as OrderAnswer, type OrderDetail, priceParts } from '@kobogate/contract';
import { formatNaira, formatRate, formatUnits, parseAmount } from '@kobogate/money';
import type { Clock } from '../../platform/clock.ts';
import type { Connection } from '../../platform/database.ts';
import type { CurrentRates } from '../../pricing/index.ts';
import { listWithCoinsInTime } from './db.ts';
import { isCovered } from './order.ts';

/** What the present value of an order is calculated from. */
export interface Market {
  readonly database: Connection;
  readonly currentRates: CurrentRates;
  readonly clock: Clock;
}

type Answer = OrderAnswer & Partial<Pick<OrderDetail, 'price' | 'locked'> & { readonly amount: number }>;
type Offers = Awaited<ReturnType<CurrentRates>>;

const KOBO_DECIMALS = 2;

/**
 * Orders as the API shows them, with present values for those whose lock has ended before all their coins came: the old
 * naira no longer binds either side, so rate, naira and price are those of this moment. Without a rate the old figures
 * stay, and `lockEnded` says that they do not count. A payment by link is renewed by its payer, and is left as it is.
 */
export async function withTodaysRates<Some extends Answer>(
  { database, currentRates, clock }: Market,
  answers: readonly Some[],
): Promise<Some[]> {
  const now = clock.now();
  const ended = answers.filter((answer) => hasEnded(answer, now));
  if (ended.length === 0) return [...answers];
  // Coins that came in time and are not final yet keep the locked rate; to an expired order none came.
  const mayHaveCoins = ended.filter(({ funding }) => funding !== 'expired').map(({ id }) => id);
  const [rates, kept] = await Promise.all([currentRates(), listWithCoinsInTime(database, mayHaveCoins)]);
  const lapsed = new Set(ended.filter(({ id }) => !kept.has(id)));
  return answers.map((answer) => (lapsed.has(answer) ? atTodaysRate(answer, rates) : answer));
}

const hasEnded = (answer: OrderAnswer, now: Date): boolean =>
  answer.kind === 'conversion' &&
  answer.status !== 'declined' &&
  !isCovered(answer) &&
  new Date(answer.lockExpiresAt) <= now;

/** One order whose lock has ended, at today's rate. Pure. */
function atTodaysRate<Some extends Answer>(answer: Some, rates: Offers): Some {
  const asset = findAssetByCode(`${answer.fromCurrency}@${answer.network}`);
  const amount = asset === undefined ? null : parseAmount(answer.fromAmount, asset.decimals);
  const offer = asset === undefined ? undefined : rates.get(asset.code);
  if (asset === undefined || amount?.ok !== true || offer === undefined) return { ...answer, lockEnded: true };
  const price = priceParts(amount.value, asset.decimals, offer);
  const rate = formatRate(offer.rate);
  const naira = formatUnits(price.nairaKobo, KOBO_DECIMALS);
  const worth = `The rate lock has ended; at the current rate it is ${formatNaira(price.nairaKobo)}.`;
  const today = {
    lockEnded: true,
    rate,
    naira,
    nairaKobo: String(price.nairaKobo),
    summary: `${answer.summary} ${worth}`,
    ...('amount' in answer ? { amount: Number(naira) } : {}),
    ...('price' in answer ? { price: presentToday(price, offer), locked: lockedOf(answer) } : {}),
  };
  return Object.assign({}, answer, today);
}

const lockedOf = ({ locked, rate, nairaKobo }: Answer): OrderDetail['locked'] => locked ?? { rate, nairaKobo };

function presentToday(
  { grossKobo, feeKobo, vatKobo, stampDutyKobo, nairaKobo }: ReturnType<typeof priceParts>,
  { rate, marketRate }: { rate: Parameters<typeof formatRate>[0]; marketRate: Parameters<typeof formatRate>[0] },
): OrderDetail['price'] {
  return {
    rate: formatRate(rate),
    marketRate: formatRate(marketRate),
    grossKobo: String(grossKobo),
    feeKobo: String(feeKobo),
    vatKobo: String(vatKobo),
    stampDutyKobo: String(stampDutyKobo),
    nairaKobo: String(nairaKobo),
  };
}
