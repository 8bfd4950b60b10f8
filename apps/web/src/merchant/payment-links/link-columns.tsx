import type { OwnPaymentLink } from '@kobogate/contract';
import { Link } from 'react-router';
import { nairaOfKobo } from '../../lib/formats.ts';
import { Button } from '../../ui/button.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { Status } from '../../ui/status.tsx';
import { asksText, LINK_STATE_WORDS } from './link-words.ts';

/** A link as a row of the list: its name, amount, totals, state, and a button to share it. */
export const linkColumns = (onShare: (link: OwnPaymentLink) => void): readonly Column<OwnPaymentLink>[] => [
  {
    id: 'name',
    title: 'Link',
    place: 'title',
    cell: (link) => (
      <>
        <Link
          to={`/account/payment-link/${link.id}`}
          className="inline-flex min-h-11 items-center @max-3xl:-mt-2.5 rounded-card font-semibold text-primary-text underline-offset-4 wrap-anywhere hover:underline"
        >
          <bdi>{link.name}</bdi>
        </Link>
        <span className="line-clamp-2 text-sm text-ink-soft wrap-anywhere">
          <bdi>{link.purpose}</bdi>
        </span>
      </>
    ),
  },
  {
    id: 'asks',
    title: 'Amount',
    align: 'end',
    cell: (link) => <span className="figures font-medium">{asksText(link)}</span>,
  },
  {
    id: 'brought',
    title: 'Paid',
    align: 'end',
    cell: ({ totals }) => (
      <span className="figures">
        {nairaOfKobo(totals.nairaKobo)}
        <span className="block text-sm text-ink-soft">{paidText(totals.paid)}</span>
      </span>
    ),
  },
  {
    id: 'state',
    title: 'State',
    place: 'mark',
    cell: ({ state }) => <Status tone={LINK_STATE_WORDS[state].tone}>{LINK_STATE_WORDS[state].text}</Status>,
  },
  {
    id: 'share',
    title: 'Share',
    place: 'end',
    cell: (link) =>
      link.state === 'active' && (
        <Button variant="secondary" aria-label={`Share ${link.name}`} onClick={() => onShare(link)}>
          Share
        </Button>
      ),
  },
];

const paidText = (paid: number): string => `${paid} ${paid === 1 ? 'payment' : 'payments'}`;
