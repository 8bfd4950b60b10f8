import { setTimeout as pause } from 'node:timers/promises';

/**
 * Asks until the answer is something other than undefined, every `everyMs`, for at most `limitMs`.
 * Throws `<what> did not happen within …` at the limit.
 */
export async function waitFor<Answer>(
  what: string,
  ask: () => Promise<Answer | undefined> | Answer | undefined,
  { limitMs = 30_000, everyMs = 15 }: { limitMs?: number; everyMs?: number } = {},
): Promise<Answer> {
  const end = Date.now() + limitMs;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (Date.now() > end) throw new Error(`${what} did not happen within ${limitMs} ms`);
    await pause(everyMs);
  }
}
