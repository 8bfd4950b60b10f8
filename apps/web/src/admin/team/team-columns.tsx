import type { Colleague } from '@kobogate/contract';
import { Link } from 'react-router';
import type { Column } from '../../ui/data-table.tsx';
import { EmailText } from '../../ui/email-text.tsx';
import { ChevronRight } from '../../ui/icons.ts';
import { Moment } from '../../ui/moment.tsx';
import { Status } from '../../ui/status.tsx';
import { ROLE_DUTIES, ROLE_NAMES } from '../users/role-words.ts';
import { QuietStatus } from '../overview/quiet-status.tsx';
import { PersonName, UserStatus } from '../users/user-words.tsx';

/** The columns of the team. */
export const TEAM_COLUMNS: readonly Column<Colleague>[] = [
  {
    id: 'name',
    title: 'Name',
    place: 'title',
    cell: ({ id, name, email }) => (
      <>
        <Link
          to={`/admin/users/${id}`}
          className="inline-flex min-h-11 items-center gap-1 rounded-card text-left font-semibold text-primary-text hover:underline"
        >
          <PersonName name={name} />
          <ChevronRight className="size-4 shrink-0" aria-hidden="true" />
        </Link>
        <span className="block text-sm text-ink-soft">
          <EmailText address={email} />
        </span>
      </>
    ),
  },
  {
    id: 'role',
    title: 'Role',
    place: 'note',
    cell: ({ role }) => (
      <>
        <span className="block font-medium">{ROLE_NAMES[role]}</span>
        <span className="block max-w-72 text-sm text-ink-soft">{ROLE_DUTIES[role]}</span>
      </>
    ),
  },
  { id: 'state', title: 'State', place: 'aside', cell: ({ state }) => <UserStatus state={state} /> },
  {
    id: 'factor',
    title: 'Second factor',
    cell: ({ hasSecondFactor }) =>
      hasSecondFactor ? <QuietStatus tone="success">On</QuietStatus> : <Status tone="warning">Not set up</Status>,
  },
  { id: 'since', title: 'Role since', cell: ({ since }) => (since === null ? 'The beginning' : <Moment at={since} />) },
  {
    id: 'seen',
    title: 'Last seen',
    cell: ({ lastSeenAt }) => (lastSeenAt === null ? 'Never' : <Moment at={lastSeenAt} />),
  },
];
