import { Bars, MoneyAxis } from '../ui/chart.tsx';
import { axisTop } from '../ui/chart-scale.ts';
import { DataTable, type Column } from '../ui/data-table.tsx';
import { Naira } from '../ui/money.tsx';
import { MoreButton } from '../ui/more-button.tsx';
import { Status } from '../ui/status.tsx';
import { Timeline, type TimelineStep } from '../ui/timeline.tsx';
import { LONG, Part, Sample } from './sample.tsx';

interface SampleRow {
  id: string;
  name: string;
  naira: string;
}

const COLUMNS: readonly Column<SampleRow>[] = [
  { id: 'name', title: 'Name', cell: (row) => <span className="wrap-anywhere">{row.name}</span> },
  { id: 'naira', title: 'Naira', align: 'end', cell: (row) => <Naira amount={row.naira} /> },
];
/** One column for each place on a card. */
const PLACED: readonly Column<SampleRow>[] = [
  { id: 'name', title: 'Name', place: 'title', cell: (row) => <span className="wrap-anywhere">{row.name}</span> },
  { id: 'naira', title: 'Naira', place: 'aside', align: 'end', cell: (row) => <Naira amount={row.naira} /> },
  { id: 'note', title: 'Note', place: 'note', cell: () => 'A note below both' },
  { id: 'state', title: 'State', place: 'mark', cell: () => <Status tone="success">Paid</Status> },
];
const ROWS: readonly SampleRow[] = [
  { id: '1', name: 'Sample Person', naira: '15000.5' },
  { id: '2', name: LONG, naira: '90071992547409931.07' },
];
const STEPS: readonly TimelineStep[] = [
  { id: '1', state: 'done', text: 'Order made.', time: '1 Nov 2026, 14:05 Lagos time' },
  { id: '2', state: 'failed', text: 'The bank did not accept the payout.' },
  { id: '3', state: 'now', text: LONG },
  { id: '4', state: 'next', text: 'The naira leaves.' },
];
const KOBO = [0n, 250_000_000n, 120_000_000n, 1_000n, 310_500_000n];
const TOP = axisTop(310_500_000n);
const BARS = KOBO.map((value, day) => ({ key: String(day), value }));

const more = {
  hasNextPage: true,
  isFetchingNextPage: false,
  isFetchNextPageError: false,
  error: null,
  fetchNextPage: () => Promise.resolve({ isError: false }),
};

/** All lists: tables, paging, amounts by day, timelines. */
export function Lists() {
  return (
    <>
      <Part title="Table">
        <DataTable caption="A sample table" columns={COLUMNS} rows={ROWS} rowKey={(row) => row.id} />
        <Sample name="each column in its place on a card">
          <DataTable caption="A sample table in places" columns={PLACED} rows={ROWS} rowKey={(row) => row.id} />
        </Sample>
      </Part>
      <Part title="More of a list">
        <MoreButton pages={more} label="Show more" failure="" />
        <MoreButton pages={{ ...more, isFetchingNextPage: true }} label="Show more" failure="" />
        <MoreButton
          pages={{ ...more, isFetchNextPageError: true }}
          label="Show more"
          failure="More could not be loaded. Please try again."
        />
      </Part>
      <Part title="Amounts by day">
        <div aria-hidden="true" className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 text-xs text-ink-soft">
          <MoneyAxis top={TOP} symbol="₦" className="h-40" />
          <Bars bars={BARS} top={TOP} barWidth={64} fill="fill-primary" className="h-40 w-full" />
        </div>
      </Part>
      <Part title="Timeline">
        <Timeline label="A sample timeline" steps={STEPS} />
      </Part>
    </>
  );
}
