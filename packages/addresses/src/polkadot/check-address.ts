import { bytesToHex } from '@noble/hashes/utils.js';
import { type AddressCheck, BROKEN_CHECKSUM, notAnAddress } from '../address-check.ts';
import { POLKADOT_PREFIX, readSs58 } from './ss58.ts';

const NOT_ONE = notAnAddress('Polkadot', 'begins with 1 and has 46 to 48 letters and digits');
const LONGEST = 50;

/** Checks an address of Polkadot: SS58 with Polkadot's own network number and a checksum of two bytes. Pure. */
export function checkPolkadotAddress(text: string): AddressCheck {
  const parts = text.length > LONGEST ? undefined : readSs58(text);
  if (parts === undefined) return NOT_ONE;
  if (parts === 'broken') return BROKEN_CHECKSUM;
  if (parts.prefix !== POLKADOT_PREFIX) {
    return {
      problem:
        'This address is written for another network of Polkadot’s family. Please copy the Polkadot one, which begins with 1.',
    };
  }
  if (parts.account.every((byte) => byte === 0)) {
    return { problem: 'This is the empty account: coins sent there are lost. Please use your own address.' };
  }
  return { address: text, addressKey: bytesToHex(parts.account) };
}
