import { base58 } from '@scure/base';

/** The bytes behind a text of Solana: an address, a block's name, a signature. Throws where it is no base58. */
export const readBase58 = (text: string): Uint8Array => base58.decode(text);

/** Bytes as Solana writes addresses, names of blocks and signatures. */
export const writeBase58 = (bytes: Uint8Array): string => base58.encode(bytes);
