/** An event of a browser's trace, as the DevTools protocol sends it: times in microseconds, `tdur` of the processor. */
export interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/** The processor's time of each task of the pages' main threads, in milliseconds. Pure. */
export function mainThreadTasks(events: readonly TraceEvent[]): number[] {
  const threadOf = ({ pid, tid }: TraceEvent): string => `${pid} ${tid}`;
  const main = new Set(
    events.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain').map(threadOf),
  );
  return events
    .filter((event) => event.name === 'RunTask' && event.ph === 'X' && main.has(threadOf(event)))
    .map(({ tdur = 0 }) => tdur / 1000);
}
