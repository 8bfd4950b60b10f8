import * as z from 'zod/mini';
import { ASSETS, type Currency, isCurrency, isNetwork, NETWORK_IDS, type NetworkId, NETWORKS } from './assets.ts';
import { endpoint, instant, messageAnswer, text } from './endpoint.ts';
import { TEXTS } from './texts.ts';
import { proof } from './two-factor.ts';

/** The networks that coins can be sent back on, in the order of the form; `mainnet` is Bitcoin's. */
export const REFUND_NETWORK_IDS = NETWORK_IDS;
export type RefundNetworkId = NetworkId;

function isRefundNetwork(id: string): id is RefundNetworkId {
  return (REFUND_NETWORK_IDS as readonly string[]).includes(id);
}

function currenciesOn(network: RefundNetworkId): readonly Currency[] {
  return ASSETS.filter((asset) => asset.network === network).map(({ currency }) => currency);
}

/** A refund network's name for people; a text that is none comes back as it is. */
export function refundNetworkName(network: string): string {
  return isNetwork(network) ? NETWORKS[network].name : network;
}

/** The networks that a currency can be sent back on, in the order of the form. */
export function refundNetworksOf(currency: Currency): RefundNetworkId[] {
  return REFUND_NETWORK_IDS.filter((network) => currenciesOn(network).includes(currency));
}

export type RefundPair =
  | { readonly currency: Currency; readonly network: RefundNetworkId; readonly problem: null }
  | { readonly problem: string };

/**
 * Reads a pair of the refund form: the pair itself, or why coins can't be sent back by it, in words. Exact,
 * case-sensitive.
 */
export function readRefundPair(currency: string, network: string): RefundPair {
  if (!isCurrency(currency)) return { problem: 'We do not know this currency. Please pick one from the list.' };
  const possible = refundNetworksOf(currency);
  if (!isRefundNetwork(network)) return { problem: 'We do not know this network. Please pick one from the list.' };
  if (possible.includes(network)) return { currency, network, problem: null };
  const names = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(possible.map(refundNetworkName));
  return { problem: `${currency} does not exist on ${refundNetworkName(network)}. Please pick ${names}.` };
}

const familyOf = (network: string): string | null => (isNetwork(network) ? NETWORKS[network].family : null);

/**
 * Whether an address is saved only with its owner's proof: where the account has another one of the same kind of chain, which a
 * refund would be asked for with. The same again takes none. Pure.
 */
export function refundAddressTakesProof(
  saved: readonly Pick<RefundAddress, 'currency' | 'network' | 'address'>[],
  { currency, network, address }: Pick<RefundAddress, 'currency' | 'network' | 'address'>,
): boolean {
  const isSame = saved.some((one) => one.currency === currency && one.network === network && one.address === address);
  return !isSame && saved.some((one) => familyOf(one.network) === familyOf(network) && one.address !== address);
}

export const refundAddressSchema = z.object({
  currency: z.string(),
  network: z.string(),
  networkName: z.string(),
  /** In the chain's one written form, such as with EIP-55's checksum. */
  address: z.string(),
  updatedAt: instant,
});
export type RefundAddress = z.output<typeof refundAddressSchema>;

const missing = TEXTS.walletDetailsMissing;

export const refundAddresses = {
  list: endpoint({
    method: 'GET',
    path: '/refund-addresses',
    summary: 'Where coins of the signed-in user are sent back to: one address for each currency and network',
    access: 'user',
    answer: z.object({ data: z.array(refundAddressSchema) }),
    errors: [401],
  }),
  save: endpoint({
    method: 'PUT',
    path: '/refund-addresses',
    summary:
      'Set the refund address of a currency on a network; checked for that chain’s form and checksum. The first one of its kind ' +
      'of chain needs no proof; any other takes the password, and a code where two-factor is on',
    access: 'user',
    body: z.object({
      address: text(200, missing),
      currency: text(20, missing),
      network: text(40, missing),
      ...proof.shape,
    }),
    answer: z.object({ ...messageAnswer.shape, data: refundAddressSchema }),
    errors: [401, 422, 429],
  }),
} as const;
