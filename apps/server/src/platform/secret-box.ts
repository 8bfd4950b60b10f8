import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/** Encrypts secrets that the database holds, so that reading the database does not reveal them. */
export interface SecretBox {
  /** Seals a secret for one place, such as `totp <user>`: it does not open when moved to another place. */
  seal(secret: Uint8Array, place: string): Buffer;
  /** Opens a secret that was sealed for this place, by any of the box's keys. Throws where key, place or content differs. */
  open(sealed: Buffer, place: string): Buffer;
  /** The same secret sealed with the present key; null where it is already. Throws as `open`. */
  reseal(sealed: Buffer, place: string): Buffer | null;
}

const KIND = 'aes-256-gcm';
/** The first byte of every sealed secret: without, or with the id of its key. */
const PLAIN = 1;
const WITH_KEY_ID = 2;
const KEY_ID_BYTES = 4;
// NIST SP 800-38D: a random 96-bit nonce is good for 2^32 uses of one key; the tag has its full 128 bits.
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Which key it is, without saying anything of it. Two keys may share an id: the tag decides. */
const keyId = (key: Buffer): Buffer =>
  createHash('sha256').update('kobogate key id').update(key).digest().subarray(0, KEY_ID_BYTES);

/**
 * A box that seals with `current`, and opens what this key or one of `others` sealed: the next one before a change of
 * keys, the former one after. Sealed: version, the key's id (version 2), nonce, tag, ciphertext. Version 1, which the
 * program before 0.2.0 reads too, is written until other keys are named.
 */
export function createSecretBox(current: Buffer, others: readonly Buffer[] = []): SecretBox {
  const keys = [current, ...others];
  const version = others.length === 0 ? PLAIN : WITH_KEY_ID;

  function seal(secret: Uint8Array, place: string): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(KIND, current, nonce).setAAD(Buffer.from(place));
    const content = Buffer.concat([cipher.update(secret), cipher.final()]);
    const head = version === PLAIN ? [Buffer.of(PLAIN)] : [Buffer.of(WITH_KEY_ID), keyId(current)];
    return Buffer.concat([...head, nonce, cipher.getAuthTag(), content]);
  }

  /** Tries the keys that may have sealed it, the present one first. */
  function openBy(sealed: Buffer, place: string): { secret: Buffer; key: Buffer } {
    if (sealed[0] !== PLAIN && sealed[0] !== WITH_KEY_ID) {
      throw new Error('a sealed secret is of a version that this program does not know');
    }
    const from = sealed[0] === PLAIN ? 1 : 1 + KEY_ID_BYTES;
    const isCandidate = (key: Buffer): boolean => sealed[0] === PLAIN || keyId(key).equals(sealed.subarray(1, from));
    let cause: unknown;
    for (const key of keys.filter(isCandidate)) {
      try {
        return { secret: decipher(key, sealed.subarray(from), place), key };
      } catch (error) {
        cause = error;
      }
    }
    throw new Error('a sealed secret does not open: SECRETS_KEY is not the key that it was sealed with', { cause });
  }

  return {
    seal,
    open: (sealed, place) => openBy(sealed, place).secret,
    reseal: (sealed, place) => {
      const { secret, key } = openBy(sealed, place);
      return key.equals(current) ? null : seal(secret, place);
    },
  };
}

function decipher(key: Buffer, body: Buffer, place: string): Buffer {
  const nonce = body.subarray(0, NONCE_BYTES);
  const tag = body.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  const cipher = createDecipheriv(KIND, key, nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(place));
  cipher.setAuthTag(tag);
  return Buffer.concat([cipher.update(body.subarray(NONCE_BYTES + TAG_BYTES)), cipher.final()]);
}
