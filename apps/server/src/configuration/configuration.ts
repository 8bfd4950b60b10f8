import type { Kobo } from '@kobogate/money';
import { join } from 'node:path';
import type { NetworkId } from '@kobogate/contract';
import type { z } from 'zod';
import { ConfigurationError } from '../platform/errors.ts';
import { nameMisspelt } from './misspelt.ts';
import { type NetworkConfiguration, readNetworks } from './networks.ts';
import { refuseUnsafe } from './production.ts';
import { readSigner, type SignerConfiguration } from './signer.ts';
import { type RailConfiguration, readRails } from './rails.ts';
import { DEFAULT_MINIMUM_SOURCES, readRateSources, refuseTooFewSources, type RateSourceName } from './rates.ts';
import { type ProviderConfiguration, readProviders } from './sign-in-providers.ts';
import { readTermii, type TermiiSettings } from './texts.ts';
import type { TrustedProxy } from '../platform/trusted-proxies.ts';
import { KNOWN, PREFIXES, variables } from './variables.ts';

export type Role = 'api' | 'watcher' | 'worker';

export interface Configuration {
  readonly port: number;
  /** The interface to listen on; `localhost` keeps it on this machine, `0.0.0.0` opens it. */
  readonly host: string;
  /** Where this process says that it lives, is ready, and its figures; undefined: nowhere. */
  readonly metricsPort: number | undefined;
  /** The OTLP receiver of traces and metrics; null: neither is sent. */
  readonly telemetry: { readonly endpoint: string; readonly headers: Readonly<Record<string, string>> } | null;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  /** A standby of that database, for reads that may be some seconds old. */
  readonly databaseReplicaUrl: string | undefined;
  /** Where this server records what it sent, in a place that no restore of the database rolls back. */
  readonly epochFile: string;
  /**
   * How many addresses of each account key are skipped after a restore; null: derived from how many were given out
   * before.
   */
  readonly restoreAddressGap: number | null;
  /** Start with the fence up: nothing leaves until administrators lift it. */
  readonly isRecovery: boolean;
  readonly roles: readonly Role[];
  /** The product's own address without a trailing slash; links in mail use it and nothing else. */
  readonly publicOrigin: string;
  /** The payment page's API where it is not this server's own; without a trailing slash. */
  readonly paymentApi: string | null;
  /** The operator's project at WalletConnect, over which payers connect wallets of other devices; null: they can't. */
  readonly walletConnect: string | null;
  readonly trustProxy: TrustedProxy;
  /** The origins whose pages may call the API. */
  readonly corsOrigins: readonly string[];
  /** Send webhooks to this machine's own addresses too, without TLS: for a sandbox. */
  readonly webhookAllowPrivate: boolean;
  /** The first administrator; undefined creates none. */
  readonly adminEmail: string | undefined;
  readonly adminPassword: string | undefined;
  /** Whether administrators must have a second factor. */
  readonly adminSecondFactor: 'required' | 'optional';
  /** Encrypts secrets in the database, such as those of authenticator apps. */
  readonly secretsKey: Buffer;
  /** Keys that open and verify too: the next one before a change of keys, the former ones after it. */
  readonly otherSecretsKeys: readonly Buffer[];
  /** The pause between two polls of a network while something is waited for there; null: as long as its blocks take. */
  readonly pollSeconds: number | null;
  /** The pause while nothing is. */
  readonly restSeconds: number;
  /** A provider that is so many blocks behind another one is not used while that one works. */
  readonly providerLagBlocks: number;
  /** What one customer is credited in a day on the word of a network's only provider; more waits for a person. */
  readonly loneProviderLimit: Kobo;
  /** What is credited on a rollup by its sequencer's word, before its blocks are final. */
  readonly sequencerLimit: Kobo;
  /** What is credited on a rollup once the chain that secures it has the block, before that is final. */
  readonly safeLimit: Kobo;
  /** Takes precedence over the export's EVM key, where both are set. */
  readonly evmXpub: string | undefined;
  /** The key tool's export, and the public key that must have signed it. */
  readonly keyExport: { readonly file: string; readonly signer: string } | undefined;
  readonly isProduction: boolean;
  readonly networks: Partial<Record<NetworkId, NetworkConfiguration>>;
  /** The API key for `RPC_CARDANO`, where it needs one. */
  readonly cardanoProjectId: string | undefined;
  /** Null: nothing is swept without a person. */
  readonly signer: SignerConfiguration | null;
  readonly sanctionsFiles: readonly string[];
  readonly smtpUrl: string;
  readonly mailFrom: string;
  /** The provider of text messages; null: none is sent. */
  readonly termii: TermiiSettings | null;
  /** The providers that people may sign in by, as the operator has registered this product there. */
  readonly signInProviders: readonly ProviderConfiguration[];
  /** The connected payout rails, the one for new payouts first. */
  readonly rails: readonly RailConfiguration[];
  /** The rate sources to ask, each at its own address without a trailing slash. */
  readonly rateSources: Readonly<Partial<Record<RateSourceName, string>>>;
  /** The key of a plan at CoinGecko; undefined: none. */
  readonly coingeckoKey: string | undefined;
  /** How often the rate sources are asked. */
  readonly rateRefreshSeconds: number;
  /** When the rate sources are believed (`pricing/rates/market.ts`). */
  readonly marketPolicy: {
    readonly minimumSources: number;
    readonly maximumDeviationBasisPoints: number;
    readonly maximumMoveBasisPoints: number;
  };
  readonly rateLockSeconds: number;
  readonly quoteSeconds: number;
  readonly spreadBasisPoints: number;
  /** The smallest and the largest naira (kobo) of one conversion. */
  readonly minimumOrderKobo: Kobo;
  readonly maximumOrderKobo: Kobo;
  /** Below this much naira (kobo) at a payout rail the operator is warned. */
  readonly lowFloatKobo: Kobo;
  /** Conversions of one customer that may wait for coins at a time. */
  readonly openOrdersAtMost: number;
  /** Payouts that this process sends to one rail at the same time, and the same number of queries. */
  readonly payoutsAtOnce: number;
  /** How long requests are still accepted once the program is told to stop and reports that it is not ready. */
  readonly drainSeconds: number;
  readonly logLevel: string;
  readonly webDir: string | undefined;
}

/** Without NODE_ENV it is production: settings that are dangerous there must be allowed explicitly. */
const NOT_PRODUCTION: ReadonlySet<string> = new Set(['development', 'test']);

/** Reads the environment. A variable that is empty or blank counts as absent. Throws `ConfigurationError`. Pure. */
export function readConfiguration(environment: Readonly<Record<string, string | undefined>>): Configuration {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value.trim() !== ''),
  );
  const isProduction = !NOT_PRODUCTION.has(given['NODE_ENV'] ?? '');
  const parsed = variables.safeParse(given);
  const { networks, sentences } = readNetworks(given);
  const hasCold = Object.keys(given).some((name) => name.startsWith('COLD_ADDRESS_'));
  const automatic = readSigner(given, hasCold);
  const payoutRails = readRails(given);
  const texts = readTermii(given);
  const signIns = readProviders(given);
  const wrong = [
    ...(parsed.success ? [] : parsed.error.issues.map((issue) => sentence(issue, given))),
    ...sentences,
    ...payoutRails.sentences,
    ...texts.sentences,
    ...signIns.sentences,
    ...automatic.sentences,
    ...refuseTooFewSources(given, parsed.data?.RATE_MINIMUM_SOURCES ?? DEFAULT_MINIMUM_SOURCES),
    ...refuseBounds(parsed.data),
    ...missingKeys(given),
    ...(isProduction ? refuseInProduction(given) : []),
  ];
  if (!parsed.success || wrong.length > 0) throw new ConfigurationError(wrong);
  const values = parsed.data;
  return {
    port: values.PORT,
    host: values.HOST,
    metricsPort: values.METRICS_PORT,
    telemetry:
      values.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
        ? null
        : { endpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT, headers: values.OTEL_EXPORTER_OTLP_HEADERS },
    dataDir: values.DATA_DIR,
    databaseUrl: values.DATABASE_URL,
    databaseReplicaUrl: values.DATABASE_REPLICA_URL,
    epochFile: values.EPOCH_FILE ?? join(values.DATA_DIR, 'epoch.json'),
    restoreAddressGap: values.RESTORE_ADDRESS_GAP ?? null,
    isRecovery: values.RECOVERY === '1',
    roles: values.ROLES,
    publicOrigin: new URL(values.PUBLIC_ORIGIN ?? `http://localhost:${values.PORT}`).origin,
    paymentApi: values.PAYMENT_API_URL?.replace(/\/+$/, '') ?? null,
    walletConnect: values.WALLETCONNECT_PROJECT_ID ?? null,
    trustProxy: values.TRUST_PROXY,
    corsOrigins: values.CORS_ORIGINS,
    webhookAllowPrivate: values.WEBHOOK_ALLOW_PRIVATE === 'true',
    adminEmail: values.ADMIN_EMAIL,
    adminPassword: values.ADMIN_PASSWORD,
    adminSecondFactor: values.ADMIN_SECOND_FACTOR,
    secretsKey: values.SECRETS_KEY,
    otherSecretsKeys: values.SECRETS_KEY_OTHERS,
    pollSeconds: values.POLL_SECONDS ?? null,
    restSeconds: values.REST_SECONDS,
    providerLagBlocks: values.PROVIDER_LAG_BLOCKS,
    loneProviderLimit: values.LONE_PROVIDER_LIMIT,
    sequencerLimit: values.SEQUENCER_LIMIT,
    safeLimit: values.SAFE_LIMIT,
    evmXpub: values.EVM_XPUB,
    keyExport:
      values.KEYS_FILE === undefined ? undefined : { file: values.KEYS_FILE, signer: values.KEYS_SIGNER ?? '' },
    isProduction,
    networks,
    cardanoProjectId: values.CARDANO_PROJECT_ID,
    signer: automatic.signer,
    sanctionsFiles: values.SANCTIONS_FILE,
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM,
    termii: texts.termii,
    signInProviders: signIns.providers,
    rails: payoutRails.rails,
    rateSources: readRateSources(given),
    coingeckoKey: values.COINGECKO_KEY,
    rateRefreshSeconds: values.RATE_REFRESH_SECONDS,
    marketPolicy: {
      minimumSources: values.RATE_MINIMUM_SOURCES,
      maximumDeviationBasisPoints: values.RATE_MAXIMUM_DEVIATION_BASIS_POINTS,
      maximumMoveBasisPoints: values.RATE_MAXIMUM_MOVE_BASIS_POINTS,
    },
    rateLockSeconds: values.RATE_LOCK_SECONDS,
    quoteSeconds: values.QUOTE_SECONDS,
    spreadBasisPoints: values.SPREAD_BASIS_POINTS,
    minimumOrderKobo: values.MINIMUM_ORDER_KOBO,
    maximumOrderKobo: values.MAXIMUM_ORDER_KOBO,
    lowFloatKobo: values.LOW_FLOAT_KOBO,
    openOrdersAtMost: values.OPEN_ORDERS_AT_MOST,
    payoutsAtOnce: values.PAYOUTS_AT_ONCE,
    drainSeconds: values.DRAIN_SECONDS,
    logLevel: values.LOG_LEVEL,
    webDir: values.WEB_DIR,
  };
}

/**
 * The operator's key alone, for a program that needs nothing else; null where it is not set. Throws where it is
 * invalid.
 */
export const readSecretsKey = ({ SECRETS_KEY: given }: Record<string, string | undefined>): Buffer | null =>
  given === undefined || given === '' ? null : readAlone('SECRETS_KEY', variables.shape.SECRETS_KEY, given);

/** The other keys alone, likewise. */
export const readOtherKeys = ({ SECRETS_KEY_OTHERS: given }: Record<string, string | undefined>): readonly Buffer[] =>
  given === undefined || given === '' ? [] : readAlone('SECRETS_KEY_OTHERS', variables.shape.SECRETS_KEY_OTHERS, given);

function readAlone<Value>(name: string, variable: z.ZodType<Value>, given: string): Value {
  const parsed = variable.safeParse(given);
  if (!parsed.success) throw new ConfigurationError(parsed.error.issues.map((issue) => refusal(name, issue)));
  return parsed.data;
}

function refuseInProduction(given: Readonly<Record<string, string | undefined>>): string[] {
  const ours = Object.fromEntries(KNOWN.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]])));
  return [...nameMisspelt(given, KNOWN, PREFIXES), ...refuseUnsafe(ours)];
}

function sentence(issue: z.core.$ZodIssue, given: Readonly<Record<string, string | undefined>>): string {
  const name = String(issue.path[0]);
  if (given[name] === undefined) return `${name} is missing.`;
  return refusal(name, issue);
}

const refusal = (name: string, issue: z.core.$ZodIssue): string =>
  `${name} can't be used: ${issue.code === 'invalid_type' ? `it must be a ${issue.expected}` : issue.message}.`;

function refuseBounds(values: z.output<typeof variables> | undefined): string[] {
  if (values === undefined || values.MINIMUM_ORDER_KOBO <= values.MAXIMUM_ORDER_KOBO) return [];
  return ['MINIMUM_ORDER_KOBO is above MAXIMUM_ORDER_KOBO, so that nothing could be converted.'];
}

function missingKeys(given: Record<string, string | undefined>): string[] {
  const { KEYS_FILE: file, KEYS_SIGNER: signer, EVM_XPUB: xpub } = given;
  if (file === undefined && xpub === undefined) {
    return ['No deposit address can be made: KEYS_FILE is missing (with KEYS_SIGNER), and so is EVM_XPUB.'];
  }
  if (file !== undefined && signer === undefined) {
    return ['KEYS_SIGNER is missing: it says which seed must have signed KEYS_FILE.'];
  }
  return [];
}
