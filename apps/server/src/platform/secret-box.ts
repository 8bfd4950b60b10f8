import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** Encrypts secrets that the database holds, so that reading the database does not reveal them. */
export interface SecretBox {
  /** Seals a secret for one place, such as `totp <user>`: it does not open when moved to another place. */
  seal(secret: Uint8Array, place: string): Buffer;
  /** Opens a secret that was sealed for this place. Throws where the key, place or content differs. */
  open(sealed: Buffer, place: string): Buffer;
}

const KIND = 'aes-256-gcm';
/** The first byte of every sealed secret: the version of the format. */
const VERSION = 1;
// NIST SP 800-38D: a random 96-bit nonce is good for 2^32 uses of one key; the tag has its full 128 bits.
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** A box with the operator's key of 32 bytes. Sealed: version, nonce, tag, ciphertext. */
export function createSecretBox(key: Buffer): SecretBox {
  return {
    seal: (secret, place) => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(KIND, key, nonce).setAAD(Buffer.from(place));
      const content = Buffer.concat([cipher.update(secret), cipher.final()]);
      return Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), content]);
    },
    open: (sealed, place) => {
      if (sealed[0] !== VERSION) throw new Error('a sealed secret is of a version that this program does not know');
      const nonce = sealed.subarray(1, 1 + NONCE_BYTES);
      const tag = sealed.subarray(1 + NONCE_BYTES, 1 + NONCE_BYTES + TAG_BYTES);
      const decipher = createDecipheriv(KIND, key, nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(place));
      decipher.setAuthTag(tag);
      try {
        return Buffer.concat([decipher.update(sealed.subarray(1 + NONCE_BYTES + TAG_BYTES)), decipher.final()]);
      } catch (cause) {
        throw new Error('a sealed secret does not open: SECRETS_KEY is not the key that it was sealed with', { cause });
      }
    },
  };
}
