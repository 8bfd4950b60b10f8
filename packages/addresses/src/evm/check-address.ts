import { type AddressCheck, BROKEN_CHECKSUM, notAnAddress } from '../address-check.ts';
import { checksummed } from './checksum.ts';

const FORM = /^0x[\da-fA-F]{40}$/;
const ZERO = /^0x0{40}$/;

/**
 * Checks an address of an EVM chain: 20 bytes in hexadecimal, and EIP-55's checksum where letters are of both cases. An
 * address in one case only carries no checksum and is accepted. Refuses the zero address. Answers the checksummed
 * form. Pure.
 */
export function checkEvmAddress(text: string, network: string): AddressCheck {
  if (!FORM.test(text))
    return notAnAddress(network, 'begins with 0x and has 40 digits and letters from a to f after it');
  if (ZERO.test(text)) return { problem: 'This is the zero address: coins sent there are lost. Please use your own.' };
  const digits = text.slice(2);
  const address = checksummed(digits.toLowerCase());
  const hasChecksum = digits !== digits.toLowerCase() && digits !== digits.toUpperCase();
  if (hasChecksum && address !== text) return BROKEN_CHECKSUM;
  return { address, addressKey: address.toLowerCase() };
}
