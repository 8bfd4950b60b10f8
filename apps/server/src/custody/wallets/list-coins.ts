import type { NetworkId, SupportedCoin } from '@kobogate/contract';
import type { CurrentRates, OfferedProducts } from '../../pricing/index.ts';
import { describeCoinsOnOffer } from './wallet.ts';

export interface CoinDependencies {
  /** The networks that this gateway watches: on any other a payment would not be seen. */
  readonly networks: readonly NetworkId[];
  readonly products: OfferedProducts;
}

/** The coins that a wallet can be made for now, and whether each has a rate. */
export async function listCoinsOnOffer({
  networks,
  products,
  currentRates,
}: CoinDependencies & { readonly currentRates: CurrentRates }): Promise<SupportedCoin[]> {
  const [offered, rates] = await Promise.all([products.current(), currentRates()]);
  return describeCoinsOnOffer(networks, {
    isOffered: ({ code }) => offered.get(code)?.isOffered !== false,
    hasRate: ({ code }) => rates.has(code),
  });
}
