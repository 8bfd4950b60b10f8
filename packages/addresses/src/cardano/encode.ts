import { base58, bech32 } from '@scure/base';

/** Longer than BIP-173 allows: CIP-5 keeps bech32's checksum for texts of any length. */
export const LONGEST = 200;

/** The text of a Shelley-era address of the main network, of the bytes that stand in a transaction (CIP-19). Pure. */
export const formatCardanoAddress = (bytes: Uint8Array): string =>
  bech32.encode('addr', bech32.toWords(bytes), LONGEST);

/** The bytes that stand in a transaction for an address that the check has accepted. Throws for any other text. Pure. */
export function cardanoAddressBytes(text: string): Uint8Array {
  const shelley = bech32.decodeUnsafe(text, LONGEST);
  return shelley === undefined ? base58.decode(text) : bech32.fromWords(shelley.words);
}
