import type { Order } from '@kobogate/contract';
import { dateTimeText } from '../../lib/formats.ts';
import { ButtonLink } from '../../ui/button.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Coin, Naira, Rate } from '../../ui/money.tsx';
import { Status } from '../../ui/status.tsx';
import { leadingWords } from './order-words.ts';

const placeOf = ({ id, paymentLinkId }: Order): string =>
  paymentLinkId === null ? `/account/convert-to-naira/${id}` : `/account/payment-link/${paymentLinkId}/payments/${id}`;

/** A conversion, or a payment by link, as a row of a list: when, coins, naira with the rate, state, and its link. */
export const CONVERSION_COLUMNS: readonly Column<Order>[] = [
  { id: 'date', title: 'Created', place: 'note', cell: (order) => <Moment at={order.createdAt} /> },
  {
    id: 'coins',
    title: 'Converted',
    place: 'title',
    align: 'end',
    cell: (order) => (
      <>
        <Coin
          amount={order.fromAmount}
          currency={order.fromCurrency}
          className="wrap-anywhere @max-3xl:font-semibold"
        />
        <span className="block text-sm text-ink-soft">
          {order.networkName}
          {order.kind === 'payment' && ', by link'}
        </span>
      </>
    ),
  },
  {
    id: 'naira',
    title: 'Naira',
    place: 'aside',
    align: 'end',
    cell: (order) => (
      <>
        <Naira amount={order.naira} className={order.status === 'declined' ? 'text-ink-soft' : 'font-semibold'} />
        {order.status === 'declined' && <span className="block text-sm text-ink-soft">Not paid</span>}
        <Rate rate={order.rate} currency={order.fromCurrency} className="block text-sm text-ink-soft" />
      </>
    ),
  },
  {
    id: 'state',
    title: 'State',
    place: 'mark',
    cell: (order) => {
      const words = leadingWords(order);
      return <Status tone={words.tone}>{words.text}</Status>;
    },
  },
  {
    id: 'open',
    title: 'Details',
    place: 'end',
    cell: (order) => (
      <span className="inline-flex flex-wrap @3xl:-ml-4 @max-3xl:-mr-4">
        <ButtonLink
          variant="quiet"
          to={placeOf(order)}
          aria-label={`Open the ${order.kind} of ${order.fromAmount} ${order.fromCurrency}, ${dateTimeText(order.createdAt)}`}
        >
          Open
        </ButtonLink>
        {order.payout === 'paid' && (
          <ButtonLink
            variant="quiet"
            to={`/account/receipts/${order.id}`}
            aria-label={`Receipt for ${order.fromAmount} ${order.fromCurrency}, ${dateTimeText(order.createdAt)}`}
          >
            Receipt
          </ButtonLink>
        )}
      </span>
    ),
  },
];
