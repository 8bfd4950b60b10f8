import { nairaForRoundedDown } from '@kobogate/money';
import type { CustomerRate } from '../rates/rate.ts';
import type { Order } from './order.ts';

/** What an offer is made of: the customer's rate, the market's that it was taken from, and the ticks behind that. */
export type Offer = Pick<CustomerRate, 'rate' | 'marketRate' | 'evidence'>;

/**
 * What coins are worth at an offer: the kobo that are paid, rounded down, and the kobo that the house keeps of their
 * worth at the market's rate. The two add up to the market's worth, rounded down. Pure.
 */
export function priceOrder(
  amount: bigint,
  assetDecimals: number,
  { rate, marketRate }: Pick<Offer, 'rate' | 'marketRate'>,
): Pick<Order, 'nairaKobo' | 'spreadKobo'> {
  const nairaKobo = nairaForRoundedDown(amount, assetDecimals, rate);
  return { nairaKobo, spreadKobo: nairaForRoundedDown(amount, assetDecimals, marketRate) - nairaKobo };
}
