import { endpoints, type UserState } from '@kobogate/contract';
import { callOrThrow } from '../../lib/client.ts';
import { usePages } from '../../lib/use-pages.ts';

const { list } = endpoints.adminUsers;

/** The filters of the list of users. */
export interface UserFilter {
  readonly search: string;
  readonly state: UserState | null;
}

/** The matching users, newest first, a page at a time. */
export function useUsers({ search, state }: UserFilter) {
  const asked = { ...(search === '' ? {} : { search }), ...(state === null ? {} : { state }) };
  const { pages, rows } = usePages(
    [list.path, asked],
    (page, signal) => callOrThrow(list, { query: { ...asked, ...page }, signal }),
    { isKept: true },
  );
  return { pages, users: rows };
}
