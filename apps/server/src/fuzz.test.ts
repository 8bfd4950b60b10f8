// No request makes the server fail, show its inside, or break its word or its books, whatever is sent: requests are drawn from
// the API's own description and from what earlier answers named. `npm run fuzz` sends more of them, from another seed.
import { EPISODE, runEpisode } from '@kobogate/testkit/fuzz/episode.ts';
import { expect, test } from 'vitest';

const FIRST_SEED = Number(process.env['FUZZ_SEED'] ?? 1);
const REQUESTS = Number(process.env['FUZZ_REQUESTS'] ?? 5000);
const LONGEST_EPISODE_MS = 600_000;

const episodes = Array.from({ length: Math.ceil(REQUESTS / EPISODE) }, (_, index) => ({
  seed: FIRST_SEED + index,
  requests: Math.min(EPISODE, REQUESTS - index * EPISODE),
}));

test.each(episodes)(
  '[F1] [F2] [C1] $requests requests of the seed $seed: no 5xx, each error in words, each answer as declared, the books balance',
  async ({ seed, requests }) => {
    const { findings, statuses } = await runEpisode(seed, requests);
    expect(findings).toEqual([]);
    // Where nothing succeeds, nothing was tried.
    const succeeded = [...statuses.keys()].filter((name) => / 20[012]$/.test(name));
    expect(succeeded.length).toBeGreaterThan(requests < EPISODE ? 0 : 60);
  },
  LONGEST_EPISODE_MS,
);
