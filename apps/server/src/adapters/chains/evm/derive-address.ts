import { HDKey } from '@scure/bip32';
import { bytesToHex } from 'viem';
import { publicKeyToAddress } from 'viem/accounts';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import type { AddressDeriver } from '../../../features/wallets/address-deriver.ts';

/** Depth of m/44'/60'/0', the account of BIP-44. */
const ACCOUNT_DEPTH = 3;
/** Receiving addresses, as opposed to change. */
const RECEIVING = 0;

/**
 * Addresses at 0/index below an account-level extended public key (BIP-32, BIP-44), with EIP-55's checksum. Throws a
 * sentence where the key is a private one, is broken, or is of another level.
 */
export function createEvmAddressDeriver(xpub: string): AddressDeriver {
  const account = readAccount(xpub);
  const receiving = account.deriveChild(RECEIVING);
  return {
    family: 'evm',
    keyFingerprint: bytesToHex(account.pubKeyHash ?? new Uint8Array()).slice(2),
    derive: (index) => {
      const { publicKey } = receiving.deriveChild(index);
      if (publicKey === null) throw new Error(`there is no address at index ${index}`);
      const full = secp256k1.Point.fromBytes(publicKey).toBytes(false);
      const address = publicKeyToAddress(bytesToHex(full));
      return { address, addressKey: address.toLowerCase() };
    },
  };
}

function readAccount(xpub: string): HDKey {
  if (/^[xyz]prv/i.test(xpub)) {
    throw new Error(
      'EVM_XPUB holds a private key. Kobogate must never have one: replace it by the public key (xpub…), and treat the private key as seen by others.',
    );
  }
  let key: HDKey;
  try {
    key = HDKey.fromExtendedKey(xpub);
  } catch (cause) {
    throw new Error('EVM_XPUB is not an extended public key: it has a typing error or is cut off.', { cause });
  }
  if (key.depth !== ACCOUNT_DEPTH) {
    throw new Error(
      `EVM_XPUB must be the account's key (m/44'/60'/0'), and this one is ${key.depth} levels deep instead of 3.`,
    );
  }
  return key;
}
