import type { ChainFamily } from '@kobogate/contract';

/** A place on a chain: as people copy it, and as the chain's node gives it back. */
export interface DerivedAddress {
  readonly address: string;
  /** Two spellings of one address have the same key. */
  readonly addressKey: string;
}

/** Port: makes a family's deposit addresses from the operator's public key. It never holds a key that can spend. */
export interface AddressDeriver {
  readonly family: ChainFamily;
  /** Names the account key, so that its indexes are counted apart from another key's. */
  readonly keyFingerprint: string;
  /** The address at an index from 0: the same for ever, and another one for each index. */
  derive(index: number): DerivedAddress;
}
