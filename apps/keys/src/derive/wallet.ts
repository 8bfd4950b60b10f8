import type { BitcoinScript, ExportSigner } from '@kobogate/addresses';
import { cardanoKeys } from './cardano.ts';
import { exportSigner, solanaKeys } from './ed25519.ts';
import type { AccountKeys, FamilyKeys } from './family-keys.ts';
import { polkadotKeys } from './polkadot.ts';
import { bitcoinKeys, evmKeys, tronKeys } from './secp256k1.ts';
import { type SpendingKeys, spendingKeys } from './spending-keys.ts';
import type { Seed } from './seed.ts';

/** Everything that Kobogate uses of one seed. */
export interface Wallet {
  readonly isPublic: boolean;
  readonly bitcoin: Readonly<Record<BitcoinScript, AccountKeys>>;
  readonly evm: AccountKeys;
  readonly cardano: AccountKeys;
  readonly polkadot: AccountKeys;
  readonly solana: FamilyKeys;
  readonly tron: AccountKeys;
  readonly signer: ExportSigner;
  /** What signs transactions. */
  readonly spending: SpendingKeys;
}

/** Derives the accounts of a seed. Takes a tenth of a second. */
export function openWallet(seed: Seed): Wallet {
  return {
    isPublic: seed.isPublic,
    bitcoin: { segwit: bitcoinKeys(seed, 'segwit'), taproot: bitcoinKeys(seed, 'taproot') },
    evm: evmKeys(seed),
    cardano: cardanoKeys(seed),
    polkadot: polkadotKeys(seed),
    solana: solanaKeys(seed),
    tron: tronKeys(seed),
    signer: exportSigner(seed),
    spending: spendingKeys(seed),
  };
}
