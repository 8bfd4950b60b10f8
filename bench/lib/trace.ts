/** An event of a browser's trace, as the DevTools protocol sends it: times in microseconds, `tdur` of the processor. */
export interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/** Where a document begins: the browser makes worlds for the scripts of the program that drives it, which takes longer than the page's own parts. */
const BEGINNING = 'DocumentLoader::CommitNavigation';

/** The processor's time of each task of the pages' main threads, in milliseconds, but for those that begin a document. Pure. */
export function mainThreadTasks(events: readonly TraceEvent[]): number[] {
  const threadOf = ({ pid, tid }: TraceEvent): string => `${pid} ${tid}`;
  const main = new Set(
    events.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain').map(threadOf),
  );
  const beginnings = events.filter(({ name }) => name === BEGINNING);
  const begins = (task: TraceEvent): boolean =>
    beginnings.some(
      (one) => threadOf(one) === threadOf(task) && one.ts >= task.ts && one.ts <= task.ts + (task.dur ?? 0),
    );
  return events
    .filter((event) => event.name === 'RunTask' && event.ph === 'X' && main.has(threadOf(event)) && !begins(event))
    .map(({ tdur = 0 }) => tdur / 1000);
}
