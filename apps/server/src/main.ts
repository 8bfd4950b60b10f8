import { hostname } from 'node:os';
import { type ChainFamily, NETWORK_IDS } from '@kobogate/contract';
import { openChain } from './adapters/chains/open-chain.ts';
import { openTreasuryWallets } from './adapters/chains/open-treasury-wallet.ts';
import { createPayerNode } from './adapters/chains/solana/payer-node.ts';
import { connectRail } from './adapters/banks/rails.ts';
import { createSmtpMailer } from './adapters/mail/smtp.ts';
import { createTermiiTexter } from './adapters/sms/termii.ts';
import { createRateSources } from './adapters/rates/rate-sources.ts';
import { createWebhookSender } from './adapters/webhooks/http-webhook-sender.ts';
import { createApi } from './api.ts';
import {
  accountRoutes,
  announceAdmin,
  apiKeyRoutes,
  createAdmission,
  createAuthenticator,
  createFactorCheck,
  createFullProof,
  createKeyAuthenticator,
  createPasswordHasher,
  createSecondFactorProof,
  createSignedMailer,
  ensureAdmin,
  isApiKey,
  openSecondStep,
  pauseKeys,
  twoFactorRoutes,
} from './identity/index.ts';
import { userRoutes } from './admin/index.ts';
import {
  bankAccountRoutes,
  bringPayoutsForward,
  createBankDirectory,
  createCallbackReceiver,
  createNameQuestion,
  createRailRouter,
  loadKnownBanks,
  payoutRoutes,
  viewPayoutAccount,
} from './payouts/index.ts';
import {
  createOutgoing,
  createWatcher,
  createWatchList,
  depositRoutes,
  isScanning,
  listCoinsOnOffer,
  listWallets,
  loadAddressSources,
  noteTreasuries,
  refundAddressRoutes,
  refundRoutes,
  reserveAddresses,
  suspenseRoutes,
  treasuryRoutes,
  type WatchList,
  walletRoutes,
} from './custody/index.ts';
import { createOperatorSettings, findFence, sanctionsRoutes, settingRoutes } from './controls/index.ts';
import {
  createImageDrawing,
  createOrderCreation,
  createQuoteSigner,
  imageRoutes,
  orderRoutes,
  payerWalletRoutes,
  paymentLinkRoutes,
  paymentRoutes,
  refundOfferRoutes,
  viewPayment,
} from './sales/index.ts';
import { notificationRoutes, webhookRoutes } from './messaging/index.ts';
import { createCurrentRates, createOfferedProducts, productRoutes, rateRoutes } from './pricing/index.ts';
import {
  createReceiptPress,
  receiptRoutes,
  reconciliationRoutes,
  recoveryRoutes,
  reportRoutes,
  startGate,
  statementRoutes,
} from './books/index.ts';
import type { FlowDependencies } from './flow.ts';
import { opensWhatIsKept } from './kept-by-key.ts';
import { systemClock, yearInLagos } from './platform/clock.ts';
import { type Configuration, readConfiguration } from './configuration/configuration.ts';
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
    treasuryWallets: openTreasuryWallets(configuration),
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
        ...depositRoutes({ database, addressSources }),
        ...userRoutes({
          ...common,
          listWallets: (userId) => listWallets({ database, currentRates }, userId),
          findPayoutAccount: viewPayoutAccount,
        }),
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
