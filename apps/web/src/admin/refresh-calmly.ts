import { type LiveEvent, PRESENCE_PATH } from '@kobogate/contract';
import type { QueryClient } from '@tanstack/react-query';

/** Every customer's changes are told here: one for one they would keep page and server busy with loading lists. */
const PAUSE_MS = 1000;

/**
 * What is done with an event of the live stream, or with its (re)connect: everything is marked as stale, at once, and for
 * all that is told within the pause after it once more at its end; who looks at which order changes the list of that alone.
 */
export function refreshCalmly(queryClient: Pick<QueryClient, 'invalidateQueries'>): (event?: LiveEvent) => void {
  let isResting = false;
  let isTold = false;
  function refresh(): void {
    isResting = true;
    isTold = false;
    setTimeout(() => {
      isResting = false;
      if (isTold) refresh();
    }, PAUSE_MS);
    void queryClient.invalidateQueries();
  }
  return (event) => {
    if (event === 'presence') return void queryClient.invalidateQueries({ queryKey: [PRESENCE_PATH] });
    isTold = true;
    if (!isResting) refresh();
  };
}
