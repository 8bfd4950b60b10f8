import { z } from 'zod';

/** The EVM networks; `RPC_BSC`, `CONFIRMATIONS_BSC` … are named after them. */
export const EVM_NETWORKS = ['ethereum', 'bsc', 'polygon', 'arbitrum', 'optimism', 'avalanche'] as const;
export type EvmNetwork = (typeof EVM_NETWORKS)[number];
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
const webAddress = z.url({ protocol: /^https?$/, error: 'must be an address that starts with http:// or https://' });
const role = z.enum(['api', 'watcher', 'worker'], 'must name the roles api, watcher and worker, with commas between');

const variables = z.object({
  PORT: port.default(3000),
  HOST: z.string().min(1).default('localhost'),
  DATA_DIR: z.string().min(1).default('.data'),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'must be an address that starts with postgres://' })
    .optional(),
  ROLES: z
    .string()
    .default('api,watcher,worker')
    .transform((text) => text.split(',').map((name) => name.trim()))
    .pipe(z.array(role).min(1)),
  PUBLIC_ORIGIN: webAddress.optional(),
  TRUST_PROXY: z.enum(['true', 'false'], 'must be true or false').default('false'),
  ADMIN_EMAIL: z.email('must be an e-mail address').default('admin@kobogate.test'),
  ADMIN_PASSWORD: z.string().min(8, 'must have at least 8 characters').optional(),
  POLL_SECONDS: z.coerce.number('must be a number').positive('must be above zero').max(600).default(1),
  EVM_XPUB: z
    .string()
    .regex(
      /^xpub[1-9A-HJ-NP-Za-km-z]{107}$/,
      'must be an extended public key (xpub…); a private one must never be here',
    )
    .optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be an address that starts with smtp:// or smtps://' }),
  MAIL_FROM: z.string().min(3, 'must be the sender of our mail'),
  BUDPAY_URL: webAddress.optional(),
  BUDPAY_SECRET_KEY: z.string().min(1).optional(),
  BUDPAY_PUBLIC_KEY: z.string().min(1).optional(),
  COINBASE_URL: webAddress.optional(),
  RATE_LOCK_SECONDS: positive.default(900),
  QUOTE_SECONDS: positive.default(60),
  SPREAD_BASIS_POINTS: basisPoints.default(100),
  MINIMUM_ORDER_KOBO: kobo.default(100_000n),
  MAXIMUM_ORDER_KOBO: kobo.default(1_000_000_000n),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  WEB_DIR: z.string().min(1).optional(),
});

/** How an EVM network is reached, and after how many confirmations a deposit on it is final. */
export interface NetworkConfiguration {
  readonly rpcUrl: string;
  readonly confirmations: number;
}

export interface Configuration {
  readonly port: number;
  /** Which interface is listened on; `localhost` keeps it on this machine, `0.0.0.0` opens it. */
  readonly host: string;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly roles: readonly Role[];
  /** The product's own address without a slash at its end; links in mail use it and nothing else. */
  readonly publicOrigin: string;
  readonly trustProxy: boolean;
  readonly adminEmail: string;
  readonly adminPassword: string | undefined;
  readonly pollSeconds: number;
  readonly evmXpub: string | undefined;
  readonly networks: Partial<Record<EvmNetwork, NetworkConfiguration>>;
  readonly smtpUrl: string;
  readonly mailFrom: string;
  readonly budpay: { readonly url: string; readonly secretKey: string; readonly publicKey: string } | undefined;
  readonly coinbaseUrl: string | undefined;
  readonly rateLockSeconds: number;
  readonly quoteSeconds: number;
  readonly spreadBasisPoints: number;
  /** The smallest and the largest naira (kobo) of one conversion. */
  readonly minimumOrderKobo: bigint;
  readonly maximumOrderKobo: bigint;
  readonly logLevel: string;
  readonly webDir: string | undefined;
}

/** The configuration can't be used; the message names every variable that is missing or wrong, never its value. */
export class ConfigurationError extends Error {
  constructor(sentences: readonly string[]) {
    super(sentences.join(' '));
    this.name = 'ConfigurationError';
  }
}

/** Reads the environment. An empty variable counts as absent. Throws `ConfigurationError`. Pure. */
export function readConfiguration(environment: Readonly<Record<string, string | undefined>>): Configuration {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = variables.safeParse(given);
  if (!parsed.success) throw new ConfigurationError(parsed.error.issues.map(sentence));
  const values = parsed.data;
  const networks = readNetworks(given);
  if (Object.keys(networks).length > 0 && values.EVM_XPUB === undefined) {
    throw new ConfigurationError([
      'EVM_XPUB is missing: without it there are no deposit addresses for the networks that are set.',
    ]);
  }
  return {
    port: values.PORT,
    host: values.HOST,
    dataDir: values.DATA_DIR,
    databaseUrl: values.DATABASE_URL,
    roles: values.ROLES,
    publicOrigin: new URL(values.PUBLIC_ORIGIN ?? `http://localhost:${values.PORT}`).origin,
    trustProxy: values.TRUST_PROXY === 'true',
    adminEmail: values.ADMIN_EMAIL,
    adminPassword: values.ADMIN_PASSWORD,
    pollSeconds: values.POLL_SECONDS,
    evmXpub: values.EVM_XPUB,
    networks,
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM,
    budpay: readBudpay(values),
    coinbaseUrl: values.COINBASE_URL,
    rateLockSeconds: values.RATE_LOCK_SECONDS,
    quoteSeconds: values.QUOTE_SECONDS,
    spreadBasisPoints: values.SPREAD_BASIS_POINTS,
    minimumOrderKobo: values.MINIMUM_ORDER_KOBO,
    maximumOrderKobo: values.MAXIMUM_ORDER_KOBO,
    logLevel: values.LOG_LEVEL,
    webDir: values.WEB_DIR,
  };
}

function sentence(issue: z.core.$ZodIssue): string {
  const name = String(issue.path[0]);
  const isMissing = issue.code === 'invalid_type' && issue.input === undefined;
  return isMissing ? `${name} is missing.` : `${name} can't be used: ${issue.message}.`;
}

// Confirmations have no default: too few on an unknown chain pays out money that a reorganisation takes back.
function readNetworks(given: Record<string, string | undefined>): Partial<Record<EvmNetwork, NetworkConfiguration>> {
  const networks: Partial<Record<EvmNetwork, NetworkConfiguration>> = {};
  for (const network of EVM_NETWORKS) {
    const suffix = network.toUpperCase();
    const rpcUrl = given[`RPC_${suffix}`];
    if (rpcUrl === undefined) continue;
    if (!webAddress.safeParse(rpcUrl).success)
      throw new ConfigurationError([`RPC_${suffix} must be an address that starts with http:// or https://.`]);
    const confirmations = positive.safeParse(given[`CONFIRMATIONS_${suffix}`]);
    if (!confirmations.success) {
      throw new ConfigurationError([
        `CONFIRMATIONS_${suffix} must be a whole number above zero, because RPC_${suffix} is set: it says when a deposit is final.`,
      ]);
    }
    networks[network] = { rpcUrl, confirmations: confirmations.data };
  }
  return networks;
}

function readBudpay(values: z.infer<typeof variables>): Configuration['budpay'] {
  const { BUDPAY_URL: url, BUDPAY_SECRET_KEY: secretKey, BUDPAY_PUBLIC_KEY: publicKey } = values;
  if (url === undefined && secretKey === undefined && publicKey === undefined) return undefined;
  if (url === undefined || secretKey === undefined || publicKey === undefined) {
    throw new ConfigurationError([
      'BUDPAY_URL, BUDPAY_SECRET_KEY and BUDPAY_PUBLIC_KEY belong together: set all three or none.',
    ]);
  }
  return { url, secretKey, publicKey };
}
