import type { OrderDetail } from '@kobogate/contract';
import { formatRate } from '@kobogate/money';
import type { KeptQuote } from '../quotes/db.ts';
import type { Order } from './order.ts';

/** A quote's parts as the API shows them. Pure. */
export function presentPrice(quote: KeptQuote): OrderDetail['price'] {
  return {
    rate: formatRate(quote.rate),
    marketRate: quote.marketRate === null ? null : formatRate(quote.marketRate),
    grossKobo: String(quote.grossKobo),
    feeKobo: String(quote.feeKobo),
    vatKobo: String(quote.vatKobo),
    stampDutyKobo: String(quote.stampDutyKobo),
    nairaKobo: String(quote.nairaKobo),
  };
}

/** The promise while the order's lock held; null where that still applies. `quotes` in their order. Pure. */
export function presentLocked(
  quotes: readonly KeptQuote[],
  { orderQuoteId }: Pick<Order, 'orderQuoteId'>,
): OrderDetail['locked'] {
  const [first] = quotes;
  if (first === undefined || first.id === orderQuoteId) return null;
  return { rate: formatRate(first.rate), nairaKobo: String(first.nairaKobo) };
}
