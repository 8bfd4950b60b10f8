const PAUSE_MS = 1000;

/**
 * The same work, at most once in a pause: at once where none was done within it, else once at its end, however often it
 * was asked for.
 */
export function calmly(work: () => void, pauseMs = PAUSE_MS): () => void {
  let isResting = false;
  let isAsked = false;
  function run(): void {
    isResting = true;
    isAsked = false;
    setTimeout(() => {
      isResting = false;
      if (isAsked) run();
    }, pauseMs);
    work();
  }
  return () => {
    isAsked = true;
    if (!isResting) run();
  };
}
