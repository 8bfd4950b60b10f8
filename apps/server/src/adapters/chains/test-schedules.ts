import { createRandom } from './test-random.ts';

/** How many random reorganisations each family's test goes through; `npm run soak -- reorganisations` asks for more. */
const wanted = Number(process.env['REORGANISATIONS'] ?? 0);
/** What the random sequences are made from: the same in every run, unless another is asked for. */
const SEED = Number(process.env['REORGANISATION_SEED'] ?? 20_261_121);
/** Bitcoin goes back further than this once in a decade, the others never have. */
export const DEEPEST = 64;

/** The schedules of one family: their number, time for them, and the chance that they are made by. */
export function createSchedules(usual: number) {
  const count = wanted > 0 ? wanted : usual;
  return { count, timeout: 60_000 + count * 10_000, random: createRandom(SEED) };
}
