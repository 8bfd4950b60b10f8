import type {
  PasskeyAssertion,
  PasskeyAssertionOptions,
  PasskeyRegistration,
  PasskeyRegistrationOptions,
  UserId,
} from '@kobogate/contract';
import { PRODUCT_NAME, SECOND_STEP_MINUTES } from '@kobogate/contract';

/** The site that passkeys are made for: the configured origin, whatever host a request names. */
export interface Site {
  readonly origin: string;
  readonly rpId: string;
}

/** The parts of a passkey that check a signature. */
export interface PasskeyKey {
  readonly credentialId: string;
  readonly publicKey: Uint8Array;
  readonly counter: bigint;
}

type Known = readonly { readonly credentialId: string; readonly transports: readonly string[] }[];

/** COSE numbers of Ed25519, ECDSA P-256 and RSA, which all browsers' authenticators share. */
const ALGORITHMS = [-8, -7, -257];
const TIMEOUT_MS = SECOND_STEP_MINUTES * 60_000;
const TRANSPORTS = ['ble', 'hybrid', 'internal', 'nfc', 'usb'] as const;

// Loaded when it is first needed: its certificate parsers take 30 MB of memory, and most users have no passkey.
const library = () => import('@simplewebauthn/server');

/** The site of a public origin such as `https://pay.example`. Pure. */
export const siteOf = (publicOrigin: string): Site => ({
  origin: publicOrigin,
  rpId: new URL(publicOrigin).hostname,
});

/** The transports with a WebAuthn name; others are left out. Pure. */
export const knownTransports = (transports: readonly string[]) =>
  TRANSPORTS.filter((transport) => transports.includes(transport));

const describe = (passkeys: Known) =>
  passkeys.map(({ credentialId, transports }) => ({
    id: credentialId,
    type: 'public-key' as const,
    transports: knownTransports(transports),
  }));

/** What a browser needs to create a passkey for an account that already has `existing`. */
export function registrationOptions(
  { rpId }: Site,
  account: { id: UserId; email: string },
  existing: Known,
  challenge: string,
): PasskeyRegistrationOptions {
  return {
    rp: { id: rpId, name: PRODUCT_NAME },
    // The account's id and not its address: WebAuthn keeps personal data out of what an authenticator passes on.
    user: { id: Buffer.from(account.id).toString('base64url'), name: account.email, displayName: account.email },
    challenge,
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: 'public-key' as const })),
    timeout: TIMEOUT_MS,
    excludeCredentials: describe(existing),
    // The password is the first factor, so a key that only asks for a touch is enough as the second.
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    attestation: 'none',
  };
}

/** What a browser needs to sign with one of an account's passkeys. */
export const assertionOptions = ({ rpId }: Site, passkeys: Known, challenge: string): PasskeyAssertionOptions => ({
  rpId,
  challenge,
  timeout: TIMEOUT_MS,
  allowCredentials: describe(passkeys),
  userVerification: 'preferred',
});

/** The key that a registration proves for this site and challenge; null where any part of it is invalid. */
export async function checkRegistration(
  { origin, rpId }: Site,
  registration: PasskeyRegistration,
  challenge: string,
): Promise<PasskeyKey | null> {
  const { verifyRegistrationResponse } = await library();
  const outcome = await verifyRegistrationResponse({
    response: { ...registration, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: false,
    supportedAlgorithmIDs: ALGORITHMS,
    // The library throws on any invalid input, malformed bytes included.
  }).catch(() => null);
  if (outcome?.registrationInfo === undefined) return null;
  const { id, publicKey, counter } = outcome.registrationInfo.credential;
  return { credentialId: id, publicKey, counter: BigInt(counter) };
}

/** The key's new counter where an assertion is a signature of this key for this site and challenge; else null. */
export async function checkAssertion(
  { origin, rpId }: Site,
  assertion: PasskeyAssertion,
  challenge: string,
  { credentialId, publicKey, counter }: PasskeyKey,
): Promise<bigint | null> {
  const { verifyAuthenticationResponse } = await library();
  const outcome = await verifyAuthenticationResponse({
    response: { ...assertion, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: false,
    credential: { id: credentialId, publicKey: Uint8Array.from(publicKey), counter: Number(counter) },
  }).catch(() => null);
  return outcome?.verified === true ? BigInt(outcome.authenticationInfo.newCounter) : null;
}
