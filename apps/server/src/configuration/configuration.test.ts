// A missing or unsafe variable stops the start with a sentence that names it, and never repeats its value.
import { expect, test } from 'vitest';
import { ConfigurationError } from '../platform/errors.ts';
import { readConfiguration } from './configuration.ts';
import { readConfirmationPolicy } from '../platform/confirmation-steps.ts';

const xpub = `xpub${'6'.repeat(107)}`;
const enough = {
  NODE_ENV: 'development',
  SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
  SMTP_URL: 'smtp://localhost:2525',
  MAIL_FROM: 'Kobogate <no-reply@kobogate.test>',
  EVM_XPUB: xpub,
  RPC_ETHEREUM: 'http://localhost:8545',
  CONFIRMATIONS_ETHEREUM: '12',
  BUDPAY_URL: 'http://localhost:3001/budpay/',
  BUDPAY_SECRET_KEY: 'secret',
  BUDPAY_PUBLIC_KEY: 'public',
  COINBASE_URL: 'http://localhost:3001/coinbase',
  LUNO_URL: 'http://localhost:3001/luno/',
};

test('the defaults are enough with the outside world named', () => {
  expect(readConfiguration({ ...enough, DATABASE_URL: '' })).toMatchObject({
    port: 3000,
    databaseUrl: undefined,
    roles: ['api', 'watcher', 'worker'],
    publicOrigin: 'http://localhost:3000',
    networks: { ethereum: { rpcUrl: 'http://localhost:8545', confirmations: 12 } },
    rateLockSeconds: 900,
    adminSecondFactor: 'required',
    rails: [{ name: 'budpay', url: 'http://localhost:3001/budpay', secretKey: 'secret', publicKey: 'public' }],
    rateSources: { coinbase: 'http://localhost:3001/coinbase', luno: 'http://localhost:3001/luno' },
  });
});

test('a network has its address and its confirmations', () => {
  const given = {
    ...enough,
    RPC_BSC: 'http://localhost:8545',
    CONFIRMATIONS_BSC: '3',
    PUBLIC_ORIGIN: 'https://pay.example/',
  };
  expect(readConfiguration(given)).toMatchObject({
    networks: { bsc: { rpcUrl: 'http://localhost:8545', confirmations: 3 } },
    publicOrigin: 'https://pay.example',
  });
});

test('[D6] confirmations rise in steps with the value, and a plain number holds for every value', () => {
  expect(readConfirmationPolicy(' 1:50000, 3:5000000,6 ')).toEqual({
    steps: [
      { upToKobo: 5_000_000n, confirmations: 1 },
      { upToKobo: 500_000_000n, confirmations: 3 },
    ],
    confirmations: 6,
  });
  expect(readConfirmationPolicy('12')).toEqual({ steps: [], confirmations: 12 });
});

test.each(['', '0', '-1', '1.5', '1e3', '6:', '1:50000', '1:50000,', '0:5,1', '1:0,2', '1:5.5,2', '3:5,3', '3:5,1'])(
  '[D6] %s is no policy',
  (text) => {
    expect(readConfirmationPolicy(text)).toBeNull();
  },
);

test.each(['1:500,3:400,6', '3:400,1:500,6', '1:400,3:400,6', ',6', '1:5,,6'])('[D6] %s does not rise', (text) => {
  expect(readConfirmationPolicy(text)).toBeNull();
});

test('[O13] every missing or wrong variable gets a line', () => {
  const read = (): unknown => readConfiguration({ ...enough, SMTP_URL: undefined, PORT: 'x', EVM_XPUB: undefined });
  expect(read).toThrow(
    /^PORT can't be used: it must be a number\.\nSMTP_URL is missing\.\nNo deposit address can be made: [^\n]*$/,
  );
});

test.each([
  ['SMTP_URL', { SMTP_URL: undefined }, 'SMTP_URL is missing.'],
  ['PORT', { PORT: 'secret-value' }, 'PORT'],
  ['DATABASE_URL', { DATABASE_URL: 'mysql://secret-value' }, 'postgres://'],
  ['ROLES', { ROLES: 'api,secret-value' }, 'ROLES'],
  ['ADMIN_PASSWORD', { ADMIN_PASSWORD: 'short' }, 'at least 8'],
  ['TRUST_PROXY', { TRUST_PROXY: 'true' }, 'the number of proxies in front, or their addresses'],
  ['CORS_ORIGINS', { CORS_ORIGINS: 'https://secret-value.example/' }, 'must be origins such as'],
  ['ADMIN_SECOND_FACTOR', { ADMIN_SECOND_FACTOR: 'off' }, 'must be required or optional'],
  ['SECRETS_KEY', { SECRETS_KEY: undefined }, 'SECRETS_KEY is missing.'],
  ['SECRETS_KEY', { SECRETS_KEY: 'secret-value' }, '32 random bytes'],
  ['SECRETS_KEY', { SECRETS_KEY: Buffer.alloc(16).toString('base64') }, '32 random bytes'],
  ['EVM_XPUB', { EVM_XPUB: 'xprv-secret-value' }, 'a private one must never be here'],
  ['EVM_XPUB', { EVM_XPUB: undefined }, 'KEYS_FILE is missing (with KEYS_SIGNER), and so is EVM_XPUB'],
  ['KEYS_SIGNER', { KEYS_FILE: '/secret-value' }, 'KEYS_SIGNER is missing'],
  ['KEYS_SIGNER', { KEYS_FILE: 'keys.txt', KEYS_SIGNER: 'secret-value' }, '64 letters and digits'],
  ['RPC_ETHEREUM', { RPC_ETHEREUM: undefined }, 'No network is watched'],
  ['COINBASE_URL', { COINBASE_URL: undefined }, 'RATE_MINIMUM_SOURCES asks for 2 rate sources and 1 are set'],
  ['CONFIRMATIONS_BSC', { RPC_BSC: 'http://localhost' }, 'CONFIRMATIONS_BSC'],
  ['CONFIRMATIONS_BSC', { RPC_BSC: 'http://localhost', CONFIRMATIONS_BSC: '0' }, 'CONFIRMATIONS_BSC'],
  ['CONFIRMATIONS_BSC', { RPC_BSC: 'http://localhost', CONFIRMATIONS_BSC: '3:100,1' }, 'or steps that rise'],
  ['RPC_BSC', { RPC_BSC: 'file:///secret-value', CONFIRMATIONS_BSC: '1' }, 'RPC_BSC'],
  ['RPC_TRON', { RPC_TRON: 'wss://secret-value.example', CONFIRMATIONS_TRON: '1' }, 'announce no blocks'],
  ['RPC_SOLANA', { RPC_SOLANA: 'wss://secret-value.example', CONFIRMATIONS_SOLANA: '1' }, 'right after the https://'],
  ['BUDPAY_SECRET_KEY', { BUDPAY_SECRET_KEY: '' }, 'BUDPAY_SECRET_KEY is missing'],
  ['BUDPAY_URL', { BUDPAY_URL: undefined }, 'BUDPAY_URL is missing'],
  ['MONNIFY_URL', { MONNIFY_URL: 'ftp://secret-value' }, 'http:// or https://'],
  ['FLUTTERWAVE_CALLBACK_HASH', { FLUTTERWAVE_URL: 'http://localhost:1' }, 'FLUTTERWAVE_CALLBACK_HASH is missing'],
  ['PAYOUT_RAILS', { PAYOUT_RAILS: 'secret-value' }, 'name each connected rail once, with commas between: budpay.'],
  ['MINIMUM_ORDER_KOBO', { MINIMUM_ORDER_KOBO: '1000000001' }, 'is above MAXIMUM_ORDER_KOBO'],
  ['MAXIMUM_ORDER_KOBO', { MAXIMUM_ORDER_KOBO: '9999' }, 'is above MAXIMUM_ORDER_KOBO'],
  ['SPREAD_BASIS_POINTS', { SPREAD_BASIS_POINTS: '10000' }, '5,000'],
  ['SPREAD_BASIS_POINTS', { SPREAD_BASIS_POINTS: '0x64' }, 'must be a number'],
  ['RATE_MAXIMUM_MOVE_BASIS_POINTS', { RATE_MAXIMUM_MOVE_BASIS_POINTS: '1e2' }, 'must be a number'],
  ['CALLS_PER_SECOND_ETHEREUM', { CALLS_PER_SECOND_ETHEREUM: '0b11' }, 'must be a number above zero'],
  // In milliseconds by mistake: a rate that holds for days is an option that we give away.
  ['RATE_LOCK_SECONDS', { RATE_LOCK_SECONDS: '900000' }, '86,400 at most'],
  ['QUOTE_SECONDS', { QUOTE_SECONDS: '60000' }, '3,600 at most'],
])('%s is named where it is wrong: %j', (name, wrong, words) => {
  const read = (): unknown => readConfiguration({ ...enough, ...wrong });
  expect(read).toThrow(ConfigurationError);
  expect(read).toThrow(name);
  expect(read).toThrow(words);
  expect(read).not.toThrow('secret-value');
});

test('a variable that is blank counts as absent: no spread of 0, no port of 0, no secret of spaces', () => {
  const { spreadBasisPoints, marketPolicy, port, metricsPort, drainSeconds } = readConfiguration({
    ...enough,
    SPREAD_BASIS_POINTS: ' ',
    RATE_MAXIMUM_MOVE_BASIS_POINTS: '\t',
    PORT: ' ',
    METRICS_PORT: '\n',
    DRAIN_SECONDS: ' ',
  });
  expect({ spreadBasisPoints, marketPolicy, port, metricsPort, drainSeconds }).toMatchObject({
    spreadBasisPoints: 100,
    marketPolicy: { maximumMoveBasisPoints: 1_500 },
    port: 3000,
    metricsPort: undefined,
    drainSeconds: 3,
  });
  expect(() => readConfiguration({ ...enough, BUDPAY_SECRET_KEY: ' ' })).toThrow('BUDPAY_SECRET_KEY is missing');
});

test('[H-1] an export of the key tool stands in for the EVM key', () => {
  const keys = { KEYS_FILE: '/keys.txt', KEYS_SIGNER: 'ab'.repeat(32) };
  expect(readConfiguration({ ...enough, EVM_XPUB: '', ...keys })).toMatchObject({
    evmXpub: undefined,
    keyExport: { file: '/keys.txt', signer: 'ab'.repeat(32) },
  });
});

test('a WebSocket address right after its provider’s own is where that one announces blocks; another is a provider itself', () => {
  const read = (name: string, text: string) =>
    readConfiguration({ ...enough, [`RPC_${name}`]: text, [`CONFIRMATIONS_${name}`]: '1' }).networks;
  const list = 'https://one.example/key, wss://one.example:8546/key, http://two.example, wss://three.example/k';
  expect(read('BSC', list).bsc).toMatchObject({
    rpcUrl: 'https://one.example/key',
    providers: [
      { url: 'https://one.example/key', headsUrl: 'wss://one.example:8546/key' },
      { url: 'http://two.example', headsUrl: null },
      { url: 'wss://three.example/k', headsUrl: 'wss://three.example/k' },
    ],
  });
  expect(read('SOLANA', 'https://one.example,wss://one.example').solana?.providers).toEqual([
    { url: 'https://one.example', headsUrl: 'wss://one.example' },
  ]);
});

test('nothing is swept without a person, until the signer, its secret and a cold address are all there', () => {
  const cold = { COLD_ADDRESS_ETHEREUM: '0x9858effd232b4033e47d90003d41ec34ecaeda94' };
  const signer = { SIGNER_URL: 'http://127.0.0.1:7411/', SIGNER_KEY: 'a secret of thirty-two letters or more' };
  expect(readConfiguration(enough)).toMatchObject({ signer: null, networks: { ethereum: { coldAddress: null } } });
  expect(readConfiguration({ ...enough, ...cold, ...signer, AUTO_SWEEP_MINUTES: '0.1' })).toMatchObject({
    signer: { everyMinutes: 0.1 },
  });
  expect(readConfiguration({ ...enough, ...cold, ...signer, AUTO_SWEEP_MINUTES: '15' })).toMatchObject({
    signer: { url: 'http://127.0.0.1:7411', key: signer.SIGNER_KEY, ca: null, everyMinutes: 15 },
    networks: { ethereum: { coldAddress: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94' } },
  });
  for (const [given, words] of [
    [cold, 'SIGNER_URL is missing'],
    [signer, 'nowhere to sweep to'],
    [{ ...cold, SIGNER_URL: signer.SIGNER_URL }, 'SIGNER_KEY must be'],
    ...['0', '0.09', '10080.01', '0.100', '1e3', '-1'].map(
      (minutes) => [{ ...cold, ...signer, AUTO_SWEEP_MINUTES: minutes }, 'AUTO_SWEEP_MINUTES'] as const,
    ),
    [{ ...cold, ...signer, SIGNER_URL: 'https://signer.example', SIGNER_CA: 'no certificate' }, 'SIGNER_CA must be'],
    [{ ...cold, ...signer, COLD_ADDRESS_ETHEREUM: '0x9858' }, 'COLD_ADDRESS_ETHEREUM can'],
    [
      { ...signer, RPC_TRON: 'http://localhost', CONFIRMATIONS_TRON: '1', COLD_ADDRESS_TRON: 'T' },
      'COLD_ADDRESS_TRON can',
    ],
  ] as const) {
    expect(() => readConfiguration({ ...enough, ...given })).toThrow(words);
  }
});

test('payout rails are used in the order that PAYOUT_RAILS gives, which must name them all', () => {
  const two = { ...enough, PAYSTACK_URL: 'https://api.paystack.co', PAYSTACK_SECRET_KEY: 'sk' };
  const order = (given: Record<string, string>): string[] => readConfiguration(given).rails.map(({ name }) => name);
  expect(order(two)).toEqual(['budpay', 'paystack']);
  expect(order({ ...two, PAYOUT_RAILS: 'paystack, budpay' })).toEqual(['paystack', 'budpay']);
  for (const PAYOUT_RAILS of ['paystack', 'budpay,budpay', 'budpay,paystack,monnify']) {
    expect(() => order({ ...two, PAYOUT_RAILS })).toThrow('PAYOUT_RAILS');
  }
});

test('everything that is missing is said at once', () => {
  const read = (): unknown => readConfiguration({});
  for (const name of [
    'SMTP_URL',
    'MAIL_FROM',
    'SECRETS_KEY',
    'EVM_XPUB',
    'BUDPAY_URL',
    'COINBASE_URL',
    'RPC_ETHEREUM',
  ]) {
    expect(read).toThrow(name);
  }
});

const KEY = Buffer.from('9f0c1e5a77d2b4863ce1f0a95b2d4478e6130bfa8c57d1296e04b3fd7a81c95e', 'hex').toString('base64');
const production = {
  SECRETS_KEY: KEY,
  DATABASE_URL: 'postgres://books@db.internal/kobogate',
  ADMIN_EMAIL: 'owner@pay.example',
  PUBLIC_ORIGIN: 'https://pay.example',
  SMTP_URL: 'smtps://mail.example',
  MAIL_FROM: 'Kobogate <no-reply@pay.example>',
  EVM_XPUB: xpub,
  RPC_ETHEREUM: 'https://eth.example/key',
  CONFIRMATIONS_ETHEREUM: '12',
  PAYSTACK_URL: 'https://api.paystack.example',
  PAYSTACK_SECRET_KEY: 'sk_live_0123456789',
  COINBASE_URL: 'https://api.coinbase.example',
  LUNO_URL: 'http://localhost:8080',
};
const SAMPLE_XPUB =
  'xpub6Ce9NcJvTk36xtLSrJLZqE7wtgA5deCeYs7rSQtreh4cj6ByPtrg9sD7V2FNFLPnf8heNP3FGkeV9qwfzvZNSd54JoNXVsXFYSYwHsnJxqP';
const base64 = (text: string): string => Buffer.from(text).toString('base64');

test('[O10] the default is production, and it accepts a safe configuration', () => {
  expect(readConfiguration(production)).toMatchObject({ isProduction: true, publicOrigin: 'https://pay.example' });
  expect(readConfiguration({ ...production, NODE_ENV: 'production' })).toMatchObject({ isProduction: true });
  expect(readConfiguration({ ...enough, EVM_XPUB: SAMPLE_XPUB })).toMatchObject({ isProduction: false });
  expect(readConfiguration({ ...production, DATABASE_URL: '', EMBEDDED_DATABASE: 'true' }).databaseUrl).toBeUndefined();
  const tls = { SMTP_URL: 'smtp://user:word@mail.example:587?requireTLS=true' };
  expect(readConfiguration({ ...production, ...tls }).smtpUrl).toBe(tls.SMTP_URL);
  const standby = { DATABASE_REPLICA_URL: 'postgres://books@standby.internal/kobogate?sslmode=verify-full' };
  expect(readConfiguration({ ...production, ...standby }).databaseReplicaUrl).toBe(standby.DATABASE_REPLICA_URL);
  // In a private network; with headers where the way is encrypted, or goes no further than this machine.
  const receivers = [
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' },
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'https://otlp.example', OTEL_EXPORTER_OTLP_HEADERS: 'key=secret' },
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318', OTEL_EXPORTER_OTLP_HEADERS: 'key=secret' },
  ];
  for (const each of receivers) expect(readConfiguration({ ...production, ...each }).telemetry).not.toBeNull();
  // Variables of other programs, however similar their names.
  const others = { PATH: '/bin', HOSTNAME: 'node', STRIPE_URL: 'http://x', OTHER_SECRET_KEY: 'sk_test_x', HOME: '/' };
  const services = {
    RPC_ETHEREUM_SERVICE_HOST: '10.0.0.1',
    SMTP_PORT: 'tcp://10.0.0.2:25',
    SMTP_PORT_25_TCP_ADDR: '1',
  };
  expect(readConfiguration({ ...production, ...others, ...services })).toMatchObject({ isProduction: true });
});

test.each<[string, Record<string, string>, string]>([
  ['EVM_XPUB', { EVM_XPUB: SAMPLE_XPUB }, 'is a sample'],
  ['PUBLIC_ORIGIN', { PUBLIC_ORIGIN: 'http://secret-value.example' }, 'https://'],
  ['PUBLIC_ORIGIN', { PUBLIC_ORIGIN: '' }, 'https://'],
  ['WEBHOOK_ALLOW_PRIVATE', { WEBHOOK_ALLOW_PRIVATE: 'true' }, 'for a sandbox'],
  ['ADMIN_EMAIL', { ADMIN_EMAIL: '' }, 'is missing'],
  ['DATABASE_URL', { DATABASE_URL: '' }, 'is missing'],
  ['DATABASE_URL', { EMBEDDED_DATABASE: 'true' }, 'both set'],
  ['SECRETS_KEY', { SECRETS_KEY: Buffer.alloc(32).toString('base64') }, 'not random'],
  ['SECRETS_KEY', { SECRETS_KEY: Buffer.alloc(32, 7).toString('base64') }, 'not random'],
  ['SECRETS_KEY', { SECRETS_KEY: Buffer.from(KEY, 'base64').fill(0, 16).toString('base64') }, 'not random'],
  [
    'SECRETS_KEY',
    { SECRETS_KEY: Buffer.from(Array.from({ length: 32 }, (_, i) => i)).toString('base64') },
    'not random',
  ],
  ['SECRETS_KEY', { SECRETS_KEY: base64('0123456789abcdefghijklmnopqrstuv') }, 'not random'],
  ['RPC_ETHEREUM', { RPC_ETHEREUM: 'http://secret-value.example' }, 'https://'],
  ['RPC_ETHEREUM', { RPC_ETHEREUM: 'http://localhost.secret-value.example' }, 'https://'],
  ['RPC_ETHEREUM', { RPC_ETHEREUM: 'https://eth.example,ws://eth.secret-value.example' }, 'wss://'],
  ['PAYSTACK_URL', { PAYSTACK_URL: 'http://10.0.0.5' }, 'https://'],
  ['COINBASE_URL', { COINBASE_URL: 'http://secret-value.example' }, 'https://'],
  ['PAYMENT_API_URL', { PAYMENT_API_URL: 'http://secret-value.example/api' }, 'https://'],
  [
    'TERMII_URL',
    { TERMII_URL: 'http://secret-value.example', TERMII_API_KEY: 'TLlive', TERMII_SENDER: 'Kobogate' },
    'https://',
  ],
  [
    'GOOGLE_ISSUER_URL',
    { GOOGLE_ISSUER_URL: 'http://secret-value.example', GOOGLE_CLIENT_ID: 'client', GOOGLE_CLIENT_SECRET: 'live' },
    'https://',
  ],
  [
    'GOOGLE_CLIENT_SECRET',
    { GOOGLE_CLIENT_ID: 'client', GOOGLE_CLIENT_SECRET: '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e' },
    'key for tests',
  ],
  ['SMTP_URL', { SMTP_URL: 'smtp://mail.example' }, 'requireTLS=true'],
  ['SMTP_URL', { SMTP_URL: 'smtp://mail.example?requireTLS=false' }, 'requireTLS=true'],
  ['SMTP_URL', { SMTP_URL: 'smtp://mail.example?requireTLS=true&ignoreTLS=true' }, 'requireTLS=true'],
  ['SMTP_URL', { SMTP_URL: 'smtps://mail.example?tls.rejectUnauthorized=false' }, 'smtps://'],
  [
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    {
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.secret-value.example',
      OTEL_EXPORTER_OTLP_HEADERS: 'key=secret-value',
    },
    'https://',
  ],
  ['PAYSTACK_SECRET_KEY', { PAYSTACK_SECRET_KEY: 'sk_test_secret-value' }, 'key for tests'],
  [
    'FLUTTERWAVE_CALLBACK_HASH',
    {
      FLUTTERWAVE_URL: 'https://api.flutterwave.example',
      FLUTTERWAVE_SECRET_KEY: 'FLWSECK-live',
      FLUTTERWAVE_CALLBACK_HASH: 'kobogate-sandbox-secret-value',
    },
    'key for tests',
  ],
  [
    'FLUTTERWAVE_V4_CLIENT_SECRET',
    {
      FLUTTERWAVE_V4_URL: 'https://api.flutterwave.example',
      FLUTTERWAVE_V4_TOKEN_URL: 'https://idp.flutterwave.example/token',
      FLUTTERWAVE_V4_CLIENT_ID: 'client',
      FLUTTERWAVE_V4_CLIENT_SECRET: 'kobogate-sandbox-secret-value',
      FLUTTERWAVE_V4_CALLBACK_HASH: 'hash',
    },
    'key for tests',
  ],
  ['CARDANO_PROJECT_ID', { CARDANO_PROJECT_ID: 'preprodsecret' }, 'key for tests'],
  ['RPC_ETHERUM', { RPC_ETHERUM: 'https://secret-value.example' }, 'did you mean RPC_ETHEREUM?'],
  ['PAYSTACK_SECRET', { PAYSTACK_SECRET: 'secret-value' }, 'did you mean PAYSTACK_SECRET_KEY?'],
  ['CONFIRMATIONS_ETHERIUM', { CONFIRMATIONS_ETHERIUM: '12' }, 'did you mean CONFIRMATIONS_ETHEREUM?'],
  ['CONFIRMATION_BSC', { CONFIRMATION_BSC: '12' }, 'did you mean CONFIRMATIONS_BSC?'],
  ['DATABASE_URI', { DATABASE_URI: 'secret-value' }, 'did you mean DATABASE_URL?'],
  ['database_url', { database_url: 'secret-value' }, 'did you mean DATABASE_URL?'],
  ['TRUST_PROXIES', { TRUST_PROXIES: '1' }, 'did you mean TRUST_PROXY?'],
  ['CONFIRMATIONS_BSC', { CONFIRMATIONS_BSC: '12' }, 'RPC_BSC is not'],
])('[O10] [O13] in production %s stops the start: %j', (name, wrong, words) => {
  const read = (): unknown => readConfiguration({ ...production, ...wrong });
  expect(read).toThrow(ConfigurationError);
  expect(read).toThrow(name);
  expect(read).toThrow(words);
  expect(read).not.toThrow('secret-value');
});
