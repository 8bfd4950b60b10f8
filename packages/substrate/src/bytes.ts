import { Blake2256 } from '@polkadot-api/substrate-bindings';

/** Bytes as a node writes them: 0x and hexadecimal in lower case. */
export const toHex = (bytes: Uint8Array): string => `0x${Buffer.from(bytes).toString('hex')}`;

/** The bytes of a text that begins with 0x, up to the first character that is not hexadecimal. */
export const fromHex = (text: string): Uint8Array => new Uint8Array(Buffer.from(text.slice(2), 'hex'));

/** Substrate's hash of blocks, transactions and the state: BLAKE2b with 256 bits. */
export const hash256 = (bytes: Uint8Array): Uint8Array => Blake2256(bytes);

/** Bytes one after another. */
export const joined = (...parts: readonly Uint8Array[]): Uint8Array => new Uint8Array(Buffer.concat(parts));
