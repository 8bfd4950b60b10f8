import { endpoints, type RetentionRun } from '@kobogate/contract';
import { messageFor } from '../../lib/client.ts';
import { dateText } from '../../lib/formats.ts';
import { useCall } from '../../lib/queries.ts';
import { Card, CardHeading, LIST_CARD } from '../../ui/card.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { History } from '../../ui/icons.ts';
import { Moment } from '../../ui/moment.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states.tsx';

const KIND_WORDS: Readonly<Record<RetentionRun['kind'], string>> = {
  closed: 'Closed accounts',
  'sign-ins': 'Network addresses and devices of sign-ins',
  notices: 'Notices and text messages',
  payers: 'What payers gave',
  books: 'Names and accounts in the books',
};

const COLUMNS: readonly Column<RetentionRun>[] = [
  { id: 'kind', title: 'What', place: 'title', cell: ({ kind }) => KIND_WORDS[kind] },
  { id: 'cutoff', title: 'From before', cell: ({ cutoff }) => <span className="figures">{dateText(cutoff)}</span> },
  { id: 'erased', title: 'Erased', cell: ({ erased }) => <span className="figures">{erased}</span> },
  {
    id: 'finished',
    title: 'Finished',
    cell: ({ finishedAt }) => (finishedAt === null ? 'Goes on' : <Moment at={finishedAt} />),
  },
];

/** What the daily task has erased, and how much, the newest first. */
export function RetentionRecord() {
  const answer = useCall(endpoints.closing.record);
  const runs = answer.data?.data;
  return (
    <Card className={LIST_CARD}>
      <CardHeading title="What was erased" detail="By the daily task, where something was past its time." />
      {answer.isPending && <SkeletonRows label="Loading what was erased" rows={2} />}
      {runs === undefined && answer.isError && (
        <ErrorState
          message={messageFor(answer.error, 'What was erased could not be loaded.')}
          onRetry={() => void answer.refetch()}
          isRetrying={answer.isFetching}
        >
          The task goes on.
        </ErrorState>
      )}
      {runs?.length === 0 && (
        <EmptyState icon={History} title="Nothing was erased yet">
          The first runs are listed here with their counts.
        </EmptyState>
      )}
      {runs !== undefined && runs.length > 0 && (
        <DataTable
          caption="What was erased"
          columns={COLUMNS}
          rows={runs}
          rowKey={({ day, kind }) => `${day} ${kind}`}
        />
      )}
    </Card>
  );
}
