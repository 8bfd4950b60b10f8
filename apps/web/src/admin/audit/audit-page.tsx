import { AUDIT_KINDS, type AuditKind, endpoints, lagosDay } from '@kobogate/contract';
import { Link } from 'react-router';
import { callOrThrow, messageFor } from '../../lib/client.ts';
import { useCall } from '../../lib/queries.ts';
import { useAddressPart } from '../../lib/use-address-part.ts';
import { useDownload } from '../../lib/use-download.ts';
import { usePages } from '../../lib/use-pages.ts';
import { Button } from '../../ui/button.tsx';
import { Card, LIST_CARD, PageHeading } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { DayField } from '../../ui/day-field.tsx';
import { Download, ShieldCheck } from '../../ui/icons.ts';
import { MoreButton } from '../../ui/more-button.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { ForRole } from '../for-role.tsx';
import { ACT_COLUMNS } from './act-columns.tsx';
import { ChainLine } from './chain-line.tsx';

const { list, download } = endpoints.audit;
const LONGEST_SEARCH = 200;

const KIND_NAMES: Readonly<Record<AuditKind, string>> = {
  orders: 'Orders',
  payouts: 'Payouts',
  deposits: 'Deposits and suspense',
  refunds: 'Refunds',
  people: 'People',
  recovery: 'Recovery',
  treasury: 'Treasury',
};

/** The parts of the address that narrow the record, which are the call's own. */
const PARTS = ['by', 'kind', 'search', 'from', 'to'] as const;

/** What administrators did: narrowed, searched, taken as a file, and proven to be as it was recorded. */
export function Component() {
  const [address, change] = useAddressPart();
  const filter = Object.fromEntries(
    PARTS.map((name) => [name, address.get(name) ?? '']).filter(([, value]) => value !== ''),
  );
  return (
    <>
      <PageTitle>Audit</PageTitle>
      <PageHeading
        title="Audit"
        detail={
          <>
            What administrators did, to whom and why. No line can be changed or removed. Changes of settings are listed
            in{' '}
            <Link className="underline" to="/admin/settings">
              Settings
            </Link>
            .
          </>
        }
        action={
          <ForRole call={download} otherwise={null}>
            <Export filter={filter} />
          </ForRole>
        }
      />
      <ChainLine />
      <Filters filter={filter} onChange={change} />
      <Card aria-label="Acts of administrators" className={LIST_CARD}>
        <Acts filter={filter} />
      </Card>
    </>
  );
}

interface Filtered {
  readonly filter: Readonly<Record<string, string>>;
}

/** The filter as the call takes it: an unknown kind means none. */
const askedFor = ({ kind, ...rest }: Filtered['filter']) => {
  const known = AUDIT_KINDS.find((name) => name === kind);
  return { ...rest, ...(known === undefined ? {} : { kind: known }) };
};

function Export({ filter }: Filtered) {
  const { isPending, download: save } = useDownload();
  return (
    <Button
      variant="secondary"
      pending={isPending}
      pendingLabel="Preparing..."
      onClick={() => void save(download, { query: askedFor(filter) }, `kobogate-audit-${lagosDay(Date.now())}.csv`)}
    >
      {!isPending && <Download className="size-4" aria-hidden="true" />}
      Download CSV
    </Button>
  );
}

function Filters({ filter, onChange }: Filtered & { onChange: (name: string, value: string) => void }) {
  const people = useCall(endpoints.audit.state).data?.data.people ?? [];
  return (
    <div className="mb-4 grid grid-cols-1 items-start gap-3 min-[23rem]:grid-cols-2 lg:grid-cols-[minmax(0,1fr)_11rem_11rem_10.5rem_10.5rem]">
      <div className="col-span-full lg:col-span-1">
        <SearchField
          initial={filter['search'] ?? ''}
          placeholder="Reason, name, e-mail or id"
          maxLength={LONGEST_SEARCH}
          hotkey="/"
          onSettled={(typed) => onChange('search', typed)}
        />
      </div>
      <SelectField
        label="Kind"
        value={filter['kind'] ?? ''}
        placeholder="All"
        options={AUDIT_KINDS.map((value) => ({ value, label: KIND_NAMES[value] }))}
        onChange={(event) => onChange('kind', event.target.value)}
      />
      <SelectField
        label="Administrator"
        value={filter['by'] ?? ''}
        placeholder="All"
        options={people.map(({ id, name }) => ({ value: id, label: name === '' ? 'No name' : name }))}
        onChange={(event) => onChange('by', event.target.value)}
      />
      <DayField label="From" name="from" value={filter['from'] ?? ''} onChange={(day) => onChange('from', day)} />
      <DayField label="To" name="to" value={filter['to'] ?? ''} onChange={(day) => onChange('to', day)} />
    </div>
  );
}

function Acts({ filter }: Filtered) {
  const asked = askedFor(filter);
  const { pages, rows } = usePages(
    [list.path, asked],
    (page, signal) => callOrThrow(list, { query: { ...asked, ...page }, signal }),
    { isKept: true },
  );
  if (pages.isPending) return <SkeletonRows label="Loading the record" rows={6} />;
  if (rows === undefined) {
    return (
      <ErrorState
        message={messageFor(pages.error, 'The record could not be loaded.')}
        onRetry={() => void pages.refetch()}
        isRetrying={pages.isFetching}
      />
    );
  }
  const isNarrowed = Object.keys(asked).length > 0;
  return (
    <>
      <output aria-live="polite" className="sr-only">
        {pages.isPlaceholderData ? 'Searching...' : `${rows.length}${pages.hasNextPage ? ' or more' : ''} acts found`}
      </output>
      {rows.length === 0 ? (
        <EmptyState icon={ShieldCheck} title={isNarrowed ? 'No act fits.' : 'Nobody has acted yet.'}>
          {isNarrowed
            ? 'Try other words, more days or another kind.'
            : 'Each decision of an administrator is recorded here, with the reason.'}
        </EmptyState>
      ) : (
        <div aria-busy={pages.isPlaceholderData || undefined} className="aria-busy:opacity-60">
          <DataTable caption="Acts of administrators" columns={ACT_COLUMNS} rows={rows} rowKey={({ id }) => id} />
        </div>
      )}
      <MoreButton pages={pages} label="Show older" failure="Older acts could not be loaded. Please try again." />
    </>
  );
}
