import { NETWORK_IDS } from '@kobogate/contract';
import { openChains } from './adapters/chains/open-chain.ts';
import { openTreasuryWallets } from './adapters/chains/open-treasury-wallet.ts';
import { createPayerNode } from './adapters/chains/solana/payer-node.ts';
import { connectRail } from './adapters/banks/rails.ts';
import { createSmtpMailer } from './adapters/mail/smtp.ts';
import { createTermiiTexter } from './adapters/sms/termii.ts';
import { createRateSources } from './adapters/rates/rate-sources.ts';
import { createWebhookSender } from './adapters/webhooks/http-webhook-sender.ts';
import { createAdmin } from './admin/index.ts';
import { startApi } from './api.ts';
import { createBooks, startGate } from './books/index.ts';
import { type Configuration, readConfiguration } from './configuration/configuration.ts';
import { createControls } from './controls/index.ts';
import { createCustody, loadAddressSources } from './custody/index.ts';
import { everyEvent } from './events.ts';
import { createIdentity, opensTotpSecrets } from './identity/index.ts';
import { createMessaging, opensEndpointSecrets } from './messaging/index.ts';
import { createPayouts } from './payouts/index.ts';
import type { Base } from './platform/base.ts';
import { systemClock } from './platform/clock.ts';
import { openConfiguredDatabase } from './platform/configured-database.ts';
import { createLog } from './platform/log.ts';
import { migrate } from './platform/migrate.ts';
import { createSecretBox } from './platform/secret-box.ts';
import { requireSameKey } from './platform/secrets-key.ts';
import { createShutdown, type Shutdown } from './platform/shutdown.ts';
import { failStart, orSay, tellStarter } from './platform/start-failure.ts';
import { createPricing } from './pricing/index.ts';
import { createQuoteSigner, createSales, matchesSignedQuotes } from './sales/index.ts';
import { startWork } from './work.ts';

// At the same place relative to the bundle and to the sources.
const MIGRATIONS = `${import.meta.dirname}/../migrations`;
const KNOWN_BANKS = `${import.meta.dirname}/../data/banks.json`;
const FONTS = `${import.meta.dirname}/../data/fonts`;

async function main(): Promise<void> {
  const configuration = readConfiguration(process.env);
  const log = createLog(configuration.logLevel);
  const shutdown = createShutdown(log);
  // From the first moment: a stop during the start stops everything that has begun by then.
  shutdown.listen();
  try {
    const database = await openConfiguredDatabase(configuration, log);
    shutdown.addGround({ stop: () => database.close() });
    const { applied } = await orSay("The database's schema can't be brought up to date", () =>
      migrate(database, MIGRATIONS),
    );
    if (applied.length > 0) log.info({ applied }, 'the schema was brought up to date');
    await start(configuration, { database, clock: systemClock, log }, shutdown);
    tellStarter({ ready: true });
  } catch (error) {
    await shutdown.stop();
    throw error;
  }
}

/** Creates the rooms and starts the configured roles. Each part that has begun is given to `shutdown` at once. */
async function start(configuration: Configuration, base: Base, shutdown: Shutdown): Promise<void> {
  const { database, clock, log } = base;
  const { publicOrigin, roles, secretsKey, termii, smtpUrl, mailFrom: from } = configuration;
  const { solana } = configuration.networks;
  const networks = NETWORK_IDS.filter((network) => configuration.networks[network] !== undefined);
  const addressSources = await loadAddressSources({ ...configuration, networks });
  const secretBox = createSecretBox(secretsKey);
  const quoteSigner = createQuoteSigner(secretsKey);
  const kept = [opensTotpSecrets(secretBox), opensEndpointSecrets(secretBox), matchesSignedQuotes(quoteSigner)];
  await requireSameKey(database, secretBox, kept);
  const connected = configuration.rails.map((settings) => connectRail(settings, { log }));
  const rails = connected.map(({ rail }) => rail);
  const gate = await startGate({ ...base, rails }, configuration);

  const controls = createControls({ ...base, configuration });
  const { settings } = controls.queries;
  const rateSources = createRateSources(configuration.rateSources, configuration.coingeckoKey, clock);
  const pricing = createPricing({ ...base, configuration, settings, rateSources });
  const mailer = createSmtpMailer({ url: smtpUrl, from });
  const identity = createIdentity({ ...base, configuration, secretBox, settings, mailer });
  const { proveOwner } = identity.queries;
  const common = { ...base, ...pricing.queries, configuration, settings, proveOwner };
  const watched = { networks, addressSources, treasuryWallets: openTreasuryWallets(configuration) };
  const custody = createCustody({ ...common, ...watched });
  const { listCoins } = custody.queries;
  const payouts = await createPayouts({ ...common, gate, connected, knownBanks: KNOWN_BANKS });
  const sales = createSales({
    ...common,
    ...watched,
    ...custody.queries,
    ...payouts.queries,
    quoteSigner,
    payerNode: solana === undefined ? null : createPayerNode(solana),
  });
  const messaging = createMessaging({
    ...common,
    listCoins,
    secretBox,
    sender: createWebhookSender({ allowPrivate: configuration.webhookAllowPrivate }),
    texter: termii === null ? null : createTermiiTexter(termii),
  });
  const { writer } = payouts;
  const books = await createBooks({ ...common, ...watched, quoteSigner, rails, gate, writer, fonts: FONTS });
  const admin = createAdmin({ ...common, ...custody.queries, ...payouts.queries, publicOrigin });
  // The rooms handle an event one after the other, in this order.
  const rooms = [identity, sales, controls, pricing, custody, payouts, messaging, books, admin];

  await custody.start();
  await identity.start();
  if (roles.includes('worker')) {
    const handlers = everyEvent(rooms);
    const timers = rooms.flatMap((room) => room.timers);
    const { dispatcher } = messaging;
    await startWork(base, { timers, handlers, dispatcher, payouts, gate }, shutdown);
  }
  if (roles.includes('watcher')) shutdown.add(...custody.startWatchers(openChains(configuration, log)));
  if (roles.includes('api')) {
    const routes = rooms.flatMap((room) => room.routes);
    const { callbacks } = payouts;
    const queries = { ...controls.queries, ...identity.queries, ...sales.queries, ...messaging.queries };
    const { drawReceipt } = books.queries;
    const api = { ...base, ...queries, routes, callbacks, drawReceipt, migrations: MIGRATIONS };
    await startApi(configuration, api, shutdown);
  }
}

main().catch(failStart);
