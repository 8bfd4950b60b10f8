import { endpoints, type Report } from '@kobogate/contract';
import { toKobo } from '@kobogate/money';
import { useSearchParams } from 'react-router';
import { messageFor } from '../../lib/client.ts';
import { dayName } from '../../lib/formats.ts';
import { useCall } from '../../lib/queries.ts';
import { useNow } from '../../lib/use-now.ts';
import { Card, PageHeading } from '../../ui/card.tsx';
import { Loading } from '../../ui/loading.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import { DayChart } from './day-chart.tsx';
import { RangePicker } from './range-picker.tsx';
import { choiceOf } from './report-choice.ts';
import { ReportTables } from './report-tables.tsx';
import { ReportTotals } from './report-totals.tsx';

const CHARTS = 'grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-3';

/** The operator's figures over a range of days. The range is in the address, so that a view can be shared. */
export function Component() {
  const [search, setSearch] = useSearchParams();
  const choice = choiceOf(search, useNow());
  const report = useCall(endpoints.reports.read, { query: { from: choice.from, to: choice.to } });
  return (
    <>
      <PageTitle>Reports</PageTitle>
      <PageHeading title="Reports" detail="What was exchanged, earned and paid, from the ledger, to the kobo." />
      <RangePicker
        choice={choice}
        onChoose={(query) => setSearch(query, { replace: true, preventScrollReset: true })}
      />
      <output className="figures mb-4 block text-sm text-ink-soft empty:hidden">
        {report.data !== undefined && <Stretch report={report.data.data} />}
      </output>
      <div className="grid gap-4">
        {report.isPending && <LoadingReport />}
        {report.data === undefined && report.isError && (
          <Card>
            <ErrorState
              message={messageFor(report.error, 'The report could not be made.')}
              onRetry={() => void report.refetch()}
              isRetrying={report.isFetching}
            >
              A report changes nothing.
            </ErrorState>
          </Card>
        )}
        {report.data !== undefined && <Figures key={`${choice.from} ${choice.to}`} report={report.data.data} />}
      </div>
    </>
  );
}

function Stretch({ report: { from, to } }: { report: Report }) {
  return from === to ? `On ${dayName(from)}, in Lagos` : `From ${dayName(from)} to ${dayName(to)}, in Lagos`;
}

function Figures({ report }: { report: Report }) {
  const by = (name: 'volumeKobo' | 'feesKobo' | 'paidOutKobo') =>
    report.days.map((figures) => ({ day: figures.day, kobo: toKobo(figures[name]) }));
  return (
    <>
      <ReportTotals totals={report.totals} />
      <div className={CHARTS}>
        <DayChart title="How much was converted each day?" days={by('volumeKobo')} fill="fill-primary" />
        <DayChart title="What did the spread earn each day?" days={by('feesKobo')} fill="fill-copper" />
        <DayChart title="How much reached bank accounts each day?" days={by('paidOutKobo')} fill="fill-success" />
      </div>
      <ReportTables report={report} />
    </>
  );
}

function LoadingReport() {
  return (
    <Loading label="Loading the report" className="grid gap-4">
      <Skeleton className="h-112 sm:h-64 xl:h-28" />
      <span className={CHARTS}>
        <Skeleton className="h-72" />
        <Skeleton className="h-72" />
        <Skeleton className="h-72" />
      </span>
      <Skeleton className="h-64" />
      <Skeleton className="h-64" />
    </Loading>
  );
}
