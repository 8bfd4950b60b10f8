import { base58 } from '@scure/base';
import { type AddressCheck, decoded, notAnAddress } from '../address-check.ts';

const KEY_BYTES = 32;

/**
 * Checks an address of Solana: base58 of 32 bytes. The chain has no checksum, so a typing error that keeps the length can't
 * be seen. Refuses the system program, whose key is all zeros. Pure.
 */
export function checkSolanaAddress(text: string): AddressCheck {
  // 32 bytes take 32 to 44 characters; longer texts are not worth decoding.
  const key = text.length > 44 ? undefined : decoded(() => base58.decode(text));
  if (key?.length !== KEY_BYTES) return notAnAddress('Solana', 'has 32 to 44 digits and letters, and no 0, O, I or l');
  if (key.every((byte) => byte === 0)) {
    return { problem: 'This is the system program of Solana, not a wallet. Please use your own address.' };
  }
  return { address: text, addressKey: text };
}
