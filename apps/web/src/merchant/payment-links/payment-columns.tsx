import type { MerchantPayment } from '@kobogate/contract';
import { dateTimeText, nairaOfKobo } from '../../lib/formats.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { MarkedCoin } from '../../ui/coin-mark.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Coin } from '../../ui/money.tsx';
import { Status } from '../../ui/status.tsx';
import { PAYMENT_STATE_WORDS } from './link-words.ts';

/** The columns of payments; the last one opens the payment. */
export const PAYMENT_COLUMNS: readonly Column<MerchantPayment>[] = [
  {
    id: 'coins',
    title: 'Coins',
    place: 'title',
    cell: ({ amount, currency, network, networkName, reference }) => (
      <MarkedCoin currency={currency} network={network}>
        <Coin amount={amount} currency={currency} className="font-medium wrap-anywhere" />
        <span className="block text-sm text-ink-soft">{networkName}</span>
        {reference !== null && <span className="block text-sm text-ink-soft wrap-anywhere">{reference}</span>}
      </MarkedCoin>
    ),
  },
  {
    id: 'naira',
    title: 'Naira',
    place: 'aside',
    align: 'end',
    cell: ({ nairaKobo }) => <span className="figures font-semibold">{nairaOfKobo(nairaKobo)}</span>,
  },
  {
    id: 'summary',
    title: 'What happens',
    place: 'note',
    cell: ({ summary, createdAt }) => (
      <>
        <span className="block max-w-sm">{summary}</span>
        <span className="block text-sm text-ink-soft">
          <Moment at={createdAt} />
        </span>
      </>
    ),
  },
  {
    id: 'state',
    title: 'State',
    place: 'mark',
    cell: ({ state }) => <Status tone={PAYMENT_STATE_WORDS[state].tone}>{PAYMENT_STATE_WORDS[state].text}</Status>,
  },
  {
    id: 'open',
    title: 'Details',
    place: 'end',
    cell: ({ id, linkId, amount, currency, createdAt }) => (
      <ButtonLink
        variant="quiet"
        className="@3xl:-ml-4 @max-3xl:-mr-4"
        to={`/account/payment-link/${linkId}/payments/${id}`}
        aria-label={`Open the payment of ${amount} ${currency}, ${dateTimeText(createdAt)}`}
      >
        Open
      </ButtonLink>
    ),
  },
];

/** The same for payments of several links. */
export const ALL_PAYMENT_COLUMNS: readonly Column<MerchantPayment>[] = PAYMENT_COLUMNS.flatMap((column) =>
  column.id === 'coins'
    ? [
        column,
        {
          id: 'link',
          title: 'Link',
          place: 'note',
          cell: ({ linkName }) => <bdi className="wrap-anywhere">{linkName}</bdi>,
        },
      ]
    : column,
);
