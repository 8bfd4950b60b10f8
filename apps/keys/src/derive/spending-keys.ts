import { BITCOIN_PATHS, type BitcoinScript, EVM_PATH } from '@kobogate/addresses';
import { HDKey } from '@scure/bip32';
import type { Seed } from './seed.ts';

/** The private key at a place below an account: chain 0 for deposit addresses, chain 1 for the treasury. */
export type KeyAt = (
  chain: 0 | 1,
  index: number,
) => { readonly privateKey: Uint8Array; readonly publicKey: Uint8Array };

/** What signs transactions, by family. */
export interface SpendingKeys {
  readonly bitcoin: Readonly<Record<BitcoinScript, KeyAt>>;
  readonly evm: KeyAt;
}

/** The keys of a seed that spend. They never leave the program that asked for the words. */
export function spendingKeys({ stretched }: Seed): SpendingKeys {
  const master = HDKey.fromMasterSeed(stretched);
  const below = (path: string): KeyAt => {
    const account = master.derive(path);
    return (chain, index) => {
      const { privateKey, publicKey } = account.deriveChild(chain).deriveChild(index);
      if (privateKey === null || publicKey === null) throw new Error(`there is no key at ${path}/${chain}/${index}`);
      return { privateKey, publicKey };
    };
  };
  return {
    bitcoin: { segwit: below(BITCOIN_PATHS.segwit), taproot: below(BITCOIN_PATHS.taproot) },
    evm: below(EVM_PATH),
  };
}
