import { endpoints, type LiveEvent, PRESENCE_PATH } from '@kobogate/contract';
import type { QueryClient } from '@tanstack/react-query';

/** Every customer's changes are told here: one for one they would keep page and server busy with loading lists. */
const PAUSE_MS = 1000;
/** What does not change with orders and coins is loaded again at most so often. */
const SELDOM_MS = 60_000;
const SELDOM: ReadonlySet<unknown> = new Set([
  endpoints.settings.read.path,
  endpoints.team.list.path,
  endpoints.admin.orderViews.path,
]);
/** What is told waits for the answer to a decision that is on its way: how often that is looked at, and for how long. */
const ANSWER = { everyMs: 50, mostMs: 2000 };

/**
 * What is done with an event of the live stream, or with its (re)connect: everything is marked as stale, at once, and for
 * all that is told within the pause after it once more at its end; who looks at which order changes the list of that alone.
 */
export function refreshCalmly(
  queryClient: Pick<QueryClient, 'invalidateQueries' | 'isMutating'>,
): (event?: LiveEvent) => void {
  let isResting = false;
  let isTold = false;
  // By a (re)connect, before which anything may have been missed.
  let isAllDue = false;
  let allAt = Number.NEGATIVE_INFINITY;
  function refresh(waitedMs = 0): void {
    isResting = true;
    if (queryClient.isMutating() > 0 && waitedMs < ANSWER.mostMs) {
      setTimeout(refresh, ANSWER.everyMs, waitedMs + ANSWER.everyMs);
      return;
    }
    const isAll = isAllDue || Date.now() - allAt >= SELDOM_MS;
    if (isAll) allAt = Date.now();
    isTold = false;
    isAllDue = false;
    setTimeout(() => {
      isResting = false;
      if (isTold) refresh();
    }, PAUSE_MS);
    void queryClient.invalidateQueries(isAll ? {} : { predicate: ({ queryKey: [path] }) => !SELDOM.has(path) });
  }
  return (event) => {
    if (event === 'presence') return void queryClient.invalidateQueries({ queryKey: [PRESENCE_PATH] });
    isTold = true;
    isAllDue ||= event === undefined;
    if (!isResting) refresh();
  };
}
