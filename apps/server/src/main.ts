import { openChains } from './adapters/chains/open-chain.ts';
import { openTreasuryWallets } from './adapters/chains/open-treasury-wallet.ts';
import { createPayerNode } from './adapters/chains/solana/payer-node.ts';
import { createTronPayerNode } from './adapters/chains/tron/payer-node.ts';
import { connectRail } from './adapters/banks/rails.ts';
import { createSmtpMailer } from './adapters/mail/smtp.ts';
import { createHttpSigner } from './adapters/signer/http-signer.ts';
import { createTermiiTexter } from './adapters/sms/termii.ts';
import { createRateSources } from './adapters/rates/rate-sources.ts';
import { createWebhookSender } from './adapters/webhooks/http-webhook-sender.ts';
import { startApi } from './api.ts';
import { type Configuration, readConfiguration } from './configuration/configuration.ts';
import { readSecretFiles } from './configuration/secret-files.ts';
import { loadAddressSources } from './custody/index.ts';
import { createMeasures } from './measures.ts';
import type { Base } from './platform/base.ts';
import { systemClock } from './platform/clock.ts';
import { openConfiguredDatabase } from './platform/configured-database.ts';
import { createLog } from './platform/log.ts';
import { createMetrics, type Metrics } from './platform/metrics.ts';
import { migrate } from './platform/migrate.ts';
import { createShutdown, type Shutdown } from './platform/shutdown.ts';
import { failStart, orSay, tellStarter } from './platform/start-failure.ts';
import { startStatusServer } from './platform/status-server.ts';
import { startTelemetry } from './platform/telemetry.ts';
import { createRooms, watchedNetworks } from './rooms.ts';
import { startWork } from './work.ts';

// At the same place relative to the bundle and to the sources.
const MIGRATIONS = `${import.meta.dirname}/../migrations`;

async function main(): Promise<void> {
  const configuration = readConfiguration(readSecretFiles(process.env));
  const log = createLog(configuration.logLevel);
  const shutdown = createShutdown(log);
  // From the first moment: a stop during the start stops everything that has begun by then.
  shutdown.listen();
  try {
    const metrics = createMetrics();
    const status = await openStatus(configuration, metrics, shutdown);
    await openTelemetry(configuration, metrics, shutdown);
    const database = await openConfiguredDatabase(configuration, log);
    shutdown.addGround({ stop: () => database.close() });
    const { applied } = await orSay("The database's schema can't be brought up to date", () =>
      migrate(database, MIGRATIONS),
    );
    if (applied.length > 0) log.info({ applied }, 'the schema was brought up to date');
    metrics.addMeasures(createMeasures({ database, clock: systemClock }));
    await start(configuration, { database, clock: systemClock, log }, metrics, shutdown);
    status?.started(database);
    tellStarter({ ready: true });
  } catch (error) {
    await shutdown.stop();
    throw error;
  }
}

/** Answers an operator's machines from the start to the end, where METRICS_PORT is set. */
async function openStatus({ metricsPort: port, host }: Configuration, metrics: Metrics, shutdown: Shutdown) {
  if (port === undefined) return null;
  const status = await orSay(`METRICS_PORT ${port} can't be listened on`, () =>
    startStatusServer({ port, host, draining: shutdown.draining, metrics: () => metrics.text() }),
  );
  shutdown.addGround(status);
  return status;
}

/** Sends traces and metrics from the start to the end, where a receiver is configured; else none of it is even loaded. */
async function openTelemetry({ telemetry, roles }: Configuration, metrics: Metrics, shutdown: Shutdown): Promise<void> {
  if (telemetry === null) return;
  shutdown.addGround(await startTelemetry({ ...telemetry, roles, metrics }));
}

/** Creates the rooms and starts the configured roles. Each part that has begun is given to `shutdown` at once. */
async function start(configuration: Configuration, base: Base, metrics: Metrics, shutdown: Shutdown): Promise<void> {
  const { clock, log } = base;
  const { roles, termii, smtpUrl, mailFrom: from } = configuration;
  const { solana, tron } = configuration.networks;
  const rooms = await createRooms(base, configuration, {
    addressSources: await loadAddressSources({ ...configuration, networks: watchedNetworks(configuration) }),
    connected: configuration.rails.map((settings) => connectRail(settings, { log })),
    rateSources: createRateSources(configuration.rateSources, configuration.coingeckoKey, clock),
    mailer: createSmtpMailer({ url: smtpUrl, from }),
    sender: createWebhookSender({ allowPrivate: configuration.webhookAllowPrivate }),
    texter: termii === null ? null : createTermiiTexter(termii),
    treasuryWallets: openTreasuryWallets(configuration),
    payerNode: solana === undefined ? null : createPayerNode(solana),
    tronPayerNode: tron === undefined ? null : createTronPayerNode(tron),
    signer: configuration.signer === null ? null : createHttpSigner(configuration.signer),
  });
  if (roles.includes('worker')) await startWork(base, rooms.work, shutdown);
  const chains = roles.includes('watcher') ? openChains(configuration, log) : [];
  if (roles.includes('api')) {
    await startApi(
      configuration,
      { ...base, ...rooms.api, routes: rooms.routes, migrations: MIGRATIONS, metrics },
      shutdown,
    );
  }
  // Last: other processes give networks to one that waits for them, and this one was too busy until now.
  shutdown.add(...rooms.startWatchers(chains));
}

main().catch(failStart);
