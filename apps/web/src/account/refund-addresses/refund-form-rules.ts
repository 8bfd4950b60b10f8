import { isCurrency, readRefundPair, refundNetworkName, refundNetworksOf, TEXTS } from '@kobogate/contract';

export interface RefundForm {
  address: string;
  currency: string;
  network: string;
}

/**
 * The form's first problem in words, or null: all three fields, then a pair that exists. The address itself is checked by
 * the server, which knows each chain's form and checksum.
 */
export function refundFormProblem({ address, currency, network }: RefundForm): string | null {
  if ([address, currency, network].some((value) => value.trim() === '')) return TEXTS.walletDetailsMissing;
  return readRefundPair(currency, network).problem;
}

/** Where a chosen currency can be sent back on, for the network's hint; undefined while none is chosen. */
export function networksHint(currency: string): string | undefined {
  if (!isCurrency(currency)) return undefined;
  const names = refundNetworksOf(currency).map(refundNetworkName);
  return `${currency} exists on ${new Intl.ListFormat('en-GB').format(names)}.`;
}
