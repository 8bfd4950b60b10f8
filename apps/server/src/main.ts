import { hostname } from 'node:os';
import { type ChainFamily, NETWORK_IDS } from '@kobogate/contract';
import { openChain } from './adapters/chains/open-chain.ts';
import { openPurses } from './adapters/chains/open-purse.ts';
import { createPayerNode } from './adapters/chains/solana/payer-node.ts';
import { connectRail } from './adapters/banks/rails.ts';
import { createSmtpMailer } from './adapters/mail/smtp.ts';
import { createTermiiTexter } from './adapters/sms/termii.ts';
import { createRateSources } from './adapters/rates/rate-sources.ts';
import { createWebhookSender } from './adapters/webhooks/http-webhook-sender.ts';
import { createApi } from './api.ts';
import { createAuthenticator } from './features/accounts/authenticate.ts';
import { announceAdmin } from './features/accounts/announce-admin.ts';
import { ensureAdmin } from './features/accounts/ensure-admin.ts';
import { createPasswordHasher } from './features/accounts/password-hash.ts';
import { accountRoutes } from './features/accounts/routes.ts';
import { createSignedMailer } from './features/accounts/signed-mailer.ts';
import { adminRoutes } from './features/admin/routes.ts';
import { userRoutes } from './features/admin/user-routes.ts';
import { createKeyAuthenticator, isApiKey } from './features/api-keys/authenticate-key.ts';
import { pauseKeys } from './features/api-keys/db.ts';
import { apiKeyRoutes } from './features/api-keys/routes.ts';
import { createNameQuestion } from './features/bank-accounts/ask-name.ts';
import { bankAccountRoutes } from './features/bank-accounts/routes.ts';
import { createWatcher } from './features/deposits/watcher.ts';
import { findFence } from './features/fence/db.ts';
import { createImageDrawing } from './features/images/draw-image.ts';
import { imageRoutes } from './features/images/routes.ts';
import { notificationRoutes } from './features/notifications/routes.ts';
import { createOrderCreation } from './features/orders/create-order.ts';
import { createQuoteSigner } from './features/orders/order-quote.ts';
import { orderRoutes } from './features/orders/routes.ts';
import { payerWalletRoutes } from './features/payer-wallets/routes.ts';
import { paymentRoutes } from './features/payments/routes.ts';
import { viewPayment } from './features/payments/view-payments.ts';
import { paymentLinkRoutes } from './features/payment-links/routes.ts';
import { createBankDirectory } from './features/payouts/bank-directory.ts';
import { bringPayoutsForward } from './features/payouts/bring-payouts-forward.ts';
import { loadKnownBanks } from './features/payouts/known-banks.ts';
import { createRailRouter } from './features/payouts/rail-router.ts';
import { createCallbackReceiver } from './features/payouts/receive-callback.ts';
import { payoutRoutes } from './features/payouts/routes.ts';
import { createOfferedProducts } from './features/products/offered-products.ts';
import { productRoutes } from './features/products/routes.ts';
import { createCurrentRates } from './features/rates/current-rates.ts';
import { rateRoutes } from './features/rates/routes.ts';
import { createReceiptPress } from './features/receipts/draw-receipt.ts';
import { receiptRoutes } from './features/receipts/routes.ts';
import { reportRoutes } from './features/reports/routes.ts';
import { reconciliationRoutes } from './features/reconciliation/routes.ts';
import { recoveryRoutes } from './features/recovery/routes.ts';
import { startGate } from './features/recovery/look-at-banks.ts';
import { refundOfferRoutes } from './features/refund-offers/routes.ts';
import { refundRoutes } from './features/refunds/routes.ts';
import { refundAddressRoutes } from './features/refund-addresses/routes.ts';
import { createOperatorSettings } from './features/settings/operator-settings.ts';
import { sanctionsRoutes } from './features/sanctions/routes.ts';
import { settingRoutes } from './features/settings/routes.ts';
import { statementRoutes } from './features/statements/routes.ts';
import { suspenseRoutes } from './features/suspense/routes.ts';
import { treasuryRoutes } from './features/treasury/routes.ts';
import { createOutgoing } from './features/treasury/track-outgoing.ts';
import { createAdmission, createFactorCheck } from './features/two-factor/admit.ts';
import { openSecondStep } from './features/two-factor/open-second-step.ts';
import { createFullProof, createSecondFactorProof } from './features/two-factor/prove-owner.ts';
import { twoFactorRoutes } from './features/two-factor/routes.ts';
import { listCoinsOnOffer } from './features/wallets/list-coins.ts';
import { loadAddressSources } from './features/wallets/load-address-sources.ts';
import { isScanning } from './features/wallets/db-reserve.ts';
import { noteTreasuries } from './features/wallets/own-addresses.ts';
import { reserveAddresses } from './features/wallets/reserve-addresses.ts';
import { webhookRoutes } from './features/webhooks/routes.ts';
import { walletRoutes } from './features/wallets/routes.ts';
import { createWatchList, type WatchList } from './features/wallets/watch-list.ts';
import type { FlowDependencies } from './flow.ts';
import { opensWhatIsKept } from './kept-by-key.ts';
import { systemClock, yearInLagos } from './platform/clock.ts';
import { type Configuration, readConfiguration } from './platform/configuration.ts';
import { openConfiguredDatabase } from './platform/configured-database.ts';
import type { Database } from './platform/database.ts';
import { newId } from './platform/identifiers.ts';
import { createLog, type Log } from './platform/log.ts';
import { createSchemaCheck, migrate } from './platform/migrate.ts';
import { createSecretBox } from './platform/secret-box.ts';
import { requireSameKey } from './platform/secrets-key.ts';
import { createShutdown, drainingApi, type Running, type Shutdown } from './platform/shutdown.ts';
import { failStart, orSay, tellStarter } from './platform/start-failure.ts';
import { startWork } from './work.ts';

/** The migrations, the list of banks and the type of receipts lie beside the bundle's folder and beside the sources' one alike. */
const MIGRATIONS = `${import.meta.dirname}/../migrations`;
const KNOWN_BANKS = `${import.meta.dirname}/../data/banks.json`;
const FONTS = `${import.meta.dirname}/../data/fonts`;

async function main(): Promise<void> {
  const configuration = readConfiguration(process.env);
  const log = createLog(configuration.logLevel);
  const shutdown = createShutdown(log);
  // From the first moment: a stop during the start ends what has begun by then.
  shutdown.listen();
  try {
    const database = await openConfiguredDatabase(configuration, log);
    shutdown.addGround({ stop: () => database.close() });
    const { applied } = await orSay("The database's schema can't be brought up to date", () =>
      migrate(database, MIGRATIONS),
    );
    if (applied.length > 0) log.info({ applied }, 'the schema was brought up to date');
    await start(configuration, database, log, shutdown);
  } catch (error) {
    await shutdown.stop();
    throw error;
  }
}

/** Starts the roles that the configuration asks for; `shutdown` has each that has begun, also where a later one fails. */
async function start(configuration: Configuration, database: Database, log: Log, shutdown: Shutdown): Promise<void> {
  const { publicOrigin, roles, marketPolicy } = configuration;
  const { solana } = configuration.networks;
  const clock = systemClock;
  const hasher = createPasswordHasher();
  const connected = configuration.rails.map((settings) => connectRail(settings, { log }));
  const rails = connected.map(({ rail }) => rail);
  const directory = createBankDirectory({ rails, clock, known: await loadKnownBanks(KNOWN_BANKS) });
  const networks = NETWORK_IDS.filter((network) => configuration.networks[network] !== undefined);
  const addressSources = await loadAddressSources({ ...configuration, networks });
  const quoteSigner = createQuoteSigner(configuration.secretsKey);
  const secretBox = createSecretBox(configuration.secretsKey);
  await requireSameKey(database, secretBox, () => opensWhatIsKept(database, { secretBox, quoteSigner }));
  await noteTreasuries(database, addressSources);
  const products = createOfferedProducts({ database, clock, spreadBasisPoints: configuration.spreadBasisPoints });
  const currentRates = createCurrentRates({ database, clock, policy: marketPolicy, products });
  const settings = createOperatorSettings({
    database,
    clock,
    limits: {
      minimumKobo: String(configuration.minimumOrderKobo),
      maximumKobo: String(configuration.maximumOrderKobo),
    },
  });
  const sender = createWebhookSender({ allowPrivate: configuration.webhookAllowPrivate });
  const gate = await startGate({ database, clock, log, rails }, configuration);
  // Before anybody can be given an address, and before any block is read.
  const fence = await findFence(database);
  if (fence !== null) {
    await reserveAddresses({ database, addressSources, log, gap: configuration.restoreAddressGap }, fence.id);
  }
  const flow: FlowDependencies = {
    gap: configuration.restoreAddressGap,
    database,
    clock,
    log,
    publicOrigin,
    currentRates,
    quoteSigner,
    settings,
    addressSources,
    networks,
    products,
    purses: openPurses(configuration),
    mailer: createSignedMailer({
      mailer: createSmtpMailer({ url: configuration.smtpUrl, from: configuration.mailFrom }),
      settings,
    }),
    texter: configuration.termii === null ? null : createTermiiTexter(configuration.termii),
    rails,
    gate,
    askName: createNameQuestion({ database, rails, directory }),
    router: createRailRouter({
      rails,
      directory,
      clock,
      log,
      atOnce: configuration.payoutsAtOnce,
      onBack: () => void bringPayoutsForward({ database, clock, log }),
    }),
    lowFloatKobo: configuration.lowFloatKobo,
    sanctionsFiles: configuration.sanctionsFiles,
    rateSources: createRateSources(configuration.rateSources, clock),
    marketPolicy,
    rateRefreshSeconds: configuration.rateRefreshSeconds,
  };
  const { adminEmail, adminPassword } = configuration;
  if (adminEmail !== undefined) {
    const admin = { email: adminEmail, password: adminPassword };
    announceAdmin(await ensureAdmin({ database, clock, hasher }, admin), adminEmail, log);
  }

  if (roles.includes('worker')) {
    await startWork(flow, { payoutsAtOnce: configuration.payoutsAtOnce, secretBox, sender }, shutdown);
  }
  if (roles.includes('watcher')) shutdown.add(...startWatchers(configuration, flow));
  if (roles.includes('api')) {
    const authenticator = createAuthenticator({ database, clock });
    const authenticateKey = createKeyAuthenticator({ database, clock });
    const receiveCallback = createCallbackReceiver({ database });
    const common = { database, clock, currentRates, products, settings, publicOrigin };
    const twoFactor = { ...common, hasher, secretBox, adminSecondFactor: configuration.adminSecondFactor };
    const drawReceipt = await createReceiptPress(FONTS);
    const api = await createApi({
      drawReceipt,
      database,
      log,
      trustProxy: configuration.trustProxy,
      corsOrigins: configuration.corsOrigins,
      draining: shutdown.draining,
      isUpToDate: await createSchemaCheck(database, MIGRATIONS),
      authenticate: async (token, call) =>
        isApiKey(token) ? authenticateKey(token) : ((await authenticator(token, call))?.caller ?? null),
      admit: createAdmission(twoFactor),
      webDirectory: configuration.webDir ?? null,
      paymentApi: configuration.paymentApi,
      readSiteFacts: async () => ({ brand: (await settings.current()).brand, year: yearInLagos(clock.now()) }),
      callbacks: Object.fromEntries(
        connected.map(({ rail: { name }, readCallback }) => [
          `/callbacks/${name}`,
          async (callback) => {
            await receiveCallback({ rail: name, reference: readCallback(callback) });
          },
        ]),
      ),
      routes: [
        ...accountRoutes({
          ...common,
          hasher,
          openSecondStep,
          proveSecondFactor: createSecondFactorProof(twoFactor),
          lacksFactor: createFactorCheck(twoFactor),
          pauseKeys,
          ownWords: async () => {
            const { brand } = await settings.current();
            return [brand.name, brand.supportEmail];
          },
        }),
        ...twoFactorRoutes(twoFactor),
        ...apiKeyRoutes({ ...common, proveOwner: createFullProof(twoFactor) }),
        ...webhookRoutes({ ...common, secretBox, sender, proveOwner: createFullProof(twoFactor) }),
        ...bankAccountRoutes({ ...common, rails, directory, proveOwner: createFullProof(twoFactor) }),
        ...walletRoutes({ ...common, addressSources, networks }),
        ...refundAddressRoutes(common),
        ...rateRoutes({ ...common, quoteSeconds: configuration.quoteSeconds }),
        ...orderRoutes({
          database,
          clock,
          currentRates,
          askName: flow.askName,
          createOrder: createOrderCreation({
            ...common,
            quoteSigner,
            lockSeconds: configuration.rateLockSeconds,
            mostOpenOrders: configuration.openOrdersAtMost,
          }),
        }),
        ...paymentRoutes({ ...flow, lockSeconds: configuration.rateLockSeconds }),
        ...payerWalletRoutes({
          database,
          clock,
          node: solana === undefined ? null : createPayerNode(solana),
          readPayment: (id) => viewPayment({ database, clock }, id),
        }),
        ...payoutRoutes(flow),
        ...notificationRoutes(flow),
        ...paymentLinkRoutes({ ...common, listCoins: () => listCoinsOnOffer({ networks, products, currentRates }) }),
        ...imageRoutes({ database, clock, drawImage: createImageDrawing() }),
        ...settingRoutes(common),
        ...productRoutes({ ...common, confirmationPolicies: configuration.networks }),
        ...suspenseRoutes({ database, currentRates }),
        ...treasuryRoutes({ database }),
        ...refundOfferRoutes({ ...common, proveOwner: createFullProof(twoFactor) }),
        ...refundRoutes({ ...common, proveOwner: createFullProof(twoFactor) }),
        ...adminRoutes({ database, clock, addressSources, quoteSigner }),
        ...userRoutes(common),
        ...reportRoutes({ database }),
        ...recoveryRoutes({ database, clock, log, compared: { rails: rails.map(({ name }) => name), networks } }),
        ...reconciliationRoutes(flow),
        ...sanctionsRoutes({ database, clock }),
        ...receiptRoutes({ ...common, drawReceipt }),
        ...statementRoutes({ database, clock }),
      ],
    });
    shutdown.add(drainingApi(api, configuration.drainSeconds * 1000));
    await orSay(`PORT ${configuration.port} can't be listened on`, () =>
      api.listen({ port: configuration.port, host: configuration.host }),
    );
    log.info({ port: configuration.port }, 'ready');
  }
  tellStarter({ ready: true });
}

const STILL_SCANNING =
  'The blocks since the backup are read once the chain was asked about the addresses that may have been given out since.';

function startWatchers(
  configuration: Configuration,
  { database, clock, log, currentRates, addressSources }: FlowDependencies,
): Running[] {
  const holder = `${hostname()}-${process.pid}-${newId()}`;
  const outgoing = createOutgoing({ database, log, addressSources });
  const watchLists = new Map<ChainFamily, WatchList>();
  return NETWORK_IDS.flatMap((network) => {
    const settings = configuration.networks[network];
    if (settings === undefined) return [];
    const chain = openChain({
      network,
      rpcUrl: settings.rpcUrl,
      cardanoProjectId: configuration.cardanoProjectId,
      log,
    });
    // One for all networks of a family: it is held in memory.
    const watchList = watchLists.get(chain.family) ?? createWatchList(database, chain.family);
    watchLists.set(chain.family, watchList);
    const watcher = createWatcher({
      database,
      clock,
      log,
      holder,
      watchList,
      chain,
      confirmations: settings.confirmations,
      outgoing,
      // What is reserved while blocks are read would be missed in those that were read before.
      mustWait: async () => ((await isScanning(database, chain.family)) ? STILL_SCANNING : null),
      smallDeposits: { steps: settings.steps, currentRates },
      pollMs: configuration.pollSeconds * 1000,
    });
    watcher.start();
    return [watcher];
  });
}

main().catch(failStart);
