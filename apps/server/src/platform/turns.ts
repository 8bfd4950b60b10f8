/**
 * Lets at most `atOnce` pieces of work run together and `mostWaiting` wait in order; beyond that a caller gets the
 * error of `turnAway`, and its work did not begin. For work that takes a whole core or waits for an outside service, so
 * that the rest of the program goes on.
 */
export function createTurns({
  atOnce,
  mostWaiting,
  turnAway,
  signal,
}: {
  readonly atOnce: number;
  readonly mostWaiting: number;
  readonly turnAway: () => Error;
  /** Once it is aborted, waiting and new callers are refused; work that has begun goes on. */
  readonly signal?: AbortSignal;
}) {
  const waiting: { begin: () => void; refuse: (error: Error) => void }[] = [];
  let atWork = 0;
  signal?.addEventListener('abort', () => {
    for (const { refuse } of waiting.splice(0)) refuse(turnAway());
  });
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (signal?.aborted) throw turnAway();
    if (atWork < atOnce) atWork += 1;
    else if (waiting.length < mostWaiting)
      await new Promise<void>((begin, refuse) => void waiting.push({ begin, refuse }));
    else throw turnAway();
    try {
      return await work();
    } finally {
      // The place goes to the next in line, or becomes free.
      const next = waiting.shift();
      if (next === undefined) atWork -= 1;
      else next.begin();
    }
  };
}
