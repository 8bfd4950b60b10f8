import { USER_STATES } from '@kobogate/contract';
import { messageFor } from '../../lib/client.ts';
import { useAddressPart } from '../../lib/use-address-part.ts';
import { Card, PageHeading } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Users } from '../../ui/icons.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { StateField } from '../../ui/state-field.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { USER_COLUMNS } from './user-columns.tsx';
import { USER_STATE_WORDS } from './user-words.tsx';
import { useUsers, type UserFilter } from './use-users.ts';

const LONGEST_SEARCH = 200;

/** All accounts. Search and state are in the address, so that a view can be reloaded and shared. */
export function Component() {
  const [address, change] = useAddressPart();
  const filter: UserFilter = {
    search: address.get('search') ?? '',
    state: USER_STATES.find((name) => name === address.get('state')) ?? null,
  };

  return (
    <>
      <PageTitle>Users</PageTitle>
      <PageHeading title="Users" detail="Everyone who has an account here, newest first." />
      <div className="mb-4 grid gap-3 sm:grid-cols-[minmax(0,1fr)_12rem] md:max-w-2xl">
        <SearchField
          initial={filter.search}
          placeholder="Name, e-mail or phone number"
          maxLength={LONGEST_SEARCH}
          onSettled={(text) => change('search', text)}
        />
        <StateField
          states={USER_STATES}
          words={USER_STATE_WORDS}
          value={filter.state}
          onChange={(state) => change('state', state ?? '')}
        />
      </div>
      <Card className="max-md:border-0 max-md:bg-transparent max-md:p-0 max-md:shadow-none">
        <UserList filter={filter} />
      </Card>
    </>
  );
}

function UserList({ filter }: { filter: UserFilter }) {
  const { pages, users } = useUsers(filter);
  if (pages.isPending) return <SkeletonRows label="Loading users" rows={6} />;
  if (users === undefined) {
    return (
      <ErrorState
        message={messageFor(pages.error, 'The users could not be loaded.')}
        onRetry={() => void pages.refetch()}
        isRetrying={pages.isFetching}
      />
    );
  }
  return (
    <>
      <output aria-live="polite" className="sr-only">
        {pages.isPlaceholderData ? 'Searching...' : `${users.length}${pages.hasNextPage ? ' or more' : ''} users found`}
      </output>
      {users.length === 0 ? (
        <EmptyState icon={Users} title="No users found.">
          {filter.search === '' && filter.state === null
            ? 'Users appear here when they sign up.'
            : 'No match. Try a part of the name, the e-mail address or the phone number.'}
        </EmptyState>
      ) : (
        <div aria-busy={pages.isPlaceholderData || undefined} className="aria-busy:opacity-60">
          <DataTable caption="Users" columns={USER_COLUMNS} rows={users} rowKey={({ id }) => id} />
        </div>
      )}
      <MoreButton pages={pages} label="Show more" failure="More users could not be loaded. Please try again." />
    </>
  );
}
