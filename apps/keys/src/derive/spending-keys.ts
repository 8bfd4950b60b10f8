import { BITCOIN_PATHS, type BitcoinScript, EVM_PATH, TRON_PATH } from '@kobogate/addresses';
import { HDKey } from '@scure/bip32';
import { cardanoSigner } from './cardano.ts';
import type { KeyAt, SignerAt } from './family-keys.ts';
import { solanaSigner } from './ed25519.ts';
import { polkadotSigner } from './polkadot.ts';
import type { Seed } from './seed.ts';

/** The signers of transactions, by family. */
export interface SpendingKeys {
  readonly bitcoin: Readonly<Record<BitcoinScript, KeyAt>>;
  readonly evm: KeyAt;
  readonly cardano: SignerAt;
  readonly polkadot: SignerAt;
  readonly solana: SignerAt;
  readonly tron: KeyAt;
}

/** The keys of a seed that spend. They never leave the program that asked for the words. */
export function spendingKeys(seed: Seed): SpendingKeys {
  const master = HDKey.fromMasterSeed(seed.stretched);
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
    cardano: cardanoSigner(seed),
    polkadot: polkadotSigner(seed),
    solana: solanaSigner(seed),
    tron: below(TRON_PATH),
  };
}
