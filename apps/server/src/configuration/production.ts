import { NETWORK_VARIABLES } from './networks.ts';
import { isProtected, isProtectedMail } from '../platform/outside-address.ts';

type Given = Readonly<Record<string, string | undefined>>;

/**
 * Account keys of publicly known seeds: "test test … junk" and "abandon abandon … about", m/44'/60'/0'. Anyone can take
 * coins that arrive there.
 */
const PUBLIC_SAMPLE_KEYS: ReadonlySet<string> = new Set([
  'xpub6Ce9NcJvTk36xtLSrJLZqE7wtgA5deCeYs7rSQtreh4cj6ByPtrg9sD7V2FNFLPnf8heNP3FGkeV9qwfzvZNSd54JoNXVsXFYSYwHsnJxqP',
  'xpub6DCoCpSuQZB2jawqnGMEPS63ePKWkwWPH4TU45Q7LPXWuNd8TMtVxRrgjtEshuqpK3mdhaWHPFsBngh5GFZaM6si3yZdUsT8ddYM3PwnATt',
]);

/** Variables with a secret that a provider issued, by the end of their names. */
const SECRET_NAME = /_(?:SECRET_KEY|PUBLIC_KEY|API_KEY|CLIENT_SECRET|CALLBACK_HASH|PROJECT_ID)$/;

/**
 * Settings that are fine on a developer's machine and dangerous with real money: a message for each, which names the
 * variable. Pure.
 */
export function refuseUnsafe(given: Given): string[] {
  const sentences: string[] = [];
  if (PUBLIC_SAMPLE_KEYS.has(given['EVM_XPUB'] ?? '')) {
    sentences.push('EVM_XPUB is a sample whose private keys are public: coins sent to it would be lost.');
  }
  if (given['WEBHOOK_ALLOW_PRIVATE'] === 'true') {
    sentences.push(
      'WEBHOOK_ALLOW_PRIVATE is for a sandbox: with it, customers could reach what listens on this machine.',
    );
  }
  if (!(given['PUBLIC_ORIGIN'] ?? '').startsWith('https://')) {
    sentences.push('PUBLIC_ORIGIN must be the https:// address that people use: links in mail begin with it.');
  }
  if (given['ADMIN_EMAIL'] === undefined) {
    sentences.push(
      'ADMIN_EMAIL is missing: the first administrator. Without ADMIN_PASSWORD a link to set the password is mailed there.',
    );
  }
  return [
    ...sentences,
    ...refuseSilentDatabase(given),
    ...refuseWeakKey(given),
    ...refusePlain(given),
    ...refuseSamples(given),
    ...refuseUnwatched(given),
  ];
}

function refuseSilentDatabase({ DATABASE_URL: url, EMBEDDED_DATABASE: embedded }: Given): string[] {
  if (url === undefined && embedded !== 'true') {
    return [
      'DATABASE_URL is missing: the PostgreSQL that keeps the books. EMBEDDED_DATABASE=true keeps them in DATA_DIR instead.',
    ];
  }
  if (url !== undefined && embedded === 'true') return ['DATABASE_URL and EMBEDDED_DATABASE are both set: choose one.'];
  return [];
}

// Of 32 random bytes about 30 differ, and so do about 30 of the steps between them; fewer than 20 of either, or nothing
// but printable characters, does not happen by chance.
const LEAST_DIFFERENT = 20;

function refuseWeakKey({ SECRETS_KEY: text = '' }: Given): string[] {
  const key = Buffer.from(text, 'base64');
  const steps = key.map((byte, index) => byte - (key[index - 1] ?? 0));
  const isTyped = key.every((byte) => byte >= 0x20 && byte < 0x7f);
  const isRandom = new Set(key).size >= LEAST_DIFFERENT && new Set(steps).size >= LEAST_DIFFERENT && !isTyped;
  if (key.length !== 32 || isRandom) return [];
  return ['SECRETS_KEY is not random: others could guess it. Make one with: openssl rand -base64 32'];
}

/**
 * No addresses of the web. Mail has a rule of its own. A database is often in a private network that has no TLS: its address is taken,
 * and `npm run doctor` says that the connection is not encrypted.
 */
const OTHER_PROTOCOLS: ReadonlySet<string> = new Set(['DATABASE_URL', 'DATABASE_REPLICA_URL', 'SMTP_URL']);

function refusePlain(given: Given): string[] {
  const sentences = Object.entries(given).flatMap(([name, value = '']) => {
    const isOutside = /^RPC_|_URL$/.test(name) && !OTHER_PROTOCOLS.has(name);
    // Several nodes of a network are separated by commas.
    const isSafe = !isOutside || value.split(',').every((address) => isProtected(address.trim()));
    return isSafe
      ? []
      : [
          `${name} must begin with https://${name.startsWith('RPC_') ? ' or wss://' : ''}: others could read and change what goes there.`,
        ];
  });
  return [...sentences, ...refusePlainMail(given), ...refusePlainHeaders(given)];
}

function refusePlainMail({ SMTP_URL: url }: Given): string[] {
  if (url === undefined || isProtectedMail(url)) return [];
  return [
    'SMTP_URL must begin with smtps://, or have ?requireTLS=true at its end: mail carries codes and links that sign people in.',
  ];
}

/** Traces and metrics name nobody, so that a receiver in a private network may do without TLS; its key may not. */
function refusePlainHeaders({
  OTEL_EXPORTER_OTLP_ENDPOINT: url,
  OTEL_EXPORTER_OTLP_HEADERS: headers,
}: Given): string[] {
  if (url === undefined || headers === undefined || isProtected(url)) return [];
  return [
    'OTEL_EXPORTER_OTLP_ENDPOINT must begin with https:// where OTEL_EXPORTER_OTLP_HEADERS is set: others could read what is in the headers.',
  ];
}

const SAMPLE_MARK = /kobogate[-_]?sandbox/i;
/** Paystack and BudPay, Flutterwave, Monnify: the prefixes of test keys in their public documentation. */
const TEST_KEY = /^(?:[sp]k_test_|FLW(?:SECK|PUBK)_TEST-|MK_TEST_)/i;
/** Blockfrost puts the network at the beginning of a project's key. */
const TEST_PROJECT = /^(?:preprod|preview|testnet)/i;

/**
 * Whether a secret shows that it moves no real money: the sandbox's own, each of which has `kobogatesandbox` in it
 * (also with a dash or underscore), and a provider's test keys by their documented prefix. Pure.
 */
const isSampleSecret = (secret: string): boolean =>
  SAMPLE_MARK.test(secret) || TEST_KEY.test(secret) || TEST_PROJECT.test(secret);

function refuseSamples(given: Given): string[] {
  return Object.entries(given).flatMap(([name, value = '']) =>
    SECRET_NAME.test(name) && isSampleSecret(value) ? [`${name} is a key for tests: no real money moves by it.`] : [],
  );
}

/** What stands before the network in a variable of one network. */
const OF_A_NETWORK = /^(?:CONFIRMATIONS|POLL_SECONDS|CALLS_PER_SECOND|CALLS_PER_DAY|COLD_ADDRESS)_/;

function refuseUnwatched(given: Given): string[] {
  return Object.keys(given).flatMap((name) => {
    const rpc = NETWORK_VARIABLES.includes(name) ? name.replace(OF_A_NETWORK, 'RPC_') : name;
    return rpc === name || given[rpc] !== undefined
      ? []
      : [`${name} is set and ${rpc} is not: that network is not watched.`];
  });
}
