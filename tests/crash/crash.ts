import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createRandom } from '@kobogate/testkit/chains/schedules.ts';
import { eventually } from '../support/wait.ts';
import { clusterDatabase } from './cluster.ts';
import { settleAndCompare } from './compare.ts';
import { embeddedDatabase, externalDatabase, type HarmedDatabase } from './databases.ts';
import { type Parts, startParts, usualLayout } from './parts.ts';
import { startPayers } from './payers.ts';
import { restartUnderLoad } from './rolling.ts';
import { quantile, say } from './report.ts';
import { runSteadily } from './steady.ts';

const CUSTOMERS = 6;
const LONGEST_RECOVERY_MS = 180_000;
/** The next death comes so long after everything works again, at most. */
const CALM_MS = 3_000;
const GOAL_SECONDS = 10;
/** The banks and chains: what the product does while they are gone has no goal. */
const OUTSIDE = 'sandbox';

/** How long it took from a victim's death, in seconds. */
interface Recovery {
  readonly victim: string;
  /** Until everything was ready. */
  readonly ready: number;
  /** Until a payment was handled. */
  readonly handled: number;
}

/** Prints the times of these deaths; nothing where there are none. */
function report(whose: string, times: readonly Recovery[]): void {
  if (times.length === 0) return;
  for (const [what, key] of [
    ['ready', 'ready'],
    ['a payment handled', 'handled'],
  ] as const) {
    const sorted = times.map((each) => each[key]).toSorted((one, other) => one - other);
    const [median, high, most] = [0.5, 0.99, 1].map((share) => quantile(sorted, share).toFixed(1));
    say(
      `${whose}, ${times.length} times: ${what} ${median} s after in the median, ${high} s at 99 %, ${most} s at most`,
    );
  }
}

/** Does harm again and again while payments flow; answers what is wrong at the end. */
async function harmAgainAndAgain(
  parts: Parts,
  victims: readonly string[],
  { kills, seed }: { kills: number; seed: number },
): Promise<readonly string[]> {
  const below = createRandom(seed);
  const payers = await startPayers(parts, CUSTOMERS);
  await eventually('the first payment is handled', async () => payers.lastPaidAt() > 0, {
    limitMs: LONGEST_RECOVERY_MS,
  });
  const times: Recovery[] = [];
  while (times.length < kills) {
    await pause(below(CALM_MS));
    const victim = victims[below(victims.length)] ?? '';
    if (!(await parts.harm(victim))) continue;
    const at = performance.now();
    await eventually('everything is ready', () => parts.isReady(), { limitMs: LONGEST_RECOVERY_MS });
    const ready = (performance.now() - at) / 1000;
    await eventually('a payment is handled', async () => payers.lastPaidAt() > at, { limitMs: LONGEST_RECOVERY_MS });
    const handled = (payers.lastPaidAt() - at) / 1000;
    times.push({ victim, ready, handled });
    say(`${times.length} ${victim}: ready after ${ready.toFixed(1)} s, a payment after ${handled.toFixed(1)} s`);
  }
  const wrong = await settleAndCompare(parts, payers);
  for (const line of wrong) say(line);
  for (const victim of victims)
    report(
      victim,
      times.filter((each) => each.victim === victim),
    );
  report(
    `the product's own (goal ${GOAL_SECONDS} s at 99 %)`,
    times.filter(({ victim }) => victim !== OUTSIDE),
  );
  say(`${kills} times, ${payers.orders.length} orders: ${wrong.length} lost, paid twice or otherwise wrong`);
  return wrong;
}

type Settings = Readonly<Record<'kills' | 'seed' | 'requests', string>> & { readonly isCluster: boolean };

/** Kills programs, or what the database consists of; answers what is wrong at the end. */
async function killUnderLoad(
  folder: string,
  database: HarmedDatabase,
  { isCluster, kills, seed }: Settings,
): Promise<readonly string[]> {
  const parts = await startParts(folder, database, await usualLayout());
  try {
    const victims = isCluster ? database.victims : [...parts.programs, ...database.victims];
    return await harmAgainAndAgain(parts, victims, { kills: Number(kills), seed: Number(seed) });
  } finally {
    await parts.stop();
  }
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      kills: { type: 'string', default: '500' },
      seed: { type: 'string', default: '1' },
      database: { type: 'string', default: 'embedded' },
      rolling: { type: 'boolean', default: false },
      steady: { type: 'boolean', default: false },
      minutes: { type: 'string', default: '60' },
      requests: { type: 'string', default: '100000' },
    },
  });
  const folder = await mkdtemp(join(tmpdir(), 'kobogate-crash-'));
  await chmod(folder, 0o755);
  const { rolling: isRolling, steady: isSteady } = values;
  const isCluster = values.database === 'cluster';
  const killed = isCluster ? clusterDatabase(folder) : embeddedDatabase(folder);
  const database = isRolling || isSteady ? externalDatabase() : killed;
  process.exitCode = 1;
  try {
    const run = async (): Promise<readonly string[]> => {
      if (isSteady) return runSteadily(folder, database, Number(values.minutes));
      if (isRolling) return restartUnderLoad(folder, database, Number(values.requests));
      return killUnderLoad(folder, database, { ...values, isCluster });
    };
    const wrong = await run();
    if (wrong.length === 0) process.exitCode = 0;
  } finally {
    await database.stop();
    if (process.exitCode === 0) await rm(folder, { recursive: true, force: true });
    else say(`the logs are in ${folder}`);
  }
}

await main();
