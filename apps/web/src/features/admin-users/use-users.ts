import { endpoints, type UserRow, type UserState } from '@kobogate/contract';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { callOrThrow } from '../../lib/client.ts';

/** What the list of people is narrowed to. */
export interface UserFilter {
  readonly search: string;
  readonly state: UserState | null;
}

/** The people who are found, newest first, a page at a time; those found before stay in sight while others are sought. */
export function useUsers({ search, state }: UserFilter) {
  const asked = { ...(search === '' ? {} : { search }), ...(state === null ? {} : { state }) };
  const pages = useInfiniteQuery({
    queryKey: [endpoints.adminUsers.list.path, asked],
    queryFn: ({ pageParam, signal }) =>
      callOrThrow(endpoints.adminUsers.list, {
        query: pageParam === '' ? asked : { ...asked, before: pageParam },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (last) => last.next,
    placeholderData: keepPreviousData,
  });
  const users: readonly UserRow[] | undefined = pages.data?.pages.flatMap((page) => page.data);
  return { pages, users };
}
