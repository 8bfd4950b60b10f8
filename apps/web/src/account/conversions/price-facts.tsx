import { nairaLabel, type OrderDetail, type Receipt } from '@kobogate/contract';
import { nairaOfKobo, rateText } from '../../lib/formats.ts';
import type { Fact } from '../../ui/facts.tsx';
import { OneLine, Rate } from '../../ui/money.tsx';

const naira = (kobo: string) => <OneLine>{nairaOfKobo(kobo)}</OneLine>;

/** The steps from the coins' market worth to the customer's naira: that worth, the fee and the VAT on it. */
export function chargeFacts({ marketRate, grossKobo, feeKobo, vatKobo }: OrderDetail['price']): Fact[] {
  return [
    ...(marketRate === null
      ? []
      : [{ label: `Worth at the market rate of ${rateText(marketRate)}`, value: naira(grossKobo) }]),
    { label: 'Fee', value: naira(`-${feeKobo}`) },
    { label: 'VAT, 7.5 % of the fee', value: naira(`-${vatKobo}`) },
  ];
}

/** The stamp duty on the transfer to the bank, and that it takes nothing from the customer's naira. */
export function stampDutyFact({ stampDutyKobo }: OrderDetail['price'], company: string): Fact {
  return {
    label: 'Stamp duty on the transfer',
    value:
      stampDutyKobo === '0' ? (
        'None'
      ) : (
        <>
          {naira(stampDutyKobo)}, paid by {company}
        </>
      ),
  };
}

/** What a conversion's naira is made of: the rate, the coins' worth at the market, fee, VAT and stamp duty. */
export function priceFacts({
  price,
  locked,
  currency,
  company,
  ...outcome
}: Pick<OrderDetail, 'price' | 'locked'> &
  Pick<Receipt, 'isPaid' | 'isDeclined'> & { currency: string; company: string }): Fact[] {
  return [
    { label: 'Rate', value: <Rate rate={price.rate} currency={currency} /> },
    ...chargeFacts(price),
    {
      label: nairaLabel(outcome),
      value: <strong className="text-lg font-semibold">{naira(price.nairaKobo)}</strong>,
    },
    stampDutyFact(price, company),
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
