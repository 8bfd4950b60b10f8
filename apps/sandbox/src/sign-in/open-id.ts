import {
  createECDH,
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
  verify,
} from 'node:crypto';
import { isSame } from '../banks/signature.ts';

export const OPEN_IDS = ['google', 'apple'] as const;
export type OpenIdName = (typeof OPEN_IDS)[number];

/** Sample values that open nothing anywhere else. */
export const GOOGLE_CLIENT_ID = 'kobogate-sandbox.apps.googleusercontent.test';
export const GOOGLE_CLIENT_SECRET = 'GOCSPX-kobogate-sandbox';
export const APPLE_CLIENT_ID = 'test.kobogate.sandbox';
export const APPLE_TEAM_ID = 'SAMPLETEAM';
export const APPLE_KEY_ID = 'SAMPLEKEY1';

/** What a provider does wrong at the next sign-in. */
export const OPEN_ID_BEHAVIOURS = [
  'success',
  // Its token is of another sign-in, for another program, of another issuer, over, unsigned, or signed by a stranger.
  'wrong-nonce',
  'wrong-audience',
  'wrong-issuer',
  'expired',
  'unsigned',
  'wrong-key',
  // No token, but a failure, no answer, an answer that is none, or one without end.
  'server-error',
  'timeout',
  'no-json',
  'endless',
] as const;
export type OpenIdBehaviour = (typeof OPEN_ID_BEHAVIOURS)[number];

export interface SamplePerson {
  readonly subject: string;
  readonly email: string;
  readonly isVerified: boolean;
  /** Whether the provider hosts the address, as Google says by `hd`. */
  readonly isHosted: boolean;
  readonly firstName: string;
  readonly lastName: string;
}

/** The people who are signed in at a provider here. None of them exists. */
export const SAMPLE_PEOPLE: Readonly<Record<OpenIdName, readonly SamplePerson[]>> = {
  google: [
    sample('108000000000000000001', 'ada.sample@gmail.test', 'Ada', 'Sample'),
    sample('108000000000000000002', 'bola.sample@gmail.test', 'Bola', 'Sample'),
    { ...sample('108000000000000000003', 'unchecked.sample@gmail.test', 'Unchecked', 'Sample'), isVerified: false },
  ],
  apple: [
    sample('000001.sample.0001', 'chidi.sample@icloud.test', 'Chidi', 'Sample'),
    sample('000002.sample.0002', 'hidden4sample@privaterelay.appleid.test', 'Hidden', 'Sample'),
  ],
};

function sample(subject: string, email: string, firstName: string, lastName: string): SamplePerson {
  return { subject, email, isVerified: true, isHosted: true, firstName, lastName };
}

/** A request for a code. */
export interface Asked {
  readonly redirectUri: string;
  readonly nonce: string;
  readonly challenge: string;
}

interface Key {
  readonly id: string;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

const CODE_MS = 60_000;
const TOKEN_SECONDS = 600;

/** One provider of OpenID Connect: its keys, codes that are out, and its next behaviour. */
function createOpenId(name: OpenIdName) {
  const codes = new Map<string, { asked: Asked; person: SamplePerson; until: number }>();
  const known = new Set<string>();
  const apples = name === 'apple' ? sampleClientKey() : null;
  let keys: Key[] = [];
  let next: OpenIdBehaviour = 'success';

  /** Made when they are first asked for: a sandbox starts without them. */
  const ring = (): Key[] => {
    if (keys.length === 0) keys = [makeKey()];
    return keys;
  };
  const newest = (): Key => {
    const key = ring()[0];
    if (key === undefined) throw new Error('a provider without keys');
    return key;
  };

  return {
    name,
    /** The key that the operator has from Apple, as PEM; null at Google. */
    clientKey: apples === null ? null : String(apples.privateKey.export({ type: 'pkcs8', format: 'pem' })),
    behave: (behaviour: OpenIdBehaviour): void => {
      next = behaviour;
    },
    takeBehaviour: (): OpenIdBehaviour => {
      const now = next;
      next = 'success';
      return now;
    },
    /** Signs with a new key from now on; the one before is still published, as real providers do. */
    rotate: (): void => {
      keys = [makeKey(), ...ring()].slice(0, 2);
    },
    publicKeys: () =>
      ring().map(({ id, publicKey }) =>
        Object.assign(publicKey.export({ format: 'jwk' }), { kid: id, use: 'sig', alg: 'RS256' }),
      ),
    /** Whether a person is seen for the first time: Apple gives the name then alone. */
    isFirst: (subject: string): boolean => {
      if (known.has(subject)) return false;
      known.add(subject);
      return true;
    },
    issueCode: (asked: Asked, person: SamplePerson): string => {
      const code = randomBytes(24).toString('base64url');
      codes.set(code, { asked, person, until: Date.now() + CODE_MS });
      return code;
    },
    /** Whom a code is for, once, for who has the verifier; undefined for any other. */
    redeem: (
      code: string,
      redirectUri: string,
      verifier: string,
    ): { asked: Asked; person: SamplePerson } | undefined => {
      const found = codes.get(code);
      codes.delete(code);
      const challenge = createHash('sha256').update(verifier).digest('base64url');
      const isHis = found?.asked.redirectUri === redirectUri && found.asked.challenge === challenge;
      return found !== undefined && isHis && found.until > Date.now() ? found : undefined;
    },
    isClient: (id: string, secret: string, issuer: string): boolean =>
      apples === null
        ? isSame(id, GOOGLE_CLIENT_ID) && isSame(secret, GOOGLE_CLIENT_SECRET)
        : isSame(id, APPLE_CLIENT_ID) && isApplesSecret(secret, apples.publicKey, issuer),
    /** An ID token about a person, with the fault that is asked for. */
    token: (
      issuer: string,
      { asked, person }: { asked: Asked; person: SamplePerson },
      fault: OpenIdBehaviour,
    ): string => {
      const now = Math.floor(Date.now() / 1000);
      const isOver = fault === 'expired';
      const claims = {
        iss: fault === 'wrong-issuer' ? 'https://another.test' : issuer,
        aud: fault === 'wrong-audience' ? 'another-program' : clientIdOf(name),
        sub: person.subject,
        iat: isOver ? now - 2 * TOKEN_SECONDS : now,
        exp: isOver ? now - TOKEN_SECONDS : now + TOKEN_SECONDS,
        nonce: fault === 'wrong-nonce' ? 'of another sign-in' : asked.nonce,
        email: person.email,
        ...(name === 'apple'
          ? { email_verified: String(person.isVerified), is_private_email: person.email.includes('privaterelay') }
          : {
              email_verified: person.isVerified,
              given_name: person.firstName,
              family_name: person.lastName,
              ...(person.isHosted ? { hd: person.email.slice(person.email.lastIndexOf('@') + 1) } : {}),
            }),
      };
      const key = fault === 'wrong-key' ? { ...makeKey(), id: newest().id } : newest();
      const head = fault === 'unsigned' ? { alg: 'none', typ: 'JWT' } : { alg: 'RS256', typ: 'JWT', kid: key.id };
      const content = [head, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
      const signature =
        fault === 'unsigned' ? '' : sign('sha256', Buffer.from(content), key.privateKey).toString('base64url');
      return `${content}.${signature}`;
    },
  };
}
export type OpenId = ReturnType<typeof createOpenId>;

export type OpenIds = Readonly<Record<OpenIdName, OpenId>>;

/** Both providers. */
export const createOpenIds = (): OpenIds => ({ google: createOpenId('google'), apple: createOpenId('apple') });

/** The client id of the product at a provider. */
export const clientIdOf = (name: OpenIdName): string => (name === 'google' ? GOOGLE_CLIENT_ID : APPLE_CLIENT_ID);

/** The key that this machine's operator has from Apple: the same after a restart, so that a server's variables stay right. */
function sampleClientKey(): { privateKey: KeyObject; publicKey: KeyObject } {
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(createHash('sha256').update('Kobogate sandbox: a sample key for Sign in with Apple').digest());
  const point = curve.getPublicKey();
  const text = (part: Buffer): string => part.toString('base64url');
  const [d, x, y] = [text(curve.getPrivateKey()), text(point.subarray(1, 33)), text(point.subarray(33))];
  const privateKey = createPrivateKey({ key: { kty: 'EC', crv: 'P-256', d, x, y }, format: 'jwk' });
  return { privateKey, publicKey: createPublicKey(privateKey) };
}

const makeKey = (): Key => ({
  id: randomBytes(8).toString('hex'),
  ...generateKeyPairSync('rsa', { modulusLength: 2048 }),
});

const LONGEST_SECRET_SECONDS = 15_777_000;

/** Apple's rules for the JWT that is a client's secret. */
function isApplesSecret(secret: string, publicKey: KeyObject, issuer: string): boolean {
  const [head = '', claims = '', signature = ''] = secret.split('.');
  const key = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const;
  if (!verify('sha256', Buffer.from(`${head}.${claims}`), key, Buffer.from(signature, 'base64url'))) return false;
  const read = (part: string): Record<string, unknown> => JSON.parse(Buffer.from(part, 'base64url').toString());
  const { alg, kid } = read(head);
  const { iss, sub, aud, iat, exp } = read(claims);
  const now = Date.now() / 1000;
  const isInTime = Number(iat) <= now + 60 && Number(exp) > now && Number(exp) - now <= LONGEST_SECRET_SECONDS;
  const isOurs = iss === APPLE_TEAM_ID && sub === APPLE_CLIENT_ID && aud === issuer;
  return alg === 'ES256' && kid === APPLE_KEY_ID && isOurs && isInTime;
}
