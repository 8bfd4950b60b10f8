import { setTimeout as pause } from 'node:timers/promises';

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 500;

/** There will never be an answer: asking again is useless. */
export class Hopeless extends Error {}

/**
 * Asks again and again until there is an answer, and returns it. Throws a sentence where none comes within the limit.
 * What does not come at once is asked for less and less often, at least twice a second: each look costs processor time that
 * the tests beside it need.
 * An `ask` that throws counts as no answer yet, its last words are in the sentence; a `Hopeless` ends it at once.
 */
export async function eventually<Answer>(
  what: string,
  ask: () => Promise<Answer | undefined | false>,
  { limitMs = 90_000, pauseMs }: { limitMs?: number; pauseMs?: number } = {},
): Promise<Answer> {
  const deadline = Date.now() + limitMs;
  let growing = FIRST_PAUSE_MS;
  let lastWords = '';
  while (Date.now() < deadline) {
    try {
      const answer = await ask();
      if (answer !== undefined && answer !== false) return answer;
      lastWords = '';
    } catch (error) {
      if (error instanceof Hopeless) throw error;
      lastWords = error instanceof Error ? ` Last: ${error.message}` : '';
    }
    await pause(pauseMs ?? growing);
    growing = Math.min(growing * 1.25, LONGEST_PAUSE_MS);
  }
  throw new Error(`${what}: not within ${limitMs / 1000} seconds.${lastWords}`);
}
