import type { UserRow } from '@kobogate/contract';
import { Link } from 'react-router';
import { dateText, relativeText } from '../../lib/formats.ts';
import { useNow } from '../../lib/use-now.ts';
import type { Column } from '../../ui/data-table.tsx';
import { EmailText } from '../../ui/email-text.tsx';
import { ChevronRight } from '../../ui/icons.ts';
import { Naira } from '../../ui/money.tsx';
import { Badge } from '../../ui/status.tsx';
import { ROLE_NAMES } from './role-words.ts';
import { PersonName, UserStatus } from './user-words.tsx';

/** The columns of the list of users. */
export const USER_COLUMNS: readonly Column<UserRow>[] = [
  {
    id: 'name',
    title: 'Name',
    place: 'title',
    cell: ({ id, name, role }) => (
      <span className="flex flex-wrap items-center gap-x-2 @max-3xl:-mt-2.5">
        <Link
          to={`/admin/users/${id}`}
          className="inline-flex min-h-11 items-center gap-1 rounded-card text-left font-semibold text-primary-text hover:underline"
        >
          <PersonName name={name} />
          <ChevronRight className="size-4 shrink-0" aria-hidden="true" />
        </Link>
        {role !== null && <Badge>{ROLE_NAMES[role]}</Badge>}
      </span>
    ),
  },
  {
    id: 'email',
    title: 'E-mail',
    place: 'note',
    cell: ({ email, phone }) => (
      <span className="grid gap-0.5 @3xl:min-w-36 @5xl:min-w-52">
        <EmailText address={email} />
        {phone !== '' && <span className="figures text-sm text-ink-soft">{phone}</span>}
      </span>
    ),
  },
  { id: 'state', title: 'State', place: 'aside', cell: ({ state }) => <UserStatus state={state} /> },
  {
    id: 'joined',
    title: 'Joined',
    cell: ({ createdAt }) => (
      <time dateTime={createdAt} className="figures whitespace-nowrap">
        {dateText(createdAt)}
      </time>
    ),
  },
  { id: 'paid', title: 'Naira paid out', align: 'end', cell: ({ nairaPaidOut }) => <Naira amount={nairaPaidOut} /> },
  { id: 'seen', title: 'Last seen', cell: ({ lastSeenAt }) => <LastSeen at={lastSeenAt} /> },
];

function LastSeen({ at }: { at: string | null }) {
  const now = useNow();
  if (at === null) return <span className="text-ink-soft">Never</span>;
  return (
    <time dateTime={at} className="figures whitespace-nowrap">
      {relativeText(at, now)}
    </time>
  );
}
