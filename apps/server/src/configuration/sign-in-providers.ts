import { createPrivateKey } from 'node:crypto';
import type { SignInProvider } from '@kobogate/contract';

interface Common {
  /** The provider's own name for itself, below which its description is found. */
  readonly issuer: string;
  readonly clientId: string;
}

/** How a provider of OpenID Connect is reached, and as whom. */
export type ProviderConfiguration =
  | (Common & { readonly id: 'google'; readonly clientSecret: string })
  | (Common & {
      readonly id: 'apple';
      readonly teamId: string;
      readonly keyId: string;
      /** The key from Apple, as PEM: client secrets are signed with it. */
      readonly privateKey: string;
    });

/** accounts.google.com/.well-known/openid-configuration and appleid.apple.com/.well-known/openid-configuration. */
const ISSUERS: Readonly<Record<SignInProvider, string>> = {
  google: 'https://accounts.google.com',
  apple: 'https://appleid.apple.com',
};

const GOOGLE = ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'] as const;
const APPLE = ['APPLE_CLIENT_ID', 'APPLE_TEAM_ID', 'APPLE_KEY_ID', 'APPLE_PRIVATE_KEY'] as const;

export const PROVIDER_VARIABLES: readonly string[] = [...GOOGLE, 'GOOGLE_ISSUER_URL', ...APPLE, 'APPLE_ISSUER_URL'];

type Given = Readonly<Record<string, string | undefined>>;

/**
 * Reads `GOOGLE_…` and `APPLE_…`: a provider without any variable is not connected; one with only some of its variables is
 * refused. The messages name what is missing or wrong, never its value. Pure.
 */
export function readProviders(given: Given): { providers: readonly ProviderConfiguration[]; sentences: string[] } {
  const google = readGoogle(given);
  const apple = readApple(given);
  const found = [google, apple].flatMap((each) => (each === null ? [] : [each]));
  return {
    providers: found.flatMap(({ provider }) => (provider === null ? [] : [provider])),
    sentences: found.flatMap(({ sentences }) => sentences),
  };
}

interface Read {
  readonly provider: ProviderConfiguration | null;
  readonly sentences: string[];
}

function readGoogle(given: Given): Read | null {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret, GOOGLE_ISSUER_URL: named } = given;
  if ([clientId, clientSecret, named].every((value) => value === undefined)) return null;
  const sentences = [...missing(given, GOOGLE, 'Google'), ...refuseIssuer('GOOGLE_ISSUER_URL', named)];
  if (sentences.length > 0 || clientId === undefined || clientSecret === undefined)
    return { provider: null, sentences };
  return { provider: { id: 'google', issuer: named ?? ISSUERS.google, clientId, clientSecret }, sentences };
}

function readApple(given: Given): Read | null {
  const { APPLE_CLIENT_ID: clientId, APPLE_TEAM_ID: teamId, APPLE_KEY_ID: keyId, APPLE_ISSUER_URL: named } = given;
  // Where a file can't be used, its lines are often joined by `\n`.
  const privateKey = given['APPLE_PRIVATE_KEY']?.replaceAll(String.raw`\n`, '\n');
  if ([clientId, teamId, keyId, privateKey, named].every((value) => value === undefined)) return null;
  const sentences = [
    ...missing(given, APPLE, 'Apple'),
    ...refuseIssuer('APPLE_ISSUER_URL', named),
    ...(privateKey === undefined || isApplesKey(privateKey)
      ? []
      : ['APPLE_PRIVATE_KEY must be the key that Apple gave, whole: PEM, on the curve P-256 (a file AuthKey_….p8).']),
  ];
  const isWhole = clientId !== undefined && teamId !== undefined && keyId !== undefined && privateKey !== undefined;
  if (sentences.length > 0 || !isWhole) return { provider: null, sentences };
  return {
    provider: { id: 'apple', issuer: named ?? ISSUERS.apple, clientId, teamId, keyId, privateKey },
    sentences,
  };
}

const missing = (given: Given, names: readonly string[], provider: string): string[] =>
  names
    .filter((name) => given[name] === undefined)
    .map((name) => `${name} is missing: signing in with ${provider} takes ${names.join(', ')}.`);

const refuseIssuer = (name: string, issuer: string | undefined): string[] =>
  issuer === undefined || (/^https?:\/\/\S+$/.test(issuer) && URL.canParse(issuer))
    ? []
    : [`${name} must be an address that starts with https://.`];

function isApplesKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyDetails?.namedCurve === 'prime256v1';
  } catch {
    return false;
  }
}
