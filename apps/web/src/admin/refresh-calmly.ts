import { endpoints, type LiveEvent, PRESENCE_PATH } from '@kobogate/contract';
import type { Query, QueryClient } from '@tanstack/react-query';

/** Every customer's changes are told here: one for one they would keep page and server busy with loading lists. */
const PAUSE_MS = 1000;
/** What does not change with orders and coins is loaded again at most so often. */
const SELDOM_MS = 60_000;
const SELDOM: ReadonlySet<unknown> = new Set([
  endpoints.settings.read.path,
  endpoints.team.list.path,
  endpoints.admin.orderViews.path,
]);
/** News waits for the answer to a decision that is on its way: how often that is checked, and for how long. */
const ANSWER = { everyMs: 50, mostMs: 2000 };
/**
 * So many lists are loaded at once: a browser has six connections to a server over HTTP/1.1, so that a decision that is
 * made during the loading finds a free one.
 */
const MOST_AT_ONCE = 2;
/** One that has no answer by then holds the others up no longer. */
const LONGEST_LOAD_MS = 5000;

/**
 * Handles an event of the live stream, or its (re)connect: everything is marked as stale at once, and once more at the end of
 * the pause for everything that was told within it. Which order an administrator looks at changes only the list of that. What
 * is on screen is then loaded again, a few at a time and none while a decision is on its way.
 */
export function refreshCalmly(queryClient: QueryClient): (event?: LiveEvent) => void {
  const due = new Set<Query>();
  let loading = 0;
  function load(waitedMs = 0): void {
    if (due.size === 0 || loading >= MOST_AT_ONCE) return;
    if (queryClient.isMutating() > 0 && waitedMs < ANSWER.mostMs) {
      setTimeout(load, ANSWER.everyMs, waitedMs + ANSWER.everyMs);
      return;
    }
    for (const query of due) {
      if (loading >= MOST_AT_ONCE) return;
      due.delete(query);
      loading += 1;
      let timer: ReturnType<typeof setTimeout>;
      const longest = new Promise((resolve) => {
        timer = setTimeout(resolve, LONGEST_LOAD_MS);
      });
      // One that fails says so where it is shown.
      const loaded = queryClient.refetchQueries({ queryKey: query.queryKey, exact: true, type: 'active' });
      void Promise.race([loaded, longest]).finally(() => {
        clearTimeout(timer);
        loading -= 1;
        load();
      });
    }
  }
  let isResting = false;
  let isTold = false;
  // By a (re)connect, before which anything may have been missed.
  let isAllDue = false;
  let allAt = Number.NEGATIVE_INFINITY;
  function refresh(): void {
    isResting = true;
    const isAll = isAllDue || Date.now() - allAt >= SELDOM_MS;
    if (isAll) allAt = Date.now();
    isTold = false;
    isAllDue = false;
    setTimeout(() => {
      isResting = false;
      if (isTold) refresh();
    }, PAUSE_MS);
    const predicate = ({ queryKey: [path] }: Query): boolean => isAll || !SELDOM.has(path);
    void queryClient.invalidateQueries({ predicate, refetchType: 'none' });
    for (const query of queryClient.getQueryCache().findAll({ predicate, type: 'active' })) due.add(query);
    load();
  }
  return (event) => {
    if (event === 'presence') return void queryClient.invalidateQueries({ queryKey: [PRESENCE_PATH] });
    isTold = true;
    isAllDue ||= event === undefined;
    if (!isResting) refresh();
  };
}
