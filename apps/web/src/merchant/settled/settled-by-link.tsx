import type { PaymentOverview } from '@kobogate/contract';
import { Link } from 'react-router';
import { nairaOfKobo } from '../../lib/formats.ts';
import { Card, CardHeading, LIST_CARD } from '../../ui/card.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Landmark } from '../../ui/icons.ts';
import { EmptyState } from '../../ui/states.tsx';
import { paymentsText } from './settled-choice.ts';

type LinkSum = PaymentOverview['links'][number];

const COLUMNS: readonly Column<LinkSum>[] = [
  {
    id: 'link',
    title: 'Link',
    place: 'title',
    cell: ({ linkId, name }) => (
      <Link
        to={`/account/payment-link/${linkId}`}
        className="inline-flex min-h-11 items-center font-medium text-primary-text underline wrap-anywhere"
      >
        <bdi>{name}</bdi>
      </Link>
    ),
  },
  { id: 'payments', title: 'Payments', align: 'end', cell: ({ payments }) => payments },
  {
    id: 'naira',
    title: 'Settled',
    place: 'aside',
    align: 'end',
    cell: ({ nairaKobo }) => <span className="figures font-semibold">{nairaOfKobo(nairaKobo)}</span>,
  },
];

/** What was settled in a period by each link, the largest first; what further links brought is told in the line above. */
export function SettledByLink({ overview: { settled, links }, period }: { overview: PaymentOverview; period: string }) {
  const shown = links.reduce((sum, { payments }) => sum + payments, 0);
  const others = settled.payments - shown;
  return (
    <Card className={LIST_CARD}>
      <CardHeading
        title="Settled by link"
        detail={
          <span className="figures">
            {nairaOfKobo(settled.nairaKobo)} in your bank account by {paymentsText(settled.payments)}
            {others > 0 && `, ${others} of them by smaller links`}
          </span>
        }
      />
      {links.length === 0 ? (
        <EmptyState icon={Landmark} title="Nothing settled in these days">
          {period === 'Today'
            ? 'Naira that reaches your bank account today appears here at once.'
            : 'Choose a longer period, or share a link: naira that reaches your bank account appears here.'}
        </EmptyState>
      ) : (
        <DataTable caption="Settled by link" columns={COLUMNS} rows={links} rowKey={({ linkId }) => linkId} />
      )}
    </Card>
  );
}
