import type { Order } from '@kobogate/contract';
import { Card, CardHeading } from '../../ui/card.tsx';
import { FactList } from '../../ui/facts.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Coin, Naira, Rate } from '../../ui/money.tsx';
import { ThreeFacts } from './three-facts.tsx';

/** The terms of an order: both amounts and the rate beside each other, the account that is paid, the three facts. */
export function OrderTerms({ order }: { order: Order }) {
  const { bankAccount, fromCurrency } = order;
  return (
    <Card>
      <CardHeading title="Terms" />
      <FactList
        facts={[
          { label: 'You convert', value: <Coin amount={order.fromAmount} currency={fromCurrency} /> },
          { label: 'Rate', value: <Rate rate={order.rate} currency={fromCurrency} /> },
          { label: 'You receive', value: <Naira amount={order.naira} /> },
          { label: 'Network fee', value: 'Included' },
          {
            label: 'Paid to',
            value: (
              <>
                {bankAccount.bankName} <span className="figures">{bankAccount.accountNumber}</span>
                <span className="block text-sm font-normal text-ink-soft">{bankAccount.accountName}</span>
              </>
            ),
          },
          { label: 'Made', value: <Moment at={order.createdAt} /> },
        ]}
      />
      <div className="mt-2 border-t border-hairline pt-4">
        <ThreeFacts order={order} />
      </div>
    </Card>
  );
}
