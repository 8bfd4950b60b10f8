import { join } from 'node:path';
import type { NetworkId } from '@kobogate/contract';
import { z } from 'zod';
import { ConfigurationError } from '../platform/errors.ts';
import { nameMisspelt } from './misspelt.ts';
import { NETWORK_VARIABLES, type NetworkConfiguration, readNetworks, webAddress } from './networks.ts';
import { readOrigins } from '../platform/other-origins.ts';
import { refuseUnsafe } from './production.ts';
import { RAIL_VARIABLES, type RailConfiguration, readRails } from './rails.ts';
import {
  DEFAULT_MINIMUM_SOURCES,
  RATE_SOURCE_NAMES,
  readRateSources,
  refuseTooFewSources,
  type RateSourceName,
} from './rates.ts';
import { readTermii, TERMII_VARIABLES, type TermiiSettings } from './texts.ts';
import { NO_PROXY, readTrustedProxies, type TrustedProxy } from '../platform/trusted-proxies.ts';

export type Role = 'api' | 'watcher' | 'worker';

const port = z.coerce.number().int('must be a port number').min(0).max(65_535);
const positive = z.coerce.number('must be a number').int('must be a whole number').positive('must be above zero');
const kobo = z
  .string()
  .regex(/^[1-9]\d{0,17}$/, 'must be a whole number of kobo above zero')
  .transform(BigInt);
const basisPoints = z.coerce
  .number('must be a number')
  .int('must be a whole number')
  .min(0)
  .max(5_000, 'must be 5,000 at most (50 %)');
/** Of a key in base64; what decodes to another length, or is no base64, is no key. */
const KEY_BYTES = 32;
const key = z
  .base64('must be 32 random bytes in base64 (openssl rand -base64 32)')
  .transform((text) => Buffer.from(text, 'base64'))
  .refine(({ length }) => length === KEY_BYTES, 'must be 32 random bytes in base64 (openssl rand -base64 32)');
const role = z.enum(['api', 'watcher', 'worker'], 'must name the roles api, watcher and worker, with commas between');

/** What `read` makes of a text; a text that it answers null to is refused in these words. */
function inWords<Value>(read: (text: string) => Value | null, refusal: string): z.ZodType<Value, string> {
  return z.string().transform((text, context) => {
    const value = read(text);
    if (value !== null) return value;
    context.addIssue(refusal);
    return z.NEVER;
  });
}

const variables = z.object({
  PORT: port.default(3000),
  HOST: z.string().min(1).default('localhost'),
  DATA_DIR: z.string().min(1).default('.data'),
  EPOCH_FILE: z.string().min(1).optional(),
  RESTORE_ADDRESS_GAP: z.coerce
    .number('must be a number')
    .int('must be a whole number')
    .min(1, 'must be above zero')
    .max(100_000, 'must be 100,000 at most')
    .optional(),
  RECOVERY: z.enum(['1', '0'], 'must be 1, or not be there').default('0'),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'must be an address that starts with postgres://' })
    .optional(),
  ROLES: z
    .string()
    .default('api,watcher,worker')
    .transform((text) => text.split(',').map((name) => name.trim()))
    .pipe(z.array(role).min(1)),
  PUBLIC_ORIGIN: webAddress.optional(),
  PAYMENT_API_URL: webAddress.optional(),
  WEBHOOK_ALLOW_PRIVATE: z.enum(['true', 'false'], 'must be true or false').default('false'),
  TRUST_PROXY: inWords(
    readTrustedProxies,
    'must be the number of proxies in front, or their addresses (10.0.0.0/8, commas between); true would believe whatever a caller says of itself',
  ).default(() => NO_PROXY),
  CORS_ORIGINS: inWords(
    readOrigins,
    'must be origins such as https://shop.example, with nothing behind them and commas between',
  ).default([]),
  EMBEDDED_DATABASE: z.enum(['true', 'false'], 'must be true or false').default('false'),
  ADMIN_EMAIL: z.email('must be an e-mail address').optional(),
  ADMIN_PASSWORD: z.string().min(8, 'must have at least 8 characters').optional(),
  ADMIN_SECOND_FACTOR: z.enum(['required', 'optional'], 'must be required or optional').default('required'),
  SECRETS_KEY: key,
  POLL_SECONDS: z.coerce.number('must be a number').positive('must be above zero').max(600).default(1),
  EVM_XPUB: z
    .string()
    .regex(
      /^xpub[1-9A-HJ-NP-Za-km-z]{107}$/,
      'must be an extended public key (xpub…); a private one must never be here',
    )
    .optional(),
  KEYS_FILE: z.string().optional(),
  KEYS_SIGNER: z
    .string()
    .regex(/^[0-9a-fA-F]{64}$/, 'must be the 64 letters and digits that the key tool said with the export')
    .optional(),
  SANCTIONS_FILE: z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((path) => path.trim())
        .filter((path) => path !== ''),
    ),
  CARDANO_PROJECT_ID: z
    .string()
    .regex(/^[\w-]{1,200}$/, 'must be the key of a project, as the API’s maker wrote it')
    .optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be an address that starts with smtp:// or smtps://' }),
  MAIL_FROM: z.string().min(3, 'must be the sender of our mail'),
  COINBASE_URL: webAddress.optional(),
  LUNO_URL: webAddress.optional(),
  QUIDAX_URL: webAddress.optional(),
  COINGECKO_URL: webAddress.optional(),
  KRAKEN_URL: webAddress.optional(),
  RATE_REFRESH_SECONDS: positive.max(60).default(15),
  RATE_MINIMUM_SOURCES: positive.default(DEFAULT_MINIMUM_SOURCES),
  RATE_MAXIMUM_DEVIATION_BASIS_POINTS: basisPoints.default(500),
  RATE_MAXIMUM_MOVE_BASIS_POINTS: basisPoints.default(1_500),
  RATE_LOCK_SECONDS: positive.default(900),
  QUOTE_SECONDS: positive.default(60),
  SPREAD_BASIS_POINTS: basisPoints.default(100),
  MINIMUM_ORDER_KOBO: kobo.default(10_000n),
  MAXIMUM_ORDER_KOBO: kobo.default(1_000_000_000n),
  LOW_FLOAT_KOBO: kobo.default(100_000_000n),
  OPEN_ORDERS_AT_MOST: positive.default(20),
  PAYOUTS_AT_ONCE: positive.max(100).default(16),
  DRAIN_SECONDS: z.coerce.number('must be a number').min(0).max(15, 'must be 15 at most').default(3),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  WEB_DIR: z.string().min(1).optional(),
});

/** Every variable that this program reads. */
const KNOWN: readonly string[] = [
  ...Object.keys(variables.shape),
  ...NETWORK_VARIABLES,
  ...RAIL_VARIABLES,
  ...TERMII_VARIABLES,
];

/** How names begin that nothing else on a machine uses. */
const PREFIXES: readonly string[] = [
  'RPC_',
  'CONFIRMATIONS_',
  'RATE_',
  'ADMIN_',
  'SMTP_',
  'KEYS_',
  'SECRETS_',
  'WEBHOOK_',
  'TRUST_',
  'CORS_',
  ...new Set([...RAIL_VARIABLES, ...TERMII_VARIABLES].map((name) => name.replace(/_.*/, '_'))),
  ...RATE_SOURCE_NAMES.map((name) => `${name.toUpperCase()}_`),
];

export interface Configuration {
  readonly port: number;
  /** Which interface is listened on; `localhost` keeps it on this machine, `0.0.0.0` opens it. */
  readonly host: string;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  /** Where this server notes what left, in a place that no restore of the database takes back. */
  readonly epochFile: string;
  /** How many addresses of each account key are kept back after a restore; null: by how many were given out before. */
  readonly restoreAddressGap: number | null;
  /** Start with nothing leaving, until administrators lift the fence. */
  readonly isRecovery: boolean;
  readonly roles: readonly Role[];
  /** The product's own address without a slash at its end; links in mail use it and nothing else. */
  readonly publicOrigin: string;
  /** The payment page's API where it is not this server's own; without a slash at its end. */
  readonly paymentApi: string | null;
  readonly trustProxy: TrustedProxy;
  /** The origins whose pages may call the API. */
  readonly corsOrigins: readonly string[];
  /** Send webhooks to this machine's own addresses too, without TLS: for a sandbox. */
  readonly webhookAllowPrivate: boolean;
  /** The first administrator; undefined makes none. */
  readonly adminEmail: string | undefined;
  readonly adminPassword: string | undefined;
  /** Whether administrators have to keep a second factor. */
  readonly adminSecondFactor: 'required' | 'optional';
  /** Seals what the database holds and must not show, such as the secrets of authenticator apps. */
  readonly secretsKey: Buffer;
  readonly pollSeconds: number;
  /** Goes before the export's EVM key, where both are set. */
  readonly evmXpub: string | undefined;
  /** The key tool's export, and the public key that must have signed it. */
  readonly keyExport: { readonly file: string; readonly signer: string } | undefined;
  readonly isProduction: boolean;
  readonly networks: Partial<Record<NetworkId, NetworkConfiguration>>;
  /** The key with which `RPC_CARDANO` answers, where it asks for one. */
  readonly cardanoProjectId: string | undefined;
  readonly sanctionsFiles: readonly string[];
  readonly smtpUrl: string;
  readonly mailFrom: string;
  /** Who sends text messages; null: nobody does. */
  readonly termii: TermiiSettings | null;
  /** The connected payout rails, the one for new payouts first. */
  readonly rails: readonly RailConfiguration[];
  /** The rate sources that are asked, each at its own address without a slash at its end. */
  readonly rateSources: Readonly<Partial<Record<RateSourceName, string>>>;
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
  readonly minimumOrderKobo: bigint;
  readonly maximumOrderKobo: bigint;
  /** Beneath this much naira (kobo) at a payout rail the operator is warned. */
  readonly lowFloatKobo: bigint;
  /** Conversions of one person that may wait for coins at a time. */
  readonly openOrdersAtMost: number;
  /** Payouts that are handed to one rail, and as many that it is asked about, at the same time by this process. */
  readonly payoutsAtOnce: number;
  /** How long requests are still taken once the program is told to stop and says that it is not ready. */
  readonly drainSeconds: number;
  readonly logLevel: string;
  readonly webDir: string | undefined;
}

/** Where NODE_ENV says nothing it is production: what is dangerous there is allowed by a word alone. */
const NOT_PRODUCTION: ReadonlySet<string> = new Set(['development', 'test']);

/** Reads the environment. An empty variable counts as absent. Throws `ConfigurationError`. Pure. */
export function readConfiguration(environment: Readonly<Record<string, string | undefined>>): Configuration {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  const isProduction = !NOT_PRODUCTION.has(given['NODE_ENV'] ?? '');
  const parsed = variables.safeParse(given);
  const { networks, sentences } = readNetworks(given);
  const payoutRails = readRails(given);
  const texts = readTermii(given);
  const wrong = [
    ...(parsed.success ? [] : parsed.error.issues.map((issue) => sentence(issue, given))),
    ...sentences,
    ...payoutRails.sentences,
    ...texts.sentences,
    ...refuseTooFewSources(given, parsed.data?.RATE_MINIMUM_SOURCES ?? DEFAULT_MINIMUM_SOURCES),
    ...missingKeys(given),
    ...(isProduction ? refuseInProduction(given) : []),
  ];
  if (!parsed.success || wrong.length > 0) throw new ConfigurationError(wrong);
  const values = parsed.data;
  return {
    port: values.PORT,
    host: values.HOST,
    dataDir: values.DATA_DIR,
    databaseUrl: values.DATABASE_URL,
    epochFile: values.EPOCH_FILE ?? join(values.DATA_DIR, 'epoch.json'),
    restoreAddressGap: values.RESTORE_ADDRESS_GAP ?? null,
    isRecovery: values.RECOVERY === '1',
    roles: values.ROLES,
    publicOrigin: new URL(values.PUBLIC_ORIGIN ?? `http://localhost:${values.PORT}`).origin,
    paymentApi: values.PAYMENT_API_URL?.replace(/\/+$/, '') ?? null,
    trustProxy: values.TRUST_PROXY,
    corsOrigins: values.CORS_ORIGINS,
    webhookAllowPrivate: values.WEBHOOK_ALLOW_PRIVATE === 'true',
    adminEmail: values.ADMIN_EMAIL,
    adminPassword: values.ADMIN_PASSWORD,
    adminSecondFactor: values.ADMIN_SECOND_FACTOR,
    secretsKey: values.SECRETS_KEY,
    pollSeconds: values.POLL_SECONDS,
    evmXpub: values.EVM_XPUB,
    keyExport:
      values.KEYS_FILE === undefined ? undefined : { file: values.KEYS_FILE, signer: values.KEYS_SIGNER ?? '' },
    isProduction,
    networks,
    cardanoProjectId: values.CARDANO_PROJECT_ID,
    sanctionsFiles: values.SANCTIONS_FILE,
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM,
    termii: texts.termii,
    rails: payoutRails.rails,
    rateSources: readRateSources(given),
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

/** The operator's key alone, for a program that needs nothing else; null where it is not set. Throws where it is none. */
export function readSecretsKey({ SECRETS_KEY: given }: Record<string, string | undefined>): Buffer | null {
  if (given === undefined) return null;
  const parsed = key.safeParse(given);
  if (!parsed.success) throw new ConfigurationError([`SECRETS_KEY can't be used.`]);
  return parsed.data;
}

function refuseInProduction(given: Readonly<Record<string, string | undefined>>): string[] {
  const ours = Object.fromEntries(KNOWN.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]])));
  return [...nameMisspelt(given, KNOWN, PREFIXES), ...refuseUnsafe(ours)];
}

function sentence(issue: z.core.$ZodIssue, given: Readonly<Record<string, string | undefined>>): string {
  const name = String(issue.path[0]);
  if (given[name] === undefined) return `${name} is missing.`;
  return `${name} can't be used: ${issue.code === 'invalid_type' ? `it must be a ${issue.expected}` : issue.message}.`;
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
