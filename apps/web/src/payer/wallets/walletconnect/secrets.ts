import { chacha20poly1305 } from '@noble/ciphers/chacha';
import { base58, base64, base64urlnopad } from '@scure/base';

type Bytes = Uint8Array<ArrayBuffer>;

const NONCE = 12;
/** The first byte of a message that both sides seal with the same key. */
const SHARED_KEY = 0;
const DAY_SECONDS = 86_400;
/** What a key of Ed25519 begins with in a `did:key`. */
const ED25519 = [0xed, 0x01];

/** Random bytes for keys and ids. */
export const random = (length: number): Bytes => crypto.getRandomValues(new Uint8Array(length));
/** Bytes as hexadecimal text. Pure. */
export const toHex = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
/** The bytes of a hexadecimal text. Pure. */
export const fromHex = (text: string): Bytes =>
  Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

/** A message as the relay carries it: it can read nothing of it. */
export function sealMessage(key: Bytes, message: object): string {
  const nonce = random(NONCE);
  const sealed = chacha20poly1305(key, nonce).encrypt(new TextEncoder().encode(JSON.stringify(message)));
  return base64.encode(Uint8Array.of(SHARED_KEY, ...nonce, ...sealed));
}

/** What was sealed. Throws for anything that the other side has not sealed. */
export function openMessage(key: Bytes, text: string): unknown {
  const bytes = base64.decode(text);
  if (bytes[0] !== SHARED_KEY) throw new Error('a message of another kind');
  const opened = chacha20poly1305(key, bytes.subarray(1, 1 + NONCE)).decrypt(bytes.subarray(1 + NONCE));
  return JSON.parse(new TextDecoder().decode(opened));
}

/** The place at the relay of those who have a key: its hash. */
export const topicOf = async (key: Bytes): Promise<string> =>
  toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', key)));

export interface OwnKey {
  readonly publicKey: string;
  /** The key that only the two sides have. */
  agree(otherPublicKey: string): Promise<Bytes>;
}

/** A new key for one session. Throws in a browser that has no X25519. */
export async function makeOwnKey(): Promise<OwnKey> {
  const { privateKey, publicKey } = await pairOf('X25519', ['deriveBits']);
  return {
    publicKey: toHex(new Uint8Array(await crypto.subtle.exportKey('raw', publicKey))),
    agree: async (other) => {
      const theirs = await crypto.subtle.importKey('raw', fromHex(other), 'X25519', false, []);
      const shared = await crypto.subtle.deriveBits({ name: 'X25519', public: theirs }, privateKey, 256);
      const material = await crypto.subtle.importKey('raw', shared, 'HKDF', false, ['deriveBits']);
      const nothing = new Uint8Array();
      const bits = await crypto.subtle.deriveBits(
        { name: 'HKDF', hash: 'SHA-256', salt: nothing, info: nothing },
        material,
        256,
      );
      return new Uint8Array(bits);
    },
  };
}

async function pairOf(name: string, usages: KeyUsage[]): Promise<CryptoKeyPair> {
  const made = await crypto.subtle.generateKey({ name }, true, usages);
  if (!('privateKey' in made)) throw new Error(`no pair of ${name}`);
  return made;
}

/** The token with which a relay lets a program in: of a key that is made for it, and not of anybody. */
export async function relayToken(audience: string, now: number): Promise<string> {
  const { privateKey, publicKey } = await pairOf('Ed25519', ['sign', 'verify']);
  const raw = new Uint8Array(await crypto.subtle.exportKey('raw', publicKey));
  const issued = Math.floor(now / 1000);
  const claims = {
    iss: `did:key:z${base58.encode(Uint8Array.of(...ED25519, ...raw))}`,
    sub: toHex(random(32)),
    aud: audience,
    iat: issued,
    exp: issued + DAY_SECONDS,
  };
  const part = (value: object): string => base64urlnopad.encode(new TextEncoder().encode(JSON.stringify(value)));
  const signed = `${part({ alg: 'EdDSA', typ: 'JWT' })}.${part(claims)}`;
  const signature = await crypto.subtle.sign('Ed25519', privateKey, new TextEncoder().encode(signed));
  return `${signed}.${base64urlnopad.encode(new Uint8Array(signature))}`;
}
