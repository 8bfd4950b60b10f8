import {
  BITCOIN_PATHS,
  bitcoinAddress,
  type BitcoinScript,
  EVM_PATH,
  evmAddress,
  TRON_PATH,
  tronAddress,
  versionsOf,
} from '@kobogate/addresses';
import { HDKey } from '@scure/bip32';
import type { AccountKeys } from './family-keys.ts';
import type { Seed } from './seed.ts';

/** BIP-32 for EVM chains: m/44'/60'/0'/0/index. */
export function evmKeys({ stretched }: Seed): AccountKeys {
  const account = HDKey.fromMasterSeed(stretched).derive(EVM_PATH);
  return {
    family: 'evm',
    accountKey: account.publicExtendedKey,
    path: (index) => `${EVM_PATH}/0/${index}`,
    address: (index) => evmAddress(publicKeyOf(account, index)),
  };
}

/** BIP-32 for TRON: m/44'/195'/0'/0/index. */
export function tronKeys({ stretched }: Seed): AccountKeys {
  const account = HDKey.fromMasterSeed(stretched).derive(TRON_PATH);
  return {
    family: 'tron',
    accountKey: account.publicExtendedKey,
    path: (index) => `${TRON_PATH}/0/${index}`,
    address: (index) => tronAddress(publicKeyOf(account, index)),
  };
}

/** BIP-32 for Bitcoin: m/84'/0'/0'/0/index, or m/86'/… for taproot. */
export function bitcoinKeys({ stretched }: Seed, script: BitcoinScript): AccountKeys {
  const path = BITCOIN_PATHS[script];
  const versions = versionsOf(script === 'segwit' ? 'zpub' : 'xpub');
  const account = HDKey.fromMasterSeed(stretched, versions).derive(path);
  return {
    family: 'bitcoin',
    accountKey: account.publicExtendedKey,
    path: (index) => `${path}/0/${index}`,
    address: (index) => bitcoinAddress(publicKeyOf(account, index), script),
  };
}

function publicKeyOf(account: HDKey, index: number): Uint8Array {
  const { publicKey, privateKey } = account.deriveChild(0).deriveChild(index);
  if (publicKey === null || privateKey === null) throw new Error(`there is no key at index ${index}`);
  return publicKey;
}
