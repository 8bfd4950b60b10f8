/** What a load of callers achieved. */
export interface Load {
  readonly perSecond: number;
  /** Milliseconds that 99 of 100 calls stayed below. */
  readonly p99: number;
}

/** Lets `callers` call without a pause for `seconds`, each waiting for its answer, and measures. Throws where a call does. */
export async function load(callers: number, seconds: number, call: () => Promise<unknown>): Promise<Load> {
  const latencies: number[] = [];
  const start = performance.now();
  const end = start + seconds * 1000;
  const caller = async (): Promise<void> => {
    for (let now = performance.now(); now < end;) {
      await call();
      const after = performance.now();
      latencies.push(after - now);
      now = after;
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  const elapsed = (performance.now() - start) / 1000;
  const sorted = Float64Array.from(latencies).toSorted();
  return { perSecond: latencies.length / elapsed, p99: sorted[Math.floor(sorted.length * 0.99)] ?? 0 };
}
