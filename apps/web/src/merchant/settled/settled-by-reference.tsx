import { endpoints, type SettledReference } from '@kobogate/contract';
import { useState } from 'react';
import { callOrThrow, messageFor } from '../../lib/client.ts';
import { nairaOfKobo } from '../../lib/formats.ts';
import { usePages } from '../../lib/use-pages.ts';
import { Card, CardHeading, LIST_CARD } from '../../ui/card.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { ReceiptText } from '../../ui/icons.ts';
import { Moment } from '../../ui/moment.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states.tsx';

const { references } = endpoints.payments;
const LONGEST_SEARCH = 100;

const COLUMNS: readonly Column<SettledReference>[] = [
  {
    id: 'reference',
    title: 'Reference',
    place: 'title',
    cell: ({ reference }) => <bdi className="font-medium wrap-anywhere">{reference}</bdi>,
  },
  { id: 'payments', title: 'Payments', align: 'end', cell: ({ payments }) => payments },
  { id: 'last', title: 'Last settled', place: 'note', cell: ({ lastSettledAt }) => <Moment at={lastSettledAt} /> },
  {
    id: 'naira',
    title: 'Settled',
    place: 'aside',
    align: 'end',
    cell: ({ nairaKobo }) => <span className="figures font-semibold">{nairaOfKobo(nairaKobo)}</span>,
  },
];

/** What was settled under each reference, in the order of the references; those that begin with a text. */
export function SettledByReference() {
  const [search, setSearch] = useState('');
  const asked = search === '' ? {} : { search };
  const { pages, rows } = usePages(
    [references.path, asked],
    (page, signal) => callOrThrow(references, { query: { ...asked, ...page }, signal }),
    { isKept: true },
  );
  return (
    <Card className={LIST_CARD}>
      <CardHeading
        title="Settled by reference"
        detail="Your own reference of an order or invoice: payments that carry the same one are added up."
      />
      {(search !== '' || (rows?.length ?? 0) > 0) && (
        <div className="mb-6 md:max-w-md">
          <SearchField
            initial={search}
            placeholder="The beginning of a reference"
            maxLength={LONGEST_SEARCH}
            onSettled={setSearch}
          />
        </div>
      )}
      {pages.isPending && <SkeletonRows label="Loading your references" rows={4} className="h-16" />}
      {rows === undefined && pages.isError && (
        <ErrorState
          message={messageFor(pages.error, 'Your references could not be added up.')}
          onRetry={() => void pages.refetch()}
          isRetrying={pages.isFetching}
        >
          Your money is safe where it is.
        </ErrorState>
      )}
      {rows?.length === 0 && (
        <EmptyState icon={ReceiptText} title={search === '' ? 'No settled references yet' : 'No references found'}>
          {search === ''
            ? 'Give a payment a reference through the API, or with ?reference= in a link’s address.'
            : 'No reference begins like this. Capital letters count.'}
        </EmptyState>
      )}
      {rows !== undefined && rows.length > 0 && (
        <div aria-busy={pages.isPlaceholderData || undefined} className="aria-busy:opacity-60">
          <DataTable
            caption="Settled by reference"
            columns={COLUMNS}
            rows={rows}
            rowKey={({ reference }) => reference}
          />
        </div>
      )}
      <MoreButton pages={pages} label="Show more" failure="More references could not be loaded. Please try again." />
    </Card>
  );
}
