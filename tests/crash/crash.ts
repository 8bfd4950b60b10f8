import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { endpoints } from '@kobogate/contract';
import { createRandom } from '@kobogate/testkit/chains/schedules.ts';
import { createCall } from '../support/http.ts';
import { adminToken } from '../support/people.ts';
import { eventually } from '../support/wait.ts';
import { clusterDatabase } from './cluster.ts';
import { embeddedDatabase } from './databases.ts';
import { type Parts, PROGRAMS, startParts } from './parts.ts';
import { type PaidOrder, startPayers } from './payers.ts';

const CUSTOMERS = 6;
const LONGEST_RECOVERY_MS = 180_000;
/** The next death comes so long after everything works again, at most. */
const CALM_MS = 3_000;
const GOAL_SECONDS = 10;

const say = (text: string): void => void process.stdout.write(`${text}\n`);

/** The value below which this share of the sorted values lies. */
const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? 0;

/** What the bank's own books have of each order: naira that moved twice, with another amount, or not at all. */
async function compareWithBanks(parts: Parts, orders: readonly PaidOrder[]): Promise<string[]> {
  const transfers = (await parts.sandbox.transfers()).filter(({ status }) => /success|pending/.test(status));
  const wrong = orders.flatMap(({ order: { id, nairaKobo } }) => {
    const made = transfers.filter(({ reference }) => reference.includes(id.replaceAll('-', '')));
    if (made.length > 1) return [`order ${id} was paid ${made.length} times`];
    if (made.length === 0) return [`order ${id} was not paid by any bank`];
    const paid = String(made[0]?.amountKobo);
    return paid === nairaKobo ? [] : [`order ${id} was paid ${paid} kobo instead of ${nairaKobo}`];
  });
  const known = new Set(orders.map(({ order: { id } }) => id.replaceAll('-', '')));
  const strange = transfers.filter(({ reference }) => ![...known].some((hex) => reference.includes(hex)));
  return [...wrong, ...strange.map(({ reference }) => `a bank has ${reference}, which no customer asked for`)];
}

/** Whether every payment on the chain is in the books once, and the books balance. */
async function compareWithChain(parts: Parts, orders: readonly PaidOrder[]): Promise<string[]> {
  const call = createCall(parts.apiBase);
  const { data } = await call(endpoints.admin.verifyLedger, { token: await adminToken(call) });
  const wrong = data.ok ? [] : [`the books do not balance: ${JSON.stringify(data.differences)}`];
  for (const { order, customer } of new Map(orders.map((each) => [each.order.depositAddress, each])).values()) {
    const own = orders.filter((each) => each.order.depositAddress === order.depositAddress);
    const chain = Number(await parts.sandbox.balance(order.network, order.fromCurrency, order.depositAddress));
    const ordered = own.reduce((sum, each) => sum + Number(each.order.fromAmount), 0);
    const { data: wallets } = await call(endpoints.wallets.list, { token: customer.token });
    const left = Number(wallets.find(({ depositAddress }) => depositAddress === order.depositAddress)?.balance ?? 0);
    if (Math.abs(chain - ordered - left) > 1e-9)
      wrong.push(`${order.depositAddress} has ${chain} on the chain, ${ordered} in orders and ${left} in the balance`);
  }
  return wrong;
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
  const ready: number[] = [];
  const handled: number[] = [];
  while (handled.length < kills) {
    await pause(below(CALM_MS));
    const victim = victims[below(victims.length)] ?? '';
    if (!(await parts.harm(victim))) continue;
    const at = performance.now();
    await eventually('everything is ready', () => parts.isReady(), { limitMs: LONGEST_RECOVERY_MS });
    ready.push((performance.now() - at) / 1000);
    await eventually('a payment is handled', async () => payers.lastPaidAt() > at, { limitMs: LONGEST_RECOVERY_MS });
    handled.push((payers.lastPaidAt() - at) / 1000);
    say(
      `${handled.length} ${victim}: ready after ${ready.at(-1)?.toFixed(1)} s, a payment after ${handled.at(-1)?.toFixed(1)} s`,
    );
  }
  const open = await payers.finish();
  const wrong = [
    ...open.map(({ order: { id } }) => `order ${id} was never paid out`),
    ...(await compareWithBanks(parts, payers.orders)),
    ...(await compareWithChain(parts, payers.orders)),
  ];
  for (const line of wrong) say(line);
  for (const [what, seconds] of [
    ['ready', ready],
    ['a payment handled', handled],
  ] as const) {
    const sorted = seconds.toSorted((one, other) => one - other);
    say(
      `${what}: ${quantile(sorted, 0.5).toFixed(1)} s in the median, ${quantile(sorted, 0.99).toFixed(1)} s at 99 % (goal ${GOAL_SECONDS} s)`,
    );
  }
  say(`${kills} times, ${payers.orders.length} orders: ${wrong.length} lost, paid twice or otherwise wrong`);
  return wrong;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      kills: { type: 'string', default: '500' },
      seed: { type: 'string', default: '1' },
      database: { type: 'string', default: 'embedded' },
    },
  });
  const folder = await mkdtemp(join(tmpdir(), 'kobogate-crash-'));
  await chmod(folder, 0o755);
  const isCluster = values.database === 'cluster';
  const database = isCluster ? clusterDatabase(folder) : embeddedDatabase(folder);
  let parts: Parts | undefined;
  process.exitCode = 1;
  try {
    parts = await startParts(folder, database);
    const victims = isCluster ? database.victims : [...PROGRAMS, ...database.victims];
    const wrong = await harmAgainAndAgain(parts, victims, { kills: Number(values.kills), seed: Number(values.seed) });
    if (wrong.length === 0) process.exitCode = 0;
  } finally {
    await parts?.stop();
    await database.stop();
    if (process.exitCode === 0) await rm(folder, { recursive: true, force: true });
    else say(`the logs are in ${folder}`);
  }
}

await main();
