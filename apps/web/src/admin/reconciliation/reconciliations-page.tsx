import { endpoints, type ReconciliationSummary } from '@kobogate/contract';
import { Link } from 'react-router';
import { messageFor } from '../../lib/client.ts';
import { dateTimeText, dayName } from '../../lib/formats.ts';
import { useCall } from '../../lib/queries.ts';
import { Card, CardHeading, LIST_CARD, PageHeading } from '../../ui/card.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Scale } from '../../ui/icons.ts';
import { Moment } from '../../ui/moment.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { QuietStatus } from '../overview/quiet-status.tsx';
import { askedBy, differencesText, OUTCOME_WORDS } from './reconciliation-words.ts';
import { RunCard } from './run-card.tsx';

const COLUMNS: readonly Column<ReconciliationSummary>[] = [
  {
    id: 'day',
    title: 'Day',
    place: 'title',
    cell: ({ id, day, startedAt }) => (
      <Link
        to={`/admin/reconciliation/${id}`}
        className="inline-flex min-h-11 items-center @max-3xl:-mt-2 font-semibold text-primary-text underline"
      >
        {dayName(day)}
        <span className="sr-only">, compared {dateTimeText(startedAt)}</span>
      </Link>
    ),
  },
  {
    id: 'outcome',
    title: 'Outcome',
    place: 'aside',
    cell: ({ outcome }) => <QuietStatus tone={OUTCOME_WORDS[outcome].tone}>{OUTCOME_WORDS[outcome].text}</QuietStatus>,
  },
  {
    id: 'differences',
    title: 'Differences',
    cell: ({ differenceCount }) => (differenceCount === 0 ? 'None' : differencesText(differenceCount)),
  },
  {
    id: 'by',
    title: 'Requested by',
    cell: (made) => <span className="inline-block first-letter:uppercase">{askedBy(made)}</span>,
  },
  {
    id: 'at',
    title: 'Compared',
    place: 'note',
    cell: ({ finishedAt, nextAt }) => (
      <>
        <Moment at={finishedAt} />
        {nextAt !== null && (
          <span className="block text-sm text-ink-soft">Again automatically, soon after {dateTimeText(nextAt)}</span>
        )}
      </>
    ),
  },
];

/** Whether chain, ledger and bank statement agreed, day by day, and a comparison of any day now. */
export function Component() {
  return (
    <>
      <PageTitle>Reconciliation</PageTitle>
      <PageHeading
        title="Reconciliation"
        detail="Every day, an hour after midnight in Lagos: the chains, the ledger and each bank’s own list, to the kobo."
      />
      <div className="grid gap-4">
        <RunCard />
        <Card aria-label="Comparisons" className={LIST_CARD}>
          <CardHeading title="Comparisons" detail="As they were found; none is changed later." />
          <Comparisons />
        </Card>
      </div>
    </>
  );
}

function Comparisons() {
  const list = useCall(endpoints.reconciliations.list);
  if (list.isPending) return <SkeletonRows label="Loading comparisons" rows={4} />;
  if (list.data === undefined) {
    return (
      <ErrorState
        message={messageFor(list.error, 'The comparisons could not be loaded.')}
        onRetry={() => void list.refetch()}
        isRetrying={list.isFetching}
      />
    );
  }
  if (list.data.data.length === 0) {
    return (
      <EmptyState icon={Scale} title="No day has been compared yet">
        The first comparison is made after midnight. You can compare a day now.
      </EmptyState>
    );
  }
  return <DataTable caption="Comparisons" columns={COLUMNS} rows={list.data.data} rowKey={({ id }) => id} />;
}
