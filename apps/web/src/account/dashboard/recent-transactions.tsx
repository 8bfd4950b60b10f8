import { ButtonLink } from '../../ui/button.tsx';
import { Card, CardHeading, LIST_CARD } from '../../ui/card.tsx';
import { classes } from '../../ui/classes.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { ArrowLeftRight } from '../../ui/icons.ts';
import { EmptyState } from '../../ui/states.tsx';
import { Badge, Status } from '../../ui/status.tsx';
import { CONVERSION_COLUMNS } from '../conversions/conversion-columns.tsx';
import type { DashboardFigures } from './figures.ts';
import type { SampleRow } from './sample-figures.ts';

const SAMPLE_COLUMNS: readonly Column<SampleRow>[] = [
  { id: 'mark', title: 'Note', place: 'end', cell: () => <Badge tone="neutral">Sample</Badge> },
  { id: 'coins', title: 'Converted', align: 'end', place: 'title', cell: (row) => row.coin },
  {
    id: 'value',
    title: 'Value',
    align: 'end',
    place: 'aside',
    cell: (row) => <span className="font-semibold">{row.amount}</span>,
  },
  {
    id: 'state',
    title: 'State',
    place: 'mark',
    cell: (row) => (
      <Status tone={row.isSuccessful ? 'success' : 'danger'}>{row.isSuccessful ? 'Successful' : 'Unsuccessful'}</Status>
    ),
  },
];

/** The page of all of them: chosen by what the newest one is. */
const ALL_OF = { conversion: '/account/convert-to-naira/history', payment: '/account/payment-link' } as const;

/** The last conversions and payments by link, or the sample rows: a table, and cards on a phone. */
export function RecentTransactions({ recent }: { recent: DashboardFigures['recent'] }) {
  const hasOwn = !recent.isSample && recent.rows.length > 0;
  return (
    <Card aria-label="Recent transactions" className={classes(LIST_CARD, 'below-120')}>
      <CardHeading
        title="Recent transactions"
        detail={recent.isSample ? 'Sample rows: none of this was paid.' : 'The last eight, newest first.'}
        {...(hasOwn
          ? {
              action: (
                <ButtonLink variant="quiet" className="md:-mr-4" to={ALL_OF[recent.rows[0]?.kind ?? 'conversion']}>
                  See all
                </ButtonLink>
              ),
            }
          : {})}
      />
      {recent.isSample && (
        <DataTable caption="Sample transactions" columns={SAMPLE_COLUMNS} rows={recent.rows} rowKey={(row) => row.id} />
      )}
      {hasOwn && (
        <DataTable
          caption="Your recent transactions"
          columns={CONVERSION_COLUMNS}
          rows={recent.rows}
          rowKey={(order) => order.id}
        />
      )}
      {!recent.isSample && !hasOwn && (
        <EmptyState icon={ArrowLeftRight} title="Nothing converted yet">
          Your coins are in your wallet. Each conversion that you make, and each payment by a link of yours, appears
          here with its state.
        </EmptyState>
      )}
    </Card>
  );
}
