import { toKobo } from '@kobogate/money';
import { z } from 'zod';
import { readAddresses } from '../platform/database-hosts.ts';
import { readOrigins } from '../platform/other-origins.ts';
import { NO_PROXY, readTrustedProxies } from '../platform/trusted-proxies.ts';
import { inDigits, NETWORK_VARIABLES, webAddress } from './networks.ts';
import { RAIL_VARIABLES } from './rails.ts';
import { DEFAULT_MINIMUM_SOURCES, RATE_SOURCE_NAMES } from './rates.ts';
import { PROVIDER_VARIABLES } from './sign-in-providers.ts';
import { SIGNER_VARIABLES } from './signer.ts';
import { TERMII_VARIABLES } from './texts.ts';

const port = inDigits((number) => number.int('must be a port number').min(0).max(65_535));
/** A whole number above zero, this at most. */
const upTo = (most: number) =>
  inDigits((number) =>
    number
      .int('must be a whole number')
      .positive('must be above zero')
      .max(most, `must be ${most.toLocaleString('en-GB')} at most`),
  );
const kobo = z
  .string()
  .regex(/^[1-9]\d{0,17}$/, 'must be a whole number of kobo above zero')
  .transform((text) => toKobo(text));
const naira = z
  .string()
  .regex(/^(?:0|[1-9]\d{0,14})$/, 'must be a whole number of naira')
  .transform((text) => toKobo(BigInt(text) * 100n));
const basisPoints = inDigits((number) =>
  number.int('must be a whole number').min(0).max(5_000, 'must be 5,000 at most (50 %)'),
);
/** A key in base64; a text that is not base64, or decodes to another length, is refused. */
const KEY_BYTES = 32;
/** `SECRETS_KEY`. */
const key = z
  .base64('must be 32 random bytes in base64 (openssl rand -base64 32)')
  .transform((text) => Buffer.from(text, 'base64'))
  .refine(({ length }) => length === KEY_BYTES, 'must be 32 random bytes in base64 (openssl rand -base64 32)');
const role = z.enum(['api', 'watcher', 'worker'], 'must name the roles api, watcher and worker, with commas between');

/** The result of `read` on a text; where that is null, the text is refused with this message. */
function inWords<Value>(read: (text: string) => Value | null, refusal: string): z.ZodType<Value, string> {
  return z.string().transform((text, context) => {
    const value = read(text);
    if (value !== null) return value;
    context.addIssue(refusal);
    return z.NEVER;
  });
}

/** Headers as OpenTelemetry's exporters read them: `name=value` with commas between, the values percent-encoded. Null where a part is none. */
function readHeaders(text: string): Readonly<Record<string, string>> | null {
  const pairs = text.split(',').map((part) => /^\s*(?<name>[\w-]+)\s*=\s*(?<value>[^\s]+)\s*$/.exec(part)?.groups);
  if (pairs.some((pair) => pair === undefined)) return null;
  try {
    return Object.fromEntries(pairs.map((pair) => [pair?.['name'] ?? '', decodeURIComponent(pair?.['value'] ?? '')]));
  } catch {
    return null;
  }
}

/** The variables of no group; those of networks, rails and text messages are read separately. */
export const variables = z.object({
  PORT: port.default(3000),
  METRICS_PORT: port.optional(),
  HOST: z.string().min(1).default('localhost'),
  DATA_DIR: z.string().min(1).default('.data'),
  EPOCH_FILE: z.string().min(1).optional(),
  RESTORE_ADDRESS_GAP: upTo(100_000).optional(),
  RECOVERY: z.enum(['1', '0'], 'must be 1, or not be there').default('0'),
  DATABASE_URL: inWords(
    (text) => (readAddresses(text) === null ? null : text),
    'must be an address that starts with postgres:// and has no misspelt sslmode; of several hosts, commas between them, the one that takes writes is used',
  ).optional(),
  DATABASE_REPLICA_URL: inWords(
    (text) => (readAddresses(text)?.length === 1 ? text : null),
    'must be the address of one standby that takes reads, which starts with postgres://',
  ).optional(),
  ROLES: z
    .string()
    .default('api,watcher,worker')
    .transform((text) => text.split(',').map((name) => name.trim()))
    .pipe(z.array(role).min(1)),
  PUBLIC_ORIGIN: webAddress.optional(),
  PAYMENT_API_URL: webAddress.optional(),
  WALLETCONNECT_PROJECT_ID: z
    .string()
    .regex(/^[\da-f]{32}$/, 'must be the 32 letters and digits of a project at WalletConnect')
    .optional(),
  WEBHOOK_ALLOW_PRIVATE: z.enum(['true', 'false'], 'must be true or false').default('false'),
  TRUST_PROXY: inWords(
    readTrustedProxies,
    'must be the number of proxies in front, or their addresses (10.0.0.0/8, commas between); true would trust any header that a caller sends',
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
  SECRETS_KEY_OTHERS: z
    .string()
    .transform((text) => text.split(',').map((each) => each.trim()))
    .pipe(z.array(key).max(8, 'must be eight keys at most'))
    .default([]),
  POLL_SECONDS: inDigits((number) => number.positive('must be above zero').max(600)).optional(),
  // No longer, as two looks have to fit into the time for which a comparison of balances waits for them.
  REST_SECONDS: inDigits((number) => number.positive('must be above zero').max(30)).default(30),
  PROVIDER_LAG_BLOCKS: upTo(10_000).default(10),
  LONE_PROVIDER_LIMIT: naira.default(toKobo(1_000_000_000n)),
  SEQUENCER_LIMIT: naira.default(toKobo(100_000_000n)),
  SAFE_LIMIT: naira.default(toKobo(1_000_000_000n)),
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
  COINGECKO_KEY: z.string().trim().min(1).max(200).optional(),
  KRAKEN_URL: webAddress.optional(),
  RATE_REFRESH_SECONDS: upTo(60).default(15),
  RATE_MINIMUM_SOURCES: upTo(RATE_SOURCE_NAMES.length).default(DEFAULT_MINIMUM_SOURCES),
  RATE_MAXIMUM_DEVIATION_BASIS_POINTS: basisPoints.default(500),
  RATE_MAXIMUM_MOVE_BASIS_POINTS: basisPoints.default(1_500),
  RATE_LOCK_SECONDS: upTo(86_400).default(900),
  QUOTE_SECONDS: upTo(3_600).default(60),
  SPREAD_BASIS_POINTS: basisPoints.default(100),
  MINIMUM_ORDER_KOBO: kobo.default(toKobo(10_000n)),
  MAXIMUM_ORDER_KOBO: kobo.default(toKobo(1_000_000_000n)),
  LOW_FLOAT_KOBO: kobo.default(toKobo(100_000_000n)),
  OPEN_ORDERS_AT_MOST: upTo(10_000).default(20),
  PAYOUTS_AT_ONCE: upTo(100).default(16),
  DRAIN_SECONDS: inDigits((number) => number.min(0).max(15, 'must be 15 at most')).default(3),
  OTEL_EXPORTER_OTLP_ENDPOINT: webAddress.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: inWords(
    readHeaders,
    'must be names and values, such as key=secret, commas between',
  ).default({}),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  WEB_DIR: z.string().min(1).optional(),
});

/** Every variable that this program reads; docs/variables.md explains each. */
export const KNOWN: readonly string[] = [
  ...Object.keys(variables.shape),
  ...NETWORK_VARIABLES,
  ...RAIL_VARIABLES,
  ...TERMII_VARIABLES,
  ...SIGNER_VARIABLES,
  ...PROVIDER_VARIABLES,
];

/** Prefixes that no other program on a machine uses. */
export const PREFIXES: readonly string[] = [
  'RPC_',
  'CONFIRMATIONS_',
  'CALLS_PER_',
  'RATE_',
  'ADMIN_',
  'SMTP_',
  'KEYS_',
  'SIGNER_',
  'COLD_ADDRESS_',
  'AUTO_SWEEP_',
  'SECRETS_',
  'WEBHOOK_',
  'TRUST_',
  'CORS_',
  ...new Set([...RAIL_VARIABLES, ...TERMII_VARIABLES].map((name) => name.replace(/_.*/, '_'))),
  ...RATE_SOURCE_NAMES.map((name) => `${name.toUpperCase()}_`),
];
