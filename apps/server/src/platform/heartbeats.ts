/** Calls each member once in a round, evenly spread over it: in a burst of arrivals too. */
export interface Heartbeats {
  /** Adds a member and returns the way to remove it. */
  add(beat: () => void): () => void;
}

const ROUND_SECONDS = 20;

/** Heartbeats with one timer for all members, which runs while there is one. A round takes twenty seconds. */
export function createHeartbeats(): Heartbeats {
  const slots = Array.from({ length: ROUND_SECONDS }, () => new Set<() => void>());
  let members = 0;
  let arrivals = 0;
  let turn = 0;
  let timer: NodeJS.Timeout | undefined;

  function beatNext(): void {
    turn = (turn + 1) % ROUND_SECONDS;
    for (const beat of slots[turn] ?? []) beat();
  }

  return {
    add: (beat) => {
      arrivals += 1;
      const slot = slots[(turn + arrivals) % ROUND_SECONDS];
      slot?.add(beat);
      members += 1;
      timer ??= setInterval(beatNext, 1000);
      return () => {
        if (slot?.delete(beat) !== true) return;
        members -= 1;
        if (members > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
    },
  };
}
