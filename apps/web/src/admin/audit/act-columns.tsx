import type { Act } from '@kobogate/contract';
import { Link } from 'react-router';
import { Moment } from '../../ui/moment.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { PersonName } from '../users/user-words.tsx';

const LINK = 'inline-flex min-h-11 items-center text-primary-text underline';

/** Acts whose reason is a note's own text. */
const NOTES: ReadonlySet<string> = new Set(['user-noted', 'order-noted']);

/** The columns of the record of acts. */
export const ACT_COLUMNS: readonly Column<Act>[] = [
  {
    id: 'text',
    title: 'What was done',
    place: 'title',
    cell: ({ action, text, reason }) => (
      <span className="grid gap-0.5 @3xl:min-w-44">
        <span className="font-semibold">{text}</span>
        {reason !== null && (
          <span className="text-sm wrap-anywhere text-ink-soft">
            {NOTES.has(action) ? '' : 'Reason: '}
            {reason}
          </span>
        )}
      </span>
    ),
  },
  {
    id: 'by',
    title: 'By',
    cell: ({ by }) => (
      <span className="@3xl:block @3xl:min-w-28 @5xl:min-w-36">
        <PersonName name={by.name} />
      </span>
    ),
  },
  {
    id: 'about',
    title: 'About',
    cell: ({ about, orderId }) => (
      <span className="grid gap-0.5 @max-3xl:justify-items-end @3xl:min-w-32 @5xl:min-w-40">
        <Link to={`/admin/users/${about.id}`} className={LINK}>
          <PersonName name={about.name} />
        </Link>
        {orderId !== null && (
          <Link to={`/admin/dashboard?tab=orders&search=${orderId}`} className={`${LINK} figures text-sm`}>
            Order {orderId.slice(0, 8)}…
          </Link>
        )}
      </span>
    ),
  },
  {
    id: 'at',
    title: 'When',
    place: 'note',
    cell: ({ at }) => (
      <span className="text-sm text-ink-soft @3xl:block @3xl:min-w-36">
        <Moment at={at} />
      </span>
    ),
  },
  {
    id: 'number',
    title: 'Number',
    align: 'end',
    place: 'aside',
    cell: ({ number }) => (
      <span className="text-sm text-ink-soft">{number === null ? 'Being linked' : number.toLocaleString('en-NG')}</span>
    ),
  },
];
