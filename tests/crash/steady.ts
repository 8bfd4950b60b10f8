import { setTimeout as pause } from 'node:timers/promises';
import { endpoints } from '@kobogate/contract';
import pg from 'pg';
import { freePort } from '../support/free-port.ts';
import { createCall, send } from '../support/http.ts';
import { fromNewAddress, PASSWORD, type Person, signUp } from '../support/people.ts';
import { settleAndCompare } from './compare.ts';
import type { HarmedDatabase } from './databases.ts';
import { startLoad } from './load.ts';
import { type Parts, startParts, usualLayout } from './parts.ts';
import { startPayers } from './payers.ts';
import { type Held, openProcessLook } from './process-look.ts';
import { quantile, say } from './report.ts';

const PEOPLE = 4;
const CUSTOMERS = 3;
/** 24 callers with this pause ask some fifty times a second, which leaves two cores room for the rest. */
const CALLERS_PAUSE_MS = 450;
const VISITS_PAUSE_MS = 3_000;
const LOOKS = 60;
/** How much more of anything a process may hold at the end than after the first quarter. */
const MOST_GROWTH = 0.05;
/** Connections come and go: so many more are no leak. */
const FEW = 3;
/** Tables that hold what is under way, and nothing of the past. */
const PASSING = ['lease', 'watcher', 'network_provider', 'order_view', 'address_reserve'];

/** Holds and connections at a moment. */
interface Look {
  readonly held: Readonly<Record<string, Held>>;
  readonly connections: number;
  /** Events that were due ten seconds ago, and are not handled. */
  readonly late: number;
  readonly rows: Readonly<Record<string, number>>;
}

/** People who come, sign in, look and leave. Answers what failed, by its words. */
async function visit(
  { apiBase }: Parts,
  people: readonly Person[],
  isOver: () => boolean,
): Promise<Map<string, number>> {
  const call = createCall(apiBase);
  const origin = new URL(apiBase).origin;
  const failed = new Map<string, number>();
  for (let turn = 0; !isOver(); turn += 1) {
    const { email = '' } = people[turn % people.length] ?? {};
    const headers = fromNewAddress();
    try {
      for (const page of ['/', '/login']) await send('GET', `${origin}${page}`, { headers });
      const { data } = await call(endpoints.accounts.login, { body: { email, password: PASSWORD }, headers });
      await call(endpoints.accounts.getUser, { token: data.token, headers });
      await call(endpoints.accounts.logout, { token: data.token, headers });
    } catch (error) {
      const words = error instanceof Error ? error.message : String(error);
      failed.set(words, (failed.get(words) ?? 0) + 1);
    }
    await pause(VISITS_PAUSE_MS);
  }
  return failed;
}

async function countRows(database: pg.Client): Promise<Record<string, number>> {
  const { rows: tables } = await database.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`,
  );
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const { rows } = await database.query<{ count: string }>(`select count(*) from ${pg.escapeIdentifier(name)}`);
    counts[name] = Number(rows[0]?.count);
  }
  return counts;
}

const median = (values: readonly number[]): number =>
  quantile(
    values.toSorted((one, other) => one - other),
    0.5,
  );
const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;

/** What grew between the looks of the second quarter and those of the last, a sentence each. Prints both. Pure but for that. */
function compareQuarters(looks: readonly Look[]): readonly string[] {
  const quarter = Math.floor(looks.length / 4);
  const [second, last] = [looks.slice(quarter, 2 * quarter), looks.slice(-quarter)];
  const wrong: string[] = [];
  const compare = (what: string, read: (look: Look) => number, draw: (value: number) => string, allowed: number) => {
    const [before, after] = [median(second.map(read)), median(last.map(read))];
    const change = before === 0 ? 0 : ((after - before) / before) * 100;
    say(`${what}: ${draw(before)} in the second quarter, ${draw(after)} in the last (${change.toFixed(1)} %)`);
    if (after > before * (1 + MOST_GROWTH) + allowed) wrong.push(`${what} grew from ${draw(before)} to ${draw(after)}`);
  };
  for (const name of Object.keys(looks[0]?.held ?? {})) {
    compare(`${name}: memory in use`, ({ held }) => held[name]?.usedBytes ?? 0, megabytes, 0);
    compare(`${name}: memory of the system`, ({ held }) => held[name]?.residentBytes ?? 0, megabytes, 0);
    compare(`${name}: open files and sockets`, ({ held }) => held[name]?.files ?? 0, String, FEW);
  }
  compare('connections of the database', ({ connections }) => connections, String, FEW);
  compare('late events', ({ late }) => late, String, FEW);
  for (const table of PASSING) compare(`rows of ${table}`, ({ rows }) => rows[table] ?? 0, String, FEW);
  return wrong;
}

/** Each table that has more rows than at the first look: what looks for a leak beyond `PASSING` compares them with the orders. */
function drawGrowth(looks: readonly Look[]): string {
  const marks = [looks.at(0), looks.at(Math.floor(looks.length / 2)), looks.at(-1)];
  const grown = Object.keys(marks[0]?.rows ?? {})
    .map((table) => ({ table, counts: marks.map((look) => look?.rows[table] ?? 0) }))
    .filter(({ counts }) => (counts.at(-1) ?? 0) > (counts[0] ?? 0));
  return grown.map(({ table, counts }) => `${table} ${counts.join(' ')}`).join(', ');
}

/**
 * The product as it runs for so many minutes while customers convert, callers ask, streams are followed and people sign in and
 * out. Answers what is wrong at the end, a sentence each: what a process holds after a collection of garbage, its memory,
 * files and connections, and the rows of what is under way must not have grown from the second quarter to the last.
 */
export async function runSteadily(
  folder: string,
  database: HarmedDatabase,
  minutes: number,
): Promise<readonly string[]> {
  const usual = await usualLayout();
  const ports = new Map<string, number>();
  for (const { name } of usual.servers) ports.set(name, await freePort());
  const servers = usual.servers.map((server) => ({
    ...server,
    nodeOptions: `--inspect=127.0.0.1:${ports.get(server.name)}`,
  }));
  let url = '';
  const told: HarmedDatabase = { ...database, start: async () => (url = await database.start()) };
  const parts = await startParts(folder, told, { ...usual, servers });
  const looker = new pg.Client({ connectionString: url });
  try {
    await looker.connect();
    const service = { call: createCall(parts.apiBase), sandbox: parts.sandbox };
    const people: Person[] = [];
    for (let left = PEOPLE; left > 0; left -= 1) people.push(await signUp(service));
    const payers = await startPayers(parts, CUSTOMERS);
    const processes = await Promise.all(
      [...ports].map(async ([name, port]) => ({ name, process: await openProcessLook(parts.processOf(name), port) })),
    );
    const endsAt = performance.now() + minutes * 60_000;
    const isOver = (): boolean => performance.now() >= endsAt;
    const load = startLoad({
      port: Number(new URL(parts.apiBase).port),
      tokens: people.map(({ token }) => token),
      isEnough: isOver,
      pauseMs: CALLERS_PAUSE_MS,
    });
    const visiting = visit(parts, people, isOver);
    const looks: Look[] = [];
    while (!isOver()) {
      await pause((minutes * 60_000) / LOOKS);
      const held: Record<string, Held> = {};
      for (const { name, process } of processes) held[name] = await process.look();
      const { rows } = await looker.query<{ connections: number; late: number }>(
        `select (select count(*)::int from pg_stat_activity where datname = current_database()) as connections,
          (select count(*)::int from event where dead_at is null and coalesce(run_at, created_at) < now() - interval '10 seconds') as late`,
      );
      const { connections = 0, late = 0 } = rows[0] ?? {};
      looks.push({ held, connections, late, rows: await countRows(looker) });
      say(
        `${looks.length}/${LOOKS}: ${processes.map(({ name }) => `${name} ${megabytes(held[name]?.usedBytes ?? 0)} in use, ${megabytes(held[name]?.residentBytes ?? 0)} of the system, ${held[name]?.files} files`).join('; ')}; ${connections} connections, ${late} late events, ${payers.orders.length} orders`,
      );
    }
    await load.ended;
    const wrong = [
      ...compareQuarters(looks),
      ...[...load.failed, ...(await visiting)].map(([fault, times]) => `${times} requests failed: ${fault}`),
      ...(await settleAndCompare(parts, payers)),
    ];
    say(`rows at the first look, in the middle and at the last, where they grew: ${drawGrowth(looks)}`);
    for (const { process } of processes) process.close();
    for (const line of wrong) say(line);
    say(`${minutes} minutes, ${load.done()} requests, ${payers.orders.length} orders: ${wrong.length} things wrong`);
    return wrong;
  } finally {
    await looker.end();
    await parts.stop();
  }
}
