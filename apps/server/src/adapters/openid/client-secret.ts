import { sign } from 'node:crypto';

/** Apple takes six months at most; a call is over in seconds. */
const LASTS_SECONDS = 300;

/**
 * The secret by which Apple knows a client: a JWT that is signed with its key (ES256), good for some minutes. The claims
 * are those of Apple's page "Creating a client secret".
 */
export function makeClientSecret(
  of: { issuer: string; clientId: string; teamId: string; keyId: string; privateKey: string },
  now: Date,
): string {
  const issuedAt = Math.floor(now.getTime() / 1000);
  const head = { alg: 'ES256', kid: of.keyId };
  const claims = { iss: of.teamId, iat: issuedAt, exp: issuedAt + LASTS_SECONDS, aud: of.issuer, sub: of.clientId };
  const signed = [head, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  // RFC 7518 section 3.4: the two numbers of the signature, one after the other.
  const signature = sign('sha256', Buffer.from(signed), { key: of.privateKey, dsaEncoding: 'ieee-p1363' });
  return `${signed}.${signature.toString('base64url')}`;
}
