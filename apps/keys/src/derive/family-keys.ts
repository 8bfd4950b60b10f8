import type { ChainAddress } from '@kobogate/addresses';
import type { ChainFamily } from '@kobogate/contract';

/**
 * What the owner of the words can do in one family: name each path, and make its address from the private key there.
 */
export interface FamilyKeys {
  readonly family: ChainFamily;
  path(index: number): string;
  address(index: number): ChainAddress;
}

/** A family whose addresses the server can derive from one public key. */
export interface AccountKeys extends FamilyKeys {
  /** The account's public key, in the form in which an export carries it. */
  readonly accountKey: string;
}

/** The private key at a place below an account: chain 0 for deposit addresses, chain 1 for the treasury. */
export type KeyAt = (
  chain: 0 | 1,
  index: number,
) => { readonly privateKey: Uint8Array; readonly publicKey: Uint8Array };

/** Signs for a place below an account, without giving the key away. */
export type SignerAt = (
  chain: 0 | 1,
  index: number,
) => { readonly publicKey: Uint8Array; sign(message: Uint8Array): Uint8Array };
