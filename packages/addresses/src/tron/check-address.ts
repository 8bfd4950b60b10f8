import { type AddressCheck, BROKEN_CHECKSUM, notAnAddress } from '../address-check.ts';
import { readTronAddress } from './base58-check.ts';

const ZERO = /^0x0{40}$/;
/** As many characters as every address has. */
const FORM = /^T[1-9A-HJ-NP-Za-km-z]{33}$/;

/**
 * Checks an address of TRON: base58 of the byte 0x41, twenty bytes and a checksum. Refuses the zero address, which has no
 * owner. The twenty bytes are its key, as in the node's JSON-RPC. Pure.
 */
export function checkTronAddress(text: string): AddressCheck {
  const key = readTronAddress(text);
  if (key === 'broken' || (key === undefined && FORM.test(text))) return BROKEN_CHECKSUM;
  if (key === undefined) return notAnAddress('TRON', 'begins with T and has 33 digits and letters after it');
  if (ZERO.test(key)) return { problem: 'This is the zero address: coins sent there are lost. Please use your own.' };
  return { address: text, addressKey: key };
}
