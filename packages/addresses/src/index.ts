export { type AddressSource, AccountKeyError } from './address-source.ts';
export { type AddressCheck, type ChainAddress } from './address-check.ts';
export { checkAddress } from './check-address.ts';
export { BITCOIN_PATHS, bitcoinAddressSource } from './bitcoin/address-source.ts';
export { bitcoinAddress, type BitcoinScript } from './bitcoin/encode.ts';
export { bitcoinInputScript } from './bitcoin/input-owner.ts';
export { cardanoAddress, CARDANO_PATH, formatCardanoAccount, cardanoAddressSource } from './cardano/address-source.ts';
export { cardanoAddressBytes, formatCardanoAddress } from './cardano/encode.ts';
export { littleEndian } from './cardano/bip32-ed25519.ts';
export { evmAddress, EVM_PATH, evmAddressSource } from './evm/address-source.ts';
export { versionsOf } from './extended-key.ts';
export {
  numberJunction,
  polkadotAddress,
  POLKADOT_PATH,
  POLKADOT_TREASURY,
  polkadotAddressSource,
  textJunction,
} from './polkadot/address-source.ts';
export { readBase58, writeBase58 } from './solana/base58.ts';
export { solanaAddress, SOLANA_PATH, SOLANA_TREASURY } from './solana/pool.ts';
export { solanaAddressWithSeed } from './solana/seed-address.ts';
export { associatedTokenAccount, isOnCurve } from './solana/token-account.ts';
export { type ExportSigner, formatKeyExport, type PublicKeys } from './export/format.ts';
export { type KeyExport, readKeyExport } from './export/read-export.ts';
