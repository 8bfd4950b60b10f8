import { viewClock } from '../admin/index.ts';
import { findFence } from '../controls/index.ts';
import { dateTimeText } from '@kobogate/contract';
import { systemClock } from '../platform/clock.ts';
import { openForCommand } from '../platform/configured-database.ts';
import {
  type Connection,
  type Database,
  type DatabaseDescription,
  describeDatabase,
  openDatabase,
} from '../platform/database.ts';
import { readAddresses } from '../platform/database-hosts.ts';
import type { Log } from '../platform/log.ts';
import { compareSchema, type SchemaDifference } from '../platform/migrate.ts';
import { countStrayRows, describeUnfinished, listUnfinishedMonths, type UnfinishedMonths } from '../platform/months.ts';
import { isLoopback } from '../platform/outside-address.ts';
import { catchesUp } from '../platform/replica.ts';
import { fine, type Finding, look, reasonOf, wrong } from './finding.ts';
import { MIGRATIONS } from './open-books.ts';

/** Quotes are seconds long and codes half a minute: clocks further apart end them too early or too late. */
const CLOCK_MS = { look: 2_000, wrong: 30_000 };

/** The database: reachable, recent enough, durable, encrypted on the way, its clock, its schema and its fence. */
export async function examineDatabase(
  place: {
    readonly databaseUrl: string | undefined;
    readonly dataDir: string;
    readonly secretsKey: Buffer | null;
    readonly otherSecretsKeys: readonly Buffer[];
  },
  log: Log,
): Promise<readonly Finding[]> {
  let database: Database;
  try {
    database = await openForCommand(place, log);
  } catch (error) {
    return [wrong('database', `${reasonOf(error)}: start it, or correct DATABASE_URL`)];
  }
  try {
    const asked = Date.now();
    const server = await describeDatabase(database);
    const now = (asked + Date.now()) / 2;
    const schema = await compareSchema(database, MIGRATIONS);
    const host = place.databaseUrl === undefined ? null : furthestHost(place.databaseUrl);
    return [
      ...judgeServer(server, { host, skewMs: Math.abs(server.clock.getTime() - now) }),
      judgeSchema(schema),
      ...judgeUnfinished(await listUnfinishedMonths(database), systemClock.now()),
      ...(schema.pending.length === 0
        ? [await examineFence(database), await examineMonths(database), await examineErasing(database)]
        : []),
    ];
  } catch (error) {
    return [wrong('database', `${reasonOf(error)}: its user may lack rights on its own tables`)];
  } finally {
    await database.close();
  }
}

/** The standby that reads may go to. Without it the primary answers them, which is not what its operator counts on. */
export async function examineReplica(
  url: string,
  primaryUrl: string | undefined,
  log: Log,
): Promise<readonly Finding[]> {
  try {
    const replica = await openDatabase({ url, log });
    try {
      const found = await describeDatabase(replica);
      const isNear = found.isStandby && primaryUrl !== undefined ? await isNearTo(primaryUrl, replica, log) : true;
      return judgeReplica({ ...found, isNear }, furthestHost(url));
    } finally {
      await replica.close();
    }
  } catch (error) {
    return [wrong('replica', `${reasonOf(error)}: start it, or correct DATABASE_REPLICA_URL`)];
  }
}

/** Also where the primary does not answer: that is a finding of its own. */
async function isNearTo(primaryUrl: string, replica: Database, log: Log): Promise<boolean> {
  try {
    const primary = await openDatabase({ url: primaryUrl, log });
    try {
      return await catchesUp({ replica, primary });
    } finally {
      await primary.close();
    }
  } catch {
    return true;
  }
}

/** Judges what is named as a standby. Pure. */
export function judgeReplica(
  { version, isStandby, isTls, isNear }: DatabaseDescription & { readonly isNear: boolean },
  host: string,
): readonly Finding[] {
  const part = 'replica';
  return [
    isStandby
      ? isNear
        ? fine(part, `PostgreSQL ${version}, a standby`)
        : look(part, `lags more than 5 s, so that nothing is read from it: look at pg_stat_replication on the primary`)
      : wrong(part, 'is no standby, so that nothing is read from it: name one in DATABASE_REPLICA_URL'),
    judgeConnection({ isTls, host }, { part, variable: 'DATABASE_REPLICA_URL' }),
  ];
}

/** The first host that is not this machine, of those that a database's address names. Pure. */
function furthestHost(url: string): string {
  const hosts = (readAddresses(url) ?? []).map((address) => new URL(address).hostname);
  return hosts.find((host) => !isLoopback(host)) ?? hosts[0] ?? '';
}

/** A name without a dot, as containers have, or an address that is not routed. Pure. */
const isOfInnerNetwork = (host: string): boolean =>
  !/[.:]/.test(host) || /^(?:10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.)/.test(host);

/** Judges a PostgreSQL; `host` is null for the embedded one. Pure. */
export function judgeServer(
  { version, isDurable, isTls, isStandby }: DatabaseDescription,
  { host, skewMs }: { readonly host: string | null; readonly skewMs: number },
): readonly Finding[] {
  const seconds = (skewMs / 1000).toFixed(1);
  const clock = `${seconds} s from this machine's`;
  const judge = skewMs > CLOCK_MS.wrong ? wrong : skewMs > CLOCK_MS.look ? look : fine;
  return [
    isStandby
      ? wrong(
          'database',
          `PostgreSQL ${version} is a standby that can't be written to: name the primary in DATABASE_URL`,
        )
      : fine('database', `PostgreSQL ${version}`),
    isDurable
      ? fine('database’s commits', 'are on the disk when they are answered')
      : wrong(
          'database’s commits',
          'may be lost after they were answered: set fsync, full_page_writes and synchronous_commit on',
        ),
    judgeConnection({ isTls, host }, { part: 'database', variable: 'DATABASE_URL' }),
    judge('database’s clock', judge === fine ? clock : `${clock}: run chrony or systemd-timesyncd on both`),
  ];
}

/** Judges how a PostgreSQL is reached. Pure. */
function judgeConnection(
  { isTls, host }: { readonly isTls: DatabaseDescription['isTls']; readonly host: string | null },
  { part, variable }: { readonly part: string; readonly variable: string },
): Finding {
  const connection = `${part}’s connection`;
  const plain = `is not encrypted: add ?sslmode=verify-full to ${variable}`;
  if (isTls === true) return fine(connection, 'TLS');
  if (host === null || host === '' || isLoopback(host)) return fine(connection, 'on this machine');
  return isOfInnerNetwork(host)
    ? look(connection, `${plain}, unless the way to ${host} never leaves this machine`)
    : wrong(connection, plain);
}

/** Judges the schema. Pure. */
export function judgeSchema({ pending, changed, newer, unknown }: SchemaDifference): Finding {
  if (changed.length > 0) {
    return wrong('schema', `${changed.join(', ')} was applied with another text: run the version that applied it`);
  }
  if (unknown.length > 0) return wrong('schema', `${unknown.join(', ')} is of a newer version: run that one`);
  if (newer.length > 0) return look('schema', `a newer version added ${newer.join(', ')}: this one runs on it`);
  if (pending.length === 0) return fine('schema', 'up to date');
  return look('schema', `${pending.length} migrations are not applied yet: a server's start applies them`);
}

/** Judges the tables whose change into parts by month was broken off: the server's version of before may run on them until a time. Pure. */
export function judgeUnfinished(tables: readonly UnfinishedMonths[], now: Date): readonly Finding[] {
  return tables.map((table) => (table.refusesFrom <= now ? wrong : look)('months', describeUnfinished(table, now)));
}

async function examineFence(connection: Connection): Promise<Finding> {
  const fence = await findFence(connection);
  if (fence === null) return fine('fence', 'down: payouts leave');
  const since = dateTimeText(fence.raisedAt.toISOString());
  return look('fence', `up since ${since}, so no payout leaves (${fence.reason}): npm run ops -- recovery status`);
}

async function examineMonths(database: Connection): Promise<Finding> {
  const stray = { database, clock: systemClock };
  return judgeMonths(await countStrayRows(stray, 'notification'), await countStrayRows(stray, 'order_event'));
}

/** Judges how many rows of the last day are in no month's part. Pure. */
export function judgeMonths(notices: number, lines: number): Finding {
  const part = 'months';
  if (notices + lines === 0) return fine(part, 'each notice and each line of the history is in its own');
  const counts = `${notices} notices and ${lines} lines of the history`;
  return look(part, `${counts} of the last day have none: docs/runbook/KobogateRowsWithoutMonth.md`);
}

const DAY_MS = 86_400_000;

async function examineErasing(database: Connection): Promise<Finding> {
  const now = systemClock.now();
  return judgeErasing(await viewClock(database, now), now);
}

/** Judges when the daily task that erases what is past its time last looked, and whether it waits. Pure. */
export function judgeErasing({ seenAt, waitsUntil }: Awaited<ReturnType<typeof viewClock>>, now: Date): Finding {
  const part = 'erasing';
  if (seenAt === null) return fine(part, 'has not run yet: a server with the role “worker” looks every hour');
  if (waitsUntil !== null) {
    const until = dateTimeText(waitsUntil.toISOString());
    return look(part, `nothing is erased until ${until}, as the clock moved by days: npm run ops -- retention`);
  }
  const last = dateTimeText(seenAt.toISOString());
  const isOld = now.getTime() - seenAt.getTime() > DAY_MS;
  return isOld ? look(part, `no worker has looked since ${last}: start one`) : fine(part, `last looked at ${last}`);
}
