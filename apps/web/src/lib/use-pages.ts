import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';

interface Page<Row> {
  readonly data: readonly Row[];
  /** The cursor of the page after this one; null: there is none. */
  readonly next: string | null;
}

/**
 * Reads a list a page at a time: `ask` asks for the first page, or with `before` for what follows. `rows` are those of
 * every page so far, in order; undefined until the first is loaded. With `isKept` the rows found before stay visible
 * while others are loaded under another key.
 */
export function usePages<Row, Shown extends Page<Row>>(
  key: readonly unknown[],
  ask: (page: { before?: string }, signal: AbortSignal) => Promise<Shown & Page<Row>>,
  { isKept = false }: { isKept?: boolean } = {},
) {
  const pages = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => ask(pageParam === '' ? {} : { before: pageParam }, signal),
    initialPageParam: '',
    getNextPageParam: (last) => last.next,
    ...(isKept ? { placeholderData: keepPreviousData } : {}),
  });
  return { pages, rows: pages.data?.pages.flatMap((page) => page.data) };
}
