import * as openid from 'openid-client';
import * as z from 'zod/mini';
import type { ProviderConfiguration } from '../../configuration/sign-in-providers.ts';
import { type Attempt, type OpenIdProvider, type Person, signInFailed } from '../../identity/index.ts';
import { readAnswerText } from '../../platform/answer-json.ts';
import type { Clock } from '../../platform/clock.ts';
import { dependencyDown } from '../../platform/errors.ts';
import { keepFresh } from '../../platform/fresh.ts';
import { makeClientSecret } from './client-secret.ts';

const TIMEOUT_SECONDS = 10;
/** How long a provider's description of itself is believed; its keys are asked for anew when one is unknown. */
const DESCRIPTION_LASTS_MS = 10 * 60_000;

/** Apple writes `email_verified` as text too. */
const claimsSchema = z.object({
  sub: z.string().check(z.minLength(1), z.maxLength(255)),
  email: z._default(z.string(), ''),
  email_verified: z._default(z.union([z.boolean(), z.string()]), false),
  given_name: z._default(z.string(), ''),
  family_name: z._default(z.string(), ''),
  hd: z._default(z.string(), ''),
});

/** Google's own addresses; its organisations' are told by `hd`. */
const GOOGLES_ADDRESS = /@(?:gmail|googlemail)\.com$/i;

/**
 * Google or Apple as a provider of OpenID Connect. Discovery, PKCE, and the checks of an ID token (signature by the
 * provider's keys, issuer, audience, times, nonce) are the library's. Calls nothing yet.
 */
export function createOpenIdProvider(settings: ProviderConfiguration, clock: Clock): OpenIdProvider {
  const description = keepFresh(clock, DESCRIPTION_LASTS_MS, () => describe(settings));
  const described = async (): Promise<openid.Configuration> => {
    try {
      return await description();
    } catch (cause) {
      throw isSilence(cause) ? unreachable(settings, cause) : signInFailed(settings.id, cause);
    }
  };
  return {
    id: settings.id,
    issuer: settings.issuer,
    addressFor: async (attempt) => openid.buildAuthorizationUrl(await described(), await asked(settings, attempt)).href,
    redeem: async ({ code, issuer }, attempt) => {
      const configuration = await described();
      const answer = new URL(attempt.redirectUri);
      answer.searchParams.set('code', code);
      answer.searchParams.set('state', attempt.state);
      if (issuer !== '') answer.searchParams.set('iss', issuer);
      try {
        const tokens = await openid.authorizationCodeGrant(configuration, answer, {
          expectedState: attempt.state,
          expectedNonce: attempt.nonce,
          pkceCodeVerifier: attempt.verifier,
          idTokenExpected: true,
        });
        return personIn(settings.id, tokens.claims());
      } catch (cause) {
        // Its keys may be others now: the next sign-in asks for them.
        description.forget();
        throw isSilence(cause) ? unreachable(settings, cause) : signInFailed(settings.id, cause);
      }
    },
  };
}

/** Asks a provider to describe itself, and starts nothing. Throws in words where it does not. */
export async function tryOpenIdProvider(settings: ProviderConfiguration): Promise<void> {
  await describe(settings);
}

const NAMES = { google: 'openid email profile', apple: 'openid name email' } as const;

async function asked({ id }: ProviderConfiguration, attempt: Attempt): Promise<Record<string, string>> {
  return {
    redirect_uri: attempt.redirectUri,
    scope: NAMES[id],
    state: attempt.state,
    nonce: attempt.nonce,
    code_challenge: await openid.calculatePKCECodeChallenge(attempt.verifier),
    code_challenge_method: 'S256',
    // Apple takes no other way where names or the address are asked for; Google then lets the person choose an account.
    ...(id === 'apple' ? { response_mode: 'form_post' } : { prompt: 'select_account' }),
  };
}

function describe(settings: ProviderConfiguration): Promise<openid.Configuration> {
  const isPlain = settings.issuer.startsWith('http:');
  return openid.discovery(new URL(settings.issuer), settings.clientId, undefined, authenticate(settings), {
    timeout: TIMEOUT_SECONDS,
    [openid.customFetch]: fetchBounded,
    // A provider of this machine alone: production refuses an issuer without TLS.
    execute: [openid.enableNonRepudiationChecks, ...(isPlain ? [openid.allowInsecureRequests] : [])],
  });
}

/** By the secret in the body (RFC 6749 section 2.3.1), which both providers take; Apple's is made for each call. */
function authenticate(settings: ProviderConfiguration): openid.ClientAuth {
  return (_server, _client, body) => {
    body.set('client_id', settings.clientId);
    // By the system's clock: the provider compares it with the time of the world.
    const secret = settings.id === 'google' ? settings.clientSecret : makeClientSecret(settings, new Date());
    body.set('client_secret', secret);
  };
}

/** No larger answer is read than of any other service, and none from where a redirect leads. */
async function fetchBounded(url: string, options: openid.CustomFetchOptions): Promise<Response> {
  const { method, headers, body, signal } = options;
  const answer = await fetch(url, {
    method,
    headers,
    redirect: 'manual',
    ...(body === undefined || body === null ? {} : { body }),
    ...(signal === undefined ? {} : { signal }),
  });
  const text = await readAnswerText(answer);
  return new Response(text === '' ? null : text, { status: answer.status, headers: answer.headers });
}

/**
 * The person in an ID token. Google's `email_verified` says that an address was theirs once; whether it is, Google knows of the
 * addresses that it hosts alone (developers.google.com/identity/gsi/web/guides/verify-google-id-token).
 */
function personIn(provider: ProviderConfiguration['id'], claims: openid.IDToken | undefined): Person {
  const {
    sub,
    email,
    email_verified: verified,
    given_name: firstName,
    family_name: lastName,
    hd: organisation,
  } = claimsSchema.parse(claims);
  const isHosted = provider === 'apple' || organisation !== '' || GOOGLES_ADDRESS.test(email.trim());
  return {
    subject: sub,
    email: email.trim(),
    isEmailVerified: email !== '' && isHosted && (verified === true || verified === 'true'),
    firstName,
    lastName,
  };
}

/** Whether nothing came, or the provider said that it fails; anything else that came is no proof. */
function isSilence(cause: unknown): boolean {
  for (let error = cause; error instanceof Error; error = error.cause) {
    if (error.name === 'TimeoutError' || error.name === 'AbortError' || error.message === 'fetch failed') return true;
    if (error.cause instanceof Response) return error.cause.status >= 500 || error.cause.status === 429;
  }
  return false;
}

const unreachable = ({ id, issuer }: ProviderConfiguration, cause: unknown) =>
  dependencyDown(
    id,
    `${new URL(issuer).host} does not answer, so nothing was done. Please try again in a minute.`,
    cause,
  );
