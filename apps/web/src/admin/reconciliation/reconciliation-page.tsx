import { type ComparedPart, type Difference, endpoints, type ReconciliationDetail } from '@kobogate/contract';
import { Link, useParams } from 'react-router';
import { messageFor } from '../../lib/client.ts';
import { dateTimeText, dayName } from '../../lib/formats.ts';
import { useCall } from '../../lib/queries.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { Card, CardHeading, LIST_CARD, PageHeading } from '../../ui/card.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { LongWords } from '../../ui/long-words.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { Status } from '../../ui/status.tsx';
import { QuietStatus } from '../overview/quiet-status.tsx';
import { CompareAgain } from './compare-again.tsx';
import { askedBy, differencesText, KIND_WORDS, OUTCOME_WORDS } from './reconciliation-words.ts';

const PART_COLUMNS: readonly Column<ComparedPart>[] = [
  { id: 'name', title: 'What', place: 'title', cell: ({ name }) => <span className="font-semibold">{name}</span> },
  {
    id: 'outcome',
    title: 'Outcome',
    place: 'aside',
    cell: ({ outcome }) => <QuietStatus tone={OUTCOME_WORDS[outcome].tone}>{OUTCOME_WORDS[outcome].text}</QuietStatus>,
  },
  { id: 'compared', title: 'Compared', cell: ({ area, compared }) => comparedText(area, compared) },
  {
    id: 'detail',
    title: 'Detail',
    place: 'note',
    cell: ({ detail }) => <span className="wrap-anywhere">{detail}</span>,
  },
];

const UNITS: Readonly<Record<ComparedPart['area'], readonly [string, string]>> = {
  bank: ['payout', 'payouts'],
  chain: ['place', 'places'],
  ledger: ['entry', 'entries'],
};

function comparedText(area: ComparedPart['area'], count: number): string {
  return `${count.toLocaleString('en-NG')} ${UNITS[area][count === 1 ? 0 : 1]}`;
}

/** One day's comparison: each difference with what to do about it, then everything that was compared. */
export function Component() {
  const { id = '' } = useParams();
  const found = useCall(endpoints.reconciliations.read, { params: { id } });
  return (
    <>
      <PageTitle>Reconciliation</PageTitle>
      <BackLink to="/admin/reconciliation">All comparisons</BackLink>
      {found.isPending && <SkeletonRows label="Loading the comparison" rows={6} />}
      {found.data === undefined && found.isError && (
        <Card>
          <ErrorState
            message={messageFor(found.error, 'The comparison could not be loaded.')}
            onRetry={() => void found.refetch()}
            isRetrying={found.isFetching}
          />
        </Card>
      )}
      {found.data !== undefined && <Detail made={found.data.data} />}
    </>
  );
}

function Detail({ made }: { made: ReconciliationDetail }) {
  const { day, outcome, differenceCount, report, finishedAt, isScheduled } = made;
  const left = differenceCount - report.differences.length;
  const by = `${isScheduled ? 'by' : 'for'} ${askedBy(made)}`;
  return (
    <>
      <PageHeading
        title={dayName(day)}
        detail={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-2">
            <Status tone={OUTCOME_WORDS[outcome].tone}>{OUTCOME_WORDS[outcome].text}</Status>
            {`Compared ${dateTimeText(finishedAt)}, ${by}.`}
          </span>
        }
      />
      <div className="grid gap-4">
        <CompareAgain made={made} />
        <Card aria-label="Differences">
          <CardHeading
            title={differenceCount === 0 ? 'Differences' : differencesText(differenceCount)}
            {...(left > 0 ? { detail: `The first ${report.differences.length} are shown.` } : {})}
          />
          {report.differences.length === 0 ? (
            <EmptyState title="No difference was found">
              {outcome === 'unclear'
                ? 'Not everything could be compared: below is what is missing.'
                : 'Payouts, coins and books agree with the banks, the chains and the ledger.'}
            </EmptyState>
          ) : (
            <ul className="divide-y divide-hairline">
              {report.differences.map((difference) => (
                <DifferenceItem
                  key={`${difference.kind} ${difference.place} ${difference.subject} ${difference.ours}`}
                  difference={difference}
                />
              ))}
            </ul>
          )}
        </Card>
        <Card aria-label="What was compared" className={LIST_CARD}>
          <CardHeading title="What was compared" />
          <DataTable
            caption="What was compared"
            columns={PART_COLUMNS}
            rows={report.parts}
            rowKey={({ area, name }) => `${area} ${name}`}
          />
        </Card>
      </div>
    </>
  );
}

/** What differs and at whom, what each side says, and what to do about it. */
function DifferenceItem({ difference }: { difference: Difference }) {
  const { kind, place, subject, orderId, ours, theirs, advice } = difference;
  return (
    <li className="grid gap-x-8 gap-y-2 py-3 first:pt-0 last:pb-0 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      <div>
        <h3 className="font-semibold">
          {KIND_WORDS[kind]}, {place}
        </h3>
        <p className="figures text-sm wrap-anywhere text-ink-soft">
          <LongWords text={subject} />
        </p>
        <dl className="figures mt-1.5 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 text-[15px] *:wrap-anywhere">
          <dt className="text-ink-soft">Ours</dt>
          <dd className="font-medium">{ours}</dd>
          <dt className="text-ink-soft">Theirs</dt>
          <dd className="font-medium text-danger">{theirs}</dd>
        </dl>
      </div>
      <div className="text-[15px]">
        <p className="max-w-prose text-pretty">{advice}</p>
        {orderId !== null && (
          <Link
            to={`/admin/dashboard?tab=orders&order=${orderId}`}
            className="-mb-2 inline-flex min-h-11 items-center font-medium text-primary-text underline"
          >
            Open its order
          </Link>
        )}
      </div>
    </li>
  );
}
