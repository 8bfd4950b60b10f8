import { checkAddress } from '@kobogate/addresses';
import { findLedgerAsset, NETWORKS, type UserId, type RefundId } from '@kobogate/contract';
import type { Connection } from '../../platform/database.ts';
import { type Destination, listListedDestinations, listListedSenders } from './db.ts';

/** Coins of a refund: the owner, the asset, and the address. */
export interface SentBack {
  readonly id: RefundId;
  readonly userId: UserId;
  readonly asset: string;
  readonly address: string;
}

/** The hits of a refund: its own address, and the listed senders of its coins. */
export interface RefundHits {
  readonly isAddressListed: boolean;
  readonly senders: readonly string[];
}

/** No address of a refund stands on the list. */
export const NO_HITS: RefundHits = { isAddressListed: false, senders: [] };

/** All listed addresses that a refund touches, its own among them. Pure. */
export const listedAddresses = ({ address }: Pick<SentBack, 'address'>, hits: RefundHits): string[] => [
  ...(hits.isAddressListed ? [address] : []),
  ...hits.senders,
];

/**
 * The hits of refunds by their ids, by the current list and by the recorded hits of the deposits that their coins can
 * be from. A refund without any is missing.
 */
export async function listRefundHits(
  connection: Connection,
  refunds: readonly SentBack[],
): Promise<ReadonlyMap<string, RefundHits>> {
  if (refunds.length === 0) return new Map();
  const coins = refunds.map(({ id, userId, asset }) => ({ id, userId, asset, addressId: null }));
  const senders = await listListedSenders(connection, coins);
  const listed = await listListedDestinations(
    connection,
    refunds.flatMap((refund) => keyOf(refund) ?? []),
  );
  const touched = refunds.filter(({ id }) => senders.has(id) || listed.has(id));
  return new Map(
    touched.map(({ id }) => [id, { isAddressListed: listed.has(id), senders: senders.get(id) ?? [] }] as const),
  );
}

function keyOf({ id, asset, address }: SentBack): Destination | null {
  const network = findLedgerAsset(asset)?.network;
  if (network === undefined) return null;
  const { family, name } = NETWORKS[network];
  const checked = checkAddress(family, address, name);
  return 'problem' in checked ? null : { id, family, addressKey: checked.addressKey };
}
