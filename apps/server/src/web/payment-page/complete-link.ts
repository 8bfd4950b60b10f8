import { ASSETS, idSchema, type LinkId, NETWORKS, type PaymentLink } from '@kobogate/contract';
import type { SendToApi } from '../ask-api.ts';

const LINK = /^\/payment-links\/user\/(?<id>[^/]+)$/;

/**
 * Supports an API that answers a link only in its first form, `{name, purpose, amount, bannerImage, profileImage,
 * coins}`: later fields are added with their former meaning, a fixed amount in naira on every network of the coins.
 * `send` works as before.
 */
export function completingLinks(send: SendToApi): SendToApi {
  return async (request) => {
    const response = await send(request);
    const id = LINK.exec(request.path)?.groups?.['id'];
    const { json } = response;
    if (id === undefined || typeof json !== 'object' || json === null || !('data' in json)) return response;
    const { data } = json;
    if (typeof data !== 'object' || data === null || 'networks' in data || !('coins' in data)) return response;
    const coins: readonly unknown[] = Array.isArray(data.coins) ? data.coins : [];
    return {
      ...response,
      json: { data: { ...additions(idSchema('Link').parse(decodeURIComponent(id)), coins), ...data } },
    };
  };
}

const additions = (id: LinkId, coins: readonly unknown[]): Partial<PaymentLink> => ({
  id,
  amountCurrency: 'NGN',
  isAmountOpen: false,
  minimumAmount: null,
  maximumAmount: null,
  networks: ASSETS.filter(({ currency }) => coins.includes(currency)).map(({ currency, network }) => ({
    currency,
    network,
    networkName: NETWORKS[network].name,
  })),
  coinsWithoutRate: [],
  isOnce: false,
  expiresAt: null,
  state: 'active',
  medianPayoutSeconds: null,
});
