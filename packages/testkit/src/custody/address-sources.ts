/** The sources of single chains, which the product reads together from one export of keys (`readKeyExport`). */
export { cardanoAddressSource } from '../../../addresses/src/cardano/address-source.ts';
export { polkadotAddressSource } from '../../../addresses/src/polkadot/address-source.ts';
