import type { OrderDetail } from '@kobogate/contract';
import { nairaOfKobo, rateText } from '../../lib/formats.ts';
import type { Fact } from '../../ui/facts.tsx';
import { Rate } from '../../ui/money.tsx';

const naira = (kobo: string) => <span className="figures whitespace-nowrap">{nairaOfKobo(kobo)}</span>;

/** What a conversion's naira is made of: the rate, the coins' worth at the market, fee, VAT and stamp duty. */
export function priceFacts({
  price,
  locked,
  currency,
  isPaid,
  company,
}: Pick<OrderDetail, 'price' | 'locked'> & { currency: string; isPaid: boolean; company: string }): Fact[] {
  const { marketRate, stampDutyKobo } = price;
  return [
    { label: 'Rate', value: <Rate rate={price.rate} currency={currency} /> },
    ...(marketRate === null
      ? []
      : [
          {
            label: `Worth at the market rate of ${rateText(marketRate)}`,
            value: naira(price.grossKobo),
          },
        ]),
    { label: 'Fee', value: naira(`-${price.feeKobo}`) },
    { label: 'VAT, 7.5 % of the fee', value: naira(`-${price.vatKobo}`) },
    {
      label: isPaid ? 'You received' : 'You receive',
      value: <strong className="text-lg font-semibold">{naira(price.nairaKobo)}</strong>,
    },
    {
      label: 'Stamp duty on the transfer',
      value:
        stampDutyKobo === '0' ? (
          'None'
        ) : (
          <>
            {naira(stampDutyKobo)}, paid by {company}
          </>
        ),
    },
    ...(locked === null
      ? []
      : [
          {
            label: 'Promised while the rate was locked',
            value: (
              <>
                {naira(locked.nairaKobo)} at {rateText(locked.rate)}
              </>
            ),
          },
        ]),
  ];
}
