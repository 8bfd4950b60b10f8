import type { Order, OrderDetail } from '@kobogate/contract';
import { ButtonLink } from '../../ui/button.tsx';
import { Card, CardHeading } from '../../ui/card.tsx';
import { Account } from '../../ui/account.tsx';
import { FactList } from '../../ui/facts.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Coin } from '../../ui/money.tsx';
import { priceFacts } from './price-facts.tsx';
import { Status } from '../../ui/status.tsx';
import { FUNDING_WORDS, nairaWords, STATUS_WORDS } from './order-words.ts';

/** The terms of an order: both amounts, the rate and all charges beside each other, the account that is paid, the three facts. */
export function OrderTerms({ order }: { order: OrderDetail }) {
  const { bankAccount, fromCurrency } = order;
  return (
    <Card>
      <CardHeading
        title="Terms"
        action={
          <ButtonLink variant="quiet" className="-my-2.5 -mr-4" to={`/account/receipts/${order.id}`}>
            {order.payout === 'paid' ? 'Receipt' : 'Statement'}
          </ButtonLink>
        }
      />
      <FactList
        facts={[
          { label: 'You convert', value: <Coin amount={order.fromAmount} currency={fromCurrency} /> },
          ...priceFacts({
            price: order.price,
            locked: order.locked,
            currency: fromCurrency,
            isPaid: order.payout === 'paid',
            isDeclined: order.status === 'declined',
            company: 'us',
          }),
          { label: 'Network fee', value: 'Included' },
          {
            label: order.status === 'declined' ? 'Would have gone to' : 'Paid to',
            value: <Account of={bankAccount} />,
          },
          { label: 'Created', value: <Moment at={order.createdAt} /> },
        ]}
      />
      <div className="mt-2 border-t border-hairline pt-4">
        <ThreeFacts order={order} />
      </div>
    </Card>
  );
}

/** The three independent facts of an order, each named: the review, the coins, the naira. */
function ThreeFacts({ order }: { order: Pick<Order, 'status' | 'funding' | 'payout'> }) {
  const facts = [
    { name: 'Review', words: STATUS_WORDS[order.status] },
    { name: 'Coins', words: FUNDING_WORDS[order.funding] },
    { name: 'Naira', words: nairaWords(order) },
  ];
  return (
    <ul className="grid grid-cols-[auto_auto] justify-start gap-x-3 gap-y-1.5 text-left">
      {facts.map(({ name, words }) => (
        <li key={name} className="col-span-2 grid grid-cols-subgrid items-center">
          <span className="text-sm text-ink-soft">{name}</span>
          <span>
            <Status tone={words.tone}>{words.text}</Status>
          </span>
        </li>
      ))}
    </ul>
  );
}
