export { type AddressSource, AccountKeyError, SOFT_INDEXES } from './address-source.ts';
export { type ChainAddress } from './address-check.ts';
export { checkAddress } from './check-address.ts';
export { BITCOIN_PATHS, bitcoinAddressSource } from './bitcoin/address-source.ts';
export { bitcoinAddress, type BitcoinScript } from './bitcoin/encode.ts';
export { bitcoinInputScript } from './bitcoin/input-owner.ts';
export { cardanoAddress, CARDANO_PATH, formatCardanoAccount } from './cardano/address-source.ts';
export { cardanoAddressBytes, formatCardanoAddress } from './cardano/encode.ts';
export { littleEndian } from './cardano/bip32-ed25519.ts';
export { checksummed } from './evm/checksum.ts';
export { evmAddress, EVM_PATH, evmAddressSource } from './evm/address-source.ts';
export { versionsOf } from './extended-key.ts';
export {
  numberJunction,
  polkadotAddress,
  POLKADOT_PATH,
  POLKADOT_TREASURY,
  textJunction,
} from './polkadot/address-source.ts';
export { readBase58, writeBase58 } from './solana/base58.ts';
export { solanaAddress } from './solana/pool.ts';
export { solanaAddressWithSeed } from './solana/seed-address.ts';
export { associatedTokenAccount, isOnCurve } from './solana/token-account.ts';
export { tronAddress, TRON_PATH, tronAddressSource } from './tron/address-source.ts';
export { formatTronAddress, readTronAddress } from './tron/base58-check.ts';
export { type ExportSigner, formatKeyExport } from './export/format.ts';
export { readKeyExport } from './export/read-export.ts';
