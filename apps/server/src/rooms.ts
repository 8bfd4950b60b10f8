import type { AddressSource } from '@kobogate/addresses';
import { type NetworkId, NETWORK_IDS, type OrderId } from '@kobogate/contract';
import { createAdmin, personalRecords as ofAdmin } from './admin/index.ts';
import {
  countTransferAccounts,
  createBooks,
  forgetTransferAccounts,
  personalRecords as ofBooks,
  startGate,
} from './books/index.ts';
import type { Configuration } from './configuration/configuration.ts';
import { createControls, personalRecords as ofControls } from './controls/index.ts';
import { createCustody, personalRecords as ofCustody, type PlanSigner } from './custody/index.ts';
import { everyEvent, personalRecords as ofEvents } from './events.ts';
import {
  createIdentity,
  createPasswordHasher,
  type Mailer,
  type OpenIdProvider,
  opensTotpSecrets,
  type PasswordHasher,
  personalRecords as ofIdentity,
  endEverySignIn,
} from './identity/index.ts';
import {
  countNotices,
  createMessaging,
  forgetNotices,
  opensEndpointSecrets,
  personalRecords as ofMessaging,
  type Texter,
  type WebhookSender,
} from './messaging/index.ts';
import { accountsOfPerson, createMonthSealer, personalRecords as ofLedger } from './ledger/index.ts';
import {
  countAccountChanges,
  createPayouts,
  forgetAccountChanges,
  forgetPayoutAccounts,
  personalRecords as ofPayouts,
} from './payouts/index.ts';
import type { Base } from './platform/base.ts';
import { type StartStep, UNWATCHED_START } from './platform/start-stage.ts';
import { createSecretBox } from './platform/secret-box.ts';
import { requireSameKey } from './platform/secrets-key.ts';
import { createPricing, personalRecords as ofPricing, type RateSource } from './pricing/index.ts';
import {
  createQuoteSigner,
  createSales,
  findPaymentCoins,
  listAwaited,
  matchesSignedQuotes,
  type PayerNode,
  personalRecords as ofSales,
  type TronPayerNode,
} from './sales/index.ts';

// At the same place relative to the bundle and to the sources.
const KNOWN_BANKS = `${import.meta.dirname}/../data/banks.json`;
const FONTS = `${import.meta.dirname}/../data/fonts`;

/** What each room keeps about a person, in the order of the archive. */
export const PERSONAL_RECORDS = [
  ofIdentity,
  ofPayouts,
  ofCustody,
  ofPricing,
  ofSales,
  ofMessaging,
  ofLedger,
  ofControls,
  ofBooks,
  ofAdmin,
  ofEvents,
];

/** What the daily task erases of the rooms that admin does not ask. */
export const ERASED_ELSEWHERE = {
  personalRecords: PERSONAL_RECORDS,
  notices: { forget: forgetNotices, count: countNotices },
  accountChanges: { forget: forgetAccountChanges, count: countAccountChanges },
  transferAccounts: { forget: forgetTransferAccounts, count: countTransferAccounts },
  forgetPayoutAccounts,
};

/** What the rooms reach outside of this program, each behind its room's port. */
export interface Outside {
  readonly addressSources: readonly AddressSource[];
  /** The rails in the operator's order. */
  readonly connected: Parameters<typeof createPayouts>[0]['connected'];
  readonly rateSources: readonly RateSource[];
  readonly mailer: Mailer;
  readonly sender: WebhookSender;
  /** Who may say who a person is, at sign-in. */
  readonly signInProviders: readonly OpenIdProvider[];
  /** Null: no text messages are sent. */
  readonly texter: Texter | null;
  readonly treasuryWallets: Parameters<typeof createCustody>[0]['treasuryWallets'];
  /** Null where Solana is not watched. */
  readonly payerNode: PayerNode | null;
  /** Null where TRON is not watched. */
  readonly tronPayerNode: TronPayerNode | null;
  /** Null: nothing is swept without a person. */
  readonly signer: PlanSigner | null;
}

/** The networks that the configuration names. Pure. */
export const watchedNetworks = ({ networks }: Pick<Configuration, 'networks'>): readonly NetworkId[] =>
  NETWORK_IDS.filter((network) => networks[network] !== undefined);

/**
 * Creates the rooms, ready to work: the addresses that a restore made uncertain are set aside, and the first
 * administrator is there. After a restore that may take minutes: `step` says how far it is, and stops it. Throws where the
 * database was written with another key. Only a test gives a `hasher` of its own, which takes no core's time.
 */
export async function createRooms(
  base: Base,
  configuration: Configuration,
  outside: Outside,
  step: StartStep = UNWATCHED_START,
  hasher: PasswordHasher = createPasswordHasher(),
) {
  const { database } = base;
  const { publicOrigin, secretsKey, otherSecretsKeys } = configuration;
  const { addressSources, connected, rateSources, mailer, sender, texter, treasuryWallets } = outside;
  const { payerNode, tronPayerNode, signer, signInProviders } = outside;
  const everyMs = (configuration.signer?.everyMinutes ?? 0) * 60_000;
  const autoSweeping = signer === null ? null : { signer, everyMs };
  const networks = watchedNetworks(configuration);
  const secretBox = createSecretBox(secretsKey, otherSecretsKeys);
  const quoteSigner = createQuoteSigner(secretsKey, otherSecretsKeys);
  const monthSealer = createMonthSealer(secretsKey, otherSecretsKeys);
  const kept = [opensTotpSecrets(secretBox), opensEndpointSecrets(secretBox), matchesSignedQuotes(quoteSigner)];
  await requireSameKey(database, secretBox, kept);
  const rails = connected.map(({ rail }) => rail);
  const gate = await startGate({ ...base, rails, endSessions: endEverySignIn }, configuration);

  const controls = createControls({ ...base, configuration });
  const { settings } = controls.queries;
  const pricing = createPricing({ ...base, configuration, settings, rateSources });
  const identity = createIdentity({ ...base, configuration, secretBox, settings, mailer, signInProviders, hasher });
  const { proveOwner } = identity.queries;
  const common = { ...base, ...pricing.queries, configuration, settings, proveOwner };
  const watched = { networks, addressSources, treasuryWallets, gate };
  const askedOfSales = {
    findAwaited: (addresses: readonly string[]) => listAwaited(database, addresses),
    findPaymentCoins: (orderId: OrderId) => findPaymentCoins(database, orderId),
  };
  const custody = createCustody({ ...common, ...watched, ...askedOfSales, secretBox, autoSweeping });
  const { listCoins, valueOf } = custody.queries;
  const payouts = await createPayouts({ ...common, gate, connected, knownBanks: KNOWN_BANKS });
  const sales = createSales({
    ...common,
    ...watched,
    ...custody.queries,
    ...payouts.queries,
    quoteSigner,
    payerNode,
    tronPayerNode,
  });
  const messaging = createMessaging({ ...common, listCoins, secretBox, sender, texter });
  const { writer } = payouts;
  const books = await createBooks({
    ...common,
    ...watched,
    quoteSigner,
    monthSealer,
    rails,
    writer,
    valueOf,
    fonts: FONTS,
  });
  const admin = createAdmin({
    ...common,
    ...custody.queries,
    ...payouts.queries,
    ...books.queries,
    ...messaging.queries,
    accountsOfPerson,
    quoteSigner,
    publicOrigin,
    ...ERASED_ELSEWHERE,
  });
  // The rooms handle an event one after the other, in this order.
  const rooms = [identity, sales, controls, pricing, custody, payouts, messaging, books, admin];

  await custody.start(step);
  await identity.start();
  const { dispatcher } = messaging;
  const { drawReceipt, drawLinkPicture } = books.queries;
  const queries = { ...controls.queries, ...identity.queries, ...sales.queries, ...messaging.queries };
  return {
    routes: rooms.flatMap((room) => room.routes),
    work: { timers: rooms.flatMap((room) => room.timers), handlers: everyEvent(rooms), dispatcher, payouts, gate },
    startWatchers: (chains: Parameters<typeof custody.startWatchers>[0]) =>
      custody.startWatchers(chains, sales.queries.listExpected),
    /** What the API asks of the rooms besides their routes. */
    api: { ...queries, callbacks: payouts.callbacks, drawReceipt, drawLinkPicture },
  };
}
