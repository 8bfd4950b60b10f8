import type { Report } from '@kobogate/contract';
import { useState } from 'react';
import { coinText, dayName, nairaOfKobo } from '../../lib/formats.ts';
import { Button } from '../../ui/button.tsx';
import { MarkedCoin } from '../../ui/coin-mark.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { Status } from '../../ui/status.tsx';
import { nairaWords, STATUS_WORDS } from '../../account/conversions/order-words.ts';
import { ReportTableCard } from './report-table-card.tsx';

const DAYS_SHOWN = 7;

type Figures = Omit<Report['totals'], 'orders'>;
type Day = Report['days'][number];
type Asset = Report['assets'][number];
type StatusRow = Report['statuses'][number];

const FIGURE_COLUMNS: readonly Column<Figures>[] = [
  { id: 'volume', title: 'Volume', align: 'end', cell: (row) => nairaOfKobo(row.volumeKobo) },
  { id: 'fees', title: 'Fees', align: 'end', cell: (row) => nairaOfKobo(row.feesKobo) },
  { id: 'paid', title: 'Paid out', align: 'end', cell: (row) => nairaOfKobo(row.paidOutKobo) },
  { id: 'returned', title: 'Came back', align: 'end', cell: (row) => nairaOfKobo(row.returnedKobo) },
];

const DAY_COLUMNS: readonly Column<Day>[] = [
  {
    id: 'day',
    title: 'Day',
    place: 'title',
    cell: (row) => <span className="whitespace-nowrap @max-3xl:font-semibold">{dayName(row.day)}</span>,
  },
  { id: 'orders', title: 'Orders', align: 'end', cell: (row) => row.orders },
  ...FIGURE_COLUMNS,
];

const ASSET_COLUMNS: readonly Column<Asset>[] = [
  {
    id: 'asset',
    title: 'Coin',
    place: 'title',
    cell: (row) => (
      <MarkedCoin currency={row.currency} network={row.network}>
        <span className="font-semibold">{row.currency}</span>
        <span className="block text-sm text-ink-soft">{row.networkName}</span>
      </MarkedCoin>
    ),
  },
  {
    id: 'amount',
    title: 'Exchanged',
    align: 'end',
    place: 'aside',
    cell: (row) => <span className="wrap-anywhere">{coinText(row.amount, row.currency)}</span>,
  },
  ...FIGURE_COLUMNS,
];

const STATUS_COLUMNS: readonly Column<StatusRow>[] = [
  {
    id: 'status',
    title: 'Order',
    cell: ({ status }) => STATUS_WORDS[status].text,
  },
  {
    id: 'payout',
    title: 'Payout',
    // Only what went wrong stands out.
    cell: (row) => {
      const { tone, text } = nairaWords(row);
      return tone === 'danger' || tone === 'warning' ? <Status tone={tone}>{text}</Status> : text;
    },
  },
  { id: 'orders', title: 'Orders', align: 'end', cell: (row) => row.orders },
  { id: 'naira', title: 'Naira', align: 'end', cell: (row) => nairaOfKobo(row.nairaKobo) },
];

/** The report's figures by coin and network, by state and by day, each to be downloaded. */
export function ReportTables({ report }: { report: Report }) {
  const [isAllShown, setIsAllShown] = useState(false);
  const newestFirst = report.days.toReversed();
  return (
    <>
      <ReportTableCard report={report} table="assets" title="By coin and network" detail="The largest volume first.">
        {report.assets.length === 0 ? (
          <EmptyState title="Nothing was exchanged or paid on these days.">
            Conversions count on the day on which their coins are exchanged for naira.
          </EmptyState>
        ) : (
          <DataTable
            caption="By coin and network"
            columns={ASSET_COLUMNS}
            rows={report.assets}
            rowKey={(row) => `${row.currency} ${row.network}`}
          />
        )}
      </ReportTableCard>
      <ReportTableCard
        report={report}
        table="statuses"
        title="By state"
        detail="Orders made on these days, in their state now."
      >
        {report.statuses.length === 0 ? (
          <EmptyState title="No orders were made on these days.">
            Choose other days, or wait for the first customer.
          </EmptyState>
        ) : (
          <DataTable
            caption="By state"
            columns={STATUS_COLUMNS}
            rows={report.statuses}
            rowKey={(row) => `${row.status} ${row.payout}`}
          />
        )}
      </ReportTableCard>
      <ReportTableCard
        report={report}
        table="days"
        title="By day"
        detail="Days end at midnight in Lagos; newest first."
      >
        <DataTable
          caption="By day"
          columns={DAY_COLUMNS}
          rows={isAllShown ? newestFirst : newestFirst.slice(0, DAYS_SHOWN)}
          rowKey={(row) => row.day}
        />
        {!isAllShown && newestFirst.length > DAYS_SHOWN && (
          <Button variant="secondary" className="mt-5 w-full" onClick={() => setIsAllShown(true)}>
            {`Show all ${newestFirst.length} days`}
          </Button>
        )}
      </ReportTableCard>
    </>
  );
}
