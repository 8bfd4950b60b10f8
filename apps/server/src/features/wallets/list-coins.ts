import type { NetworkId, SupportedCoin } from '@kobogate/contract';
import type { OfferedProducts } from '../products/offered-products.ts';
import { describeCoinsOnOffer } from './wallet.ts';

export interface CoinDependencies {
  /** The networks that this gateway watches: on any other a payment would not be seen. */
  readonly networks: readonly NetworkId[];
  readonly products: OfferedProducts;
}

/** The coins that a wallet can be made for now. */
export async function listCoinsOnOffer({ networks, products }: CoinDependencies): Promise<SupportedCoin[]> {
  const offered = await products.current();
  return describeCoinsOnOffer(networks, ({ code }) => offered.get(code)?.isOffered !== false);
}
