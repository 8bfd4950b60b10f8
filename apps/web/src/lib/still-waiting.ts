/** After this long a user wants to know that the answer is still awaited. */
export const SLOW_MS = 10_000;

/** The message for that. */
export const STILL_WAITING =
  'Still waiting for an answer. What you typed stays here. If none comes, reload the page and check whether it was done before you send it again.';
