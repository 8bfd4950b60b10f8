import { openChains } from './adapters/chains/open-chain.ts';
import { createApi, listenForCallers } from './api.ts';
import { type Configuration, readConfiguration } from './configuration/configuration.ts';
import { readSecrets } from './configuration/secrets.ts';
import { createMeasures } from './measures.ts';
import { openOutside } from './outside.ts';
import type { Base } from './platform/base.ts';
import { openConfiguredDatabase } from './platform/configured-database.ts';
import { stopEmbeddedPostgres } from './platform/embedded-postgres.ts';
import type { FrontDoor } from './platform/front-door.ts';
import { createLog, type Log } from './platform/log.ts';
import { createMetrics, type Metrics } from './platform/metrics.ts';
import { migrate } from './platform/migrate.ts';
import { createShutdown, type Shutdown } from './platform/shutdown.ts';
import { failStart, orSay, tellStarter } from './platform/start-failure.ts';
import { createStartStage, type StartStage } from './platform/start-stage.ts';
import { startStatusServer } from './platform/status-server.ts';
import { startTelemetry } from './platform/telemetry.ts';
import { createTimers } from './platform/timers.ts';
import { createRooms } from './rooms.ts';
import { startWork } from './work.ts';

// At the same place relative to the bundle and to the sources.
const MIGRATIONS = `${import.meta.dirname}/../migrations`;

async function main(): Promise<void> {
  const configuration = readConfiguration(readSecrets(process.env));
  const log = createLog(configuration.logLevel);
  const shutdown = createShutdown(log);
  // From the first moment: a stop during the start stops everything that has begun by then.
  shutdown.listen();
  const starting: Starting = { metrics: createMetrics(), stage: createStartStage(), shutdown };
  try {
    const status = await openStatus(configuration, starting);
    await openTelemetry(configuration, starting);
    const isApi = configuration.roles.includes('api');
    const door = isApi ? await listenForCallers(configuration, { log, ...starting }, shutdown) : null;
    const database = await openDatabase(configuration, log, starting);
    const base = { database, clock: database.clock, log };
    await start(configuration, base, { ...starting, door });
    status?.started(database);
    tellStarter({ ready: true });
  } catch (error) {
    // What a stop interrupts is no failure: the process ends with 0 once everything has stopped.
    const wasToldToStop = shutdown.draining.aborted;
    await shutdown.stop();
    if (!wasToldToStop) throw error;
  }
}

interface Starting {
  readonly metrics: Metrics;
  readonly stage: StartStage;
  readonly shutdown: Shutdown;
}

/** Answers an operator's machines from the start to the end, where METRICS_PORT is set. */
async function openStatus({ metricsPort: port, host }: Configuration, { metrics, stage, shutdown }: Starting) {
  if (port === undefined) return null;
  const status = await orSay(`METRICS_PORT ${port} can't be listened on`, () =>
    startStatusServer({ port, host, stage, draining: shutdown.draining, metrics: () => metrics.text() }),
  );
  shutdown.addGround(status);
  return status;
}

/** Sends traces and metrics from the start to the end, where a receiver is configured; else its code is not loaded. */
async function openTelemetry({ telemetry, roles }: Configuration, { metrics, shutdown }: Starting): Promise<void> {
  if (telemetry === null) return;
  shutdown.addGround(await startTelemetry({ ...telemetry, roles, metrics }));
}

/** The database, with the schema of this version. */
async function openDatabase(configuration: Configuration, log: Log, { stage, shutdown, metrics }: Starting) {
  stage.tell('opening the database');
  // A stop in the middle of its start.
  shutdown.addGround({ stop: stopEmbeddedPostgres });
  const database = await openConfiguredDatabase(configuration, log);
  shutdown.addGround({ stop: () => database.close() });
  const agreeing = createTimers([{ name: 'agree-on-time', everySeconds: 30, run: () => database.clock.agree() }], log);
  void agreeing.start();
  shutdown.addGround(agreeing);
  stage.tell("bringing the database's schema up to date");
  const { applied } = await orSay("The database's schema can't be brought up to date", () =>
    migrate(database, MIGRATIONS),
  );
  if (applied.length > 0) log.info({ applied }, 'the schema was brought up to date');
  const networks = new Set(Object.keys(configuration.networks));
  const rails = new Set(configuration.rails.map(({ name }) => name));
  metrics.addMeasures(createMeasures({ database, clock: database.clock, networks, rails }));
  return database;
}

/** Creates the rooms and starts the configured roles. Each part that has begun is given to `shutdown` at once. */
async function start(
  configuration: Configuration,
  base: Base,
  { metrics, stage, shutdown, door }: Starting & { readonly door: FrontDoor | null },
): Promise<void> {
  const { roles } = configuration;
  stage.tell('preparing its parts');
  const outside = await openOutside(configuration, base);
  const rooms = await createRooms(base, configuration, outside, { tell: stage.tell, signal: shutdown.draining });
  if (roles.includes('worker')) await startWork(base, rooms.work, { shutdown, metrics });
  const chains = roles.includes('watcher') ? openChains(configuration, base.log) : [];
  if (door !== null) {
    const ofApi = { ...base, ...rooms.api, routes: rooms.routes, migrations: MIGRATIONS, metrics };
    await door.open(await createApi(configuration, ofApi, shutdown));
    base.log.info({ port: configuration.port }, 'ready');
  }
  shutdown.draining.throwIfAborted();
  // Last: other processes give networks to one that waits for them, and this one was too busy until now.
  shutdown.add(...rooms.startWatchers(chains));
}

main().catch(failStart);
