import {
  ASSETS,
  CURRENCIES,
  CURRENCY_NAMES,
  findAsset,
  isCurrency,
  isNetwork,
  type NetworkAsset,
  type NetworkId,
  NETWORKS,
  type SupportedCoin,
  TEXTS,
  type UserId,
  type WalletId,
} from '@kobogate/contract';
import { type Failure, ruleBroken } from '../../platform/errors.ts';

/** A user's place to receive one currency on one network. */
export interface WalletRecord {
  readonly id: WalletId;
  readonly userId: UserId;
  readonly currency: string;
  readonly network: string;
  readonly depositAddress: string;
  readonly createdAt: Date;
}

/**
 * The asset of a pair that a wallet may be made for. Throws 422 with its own message for each error: nothing picked, an
 * unknown currency, an unknown network, a pair that does not exist, a network that is not watched.
 */
export function requireOffered(currency: string, network: string, watched: readonly NetworkId[]): NetworkAsset {
  if (currency === '' || network === '') throw ruleBroken(TEXTS.walletPairMissing);
  if (!isCurrency(currency))
    throw ruleBroken('We do not know this currency. Please pick one from the list.', 'pair-gone');
  if (!isNetwork(network)) throw ruleBroken('We do not know this network. Please pick one from the list.', 'pair-gone');
  const asset = findAsset(currency, network);
  const name = NETWORKS[network].name;
  if (asset === undefined) {
    throw ruleBroken(`${currency} does not exist on ${name}. Please pick another network for it.`, 'pair-gone');
  }
  if (!watched.includes(network)) {
    throw ruleBroken(`We do not receive on ${name} at present. Please pick another network.`, 'pair-gone');
  }
  return asset;
}

/** 422: the operator has taken the coin off offer on this network. */
export function notReceived({ currency, network }: NetworkAsset): Failure {
  return ruleBroken(`We make no new ${currency} wallets on ${NETWORKS[network].name} at present. Please pick another.`);
}

/**
 * The coins on offer, each with those of its networks that are watched and that the operator has not taken off offer; a
 * coin without any is left out. A coin has a rate if it has one on any of them. Pure.
 */
export function describeCoinsOnOffer(
  watched: readonly NetworkId[],
  { isOffered, hasRate }: Readonly<Record<'isOffered' | 'hasRate', (asset: NetworkAsset) => boolean>>,
): SupportedCoin[] {
  return CURRENCIES.map((currency) => {
    const assets = ASSETS.filter(
      (asset) => asset.currency === currency && watched.includes(asset.network) && isOffered(asset),
    );
    return {
      currency,
      name: CURRENCY_NAMES[currency],
      hasRate: assets.some(hasRate),
      networks: assets.map(({ network }) => ({ id: network, name: NETWORKS[network].name })),
    };
  }).filter(({ networks }) => networks.length > 0);
}
