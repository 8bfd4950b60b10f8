/**
 * Lets at most `atOnce` pieces of work run together and `mostWaiting` wait for their turn, in order; beyond that a caller
 * gets the error of `turnAway`, and its work was not begun. For what takes a whole core or waits for somebody outside, so
 * that the rest of the program goes on.
 */
export function createTurns({
  atOnce,
  mostWaiting,
  turnAway,
}: {
  readonly atOnce: number;
  readonly mostWaiting: number;
  readonly turnAway: () => Error;
}) {
  const waiting: (() => void)[] = [];
  let atWork = 0;
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (atWork < atOnce) atWork += 1;
    else if (waiting.length < mostWaiting) await new Promise<void>((resolve) => void waiting.push(resolve));
    else throw turnAway();
    try {
      return await work();
    } finally {
      // The place is handed to the next in line, or given up.
      const next = waiting.shift();
      if (next === undefined) atWork -= 1;
      else next();
    }
  };
}
