/** From here on somebody who waits for an answer wants to hear that it is still awaited. */
export const SLOW_MS = 10_000;

/** What is said then. */
export const STILL_WAITING =
  'Still waiting for an answer. What you typed stays here. If none comes, reload the page and look whether it was done before you send it again.';
