import { checkAddress } from '@kobogate/addresses';
import { findLedgerAsset, NETWORKS } from '@kobogate/contract';
import type { Connection } from '../../platform/database.ts';
import { listListedSenders } from './listed-senders.ts';

/** Coins on their way back: whose, which, and to what address. */
export interface SentBack {
  readonly id: string;
  readonly userId: string;
  readonly asset: string;
  readonly address: string;
}

/** What of a refund stands on the list: the address that it goes to, and whom its coins may have come from. */
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
 * The hits of refunds by their ids, by the list that holds now and by what was ever written down of the deposits that their
 * coins can be from. A refund without any is missing.
 */
export async function listRefundHits(
  connection: Connection,
  refunds: readonly SentBack[],
): Promise<ReadonlyMap<string, RefundHits>> {
  if (refunds.length === 0) return new Map();
  const coins = refunds.map(({ id, userId, asset }) => ({ id, userId, asset, addressId: null }));
  const senders = await listListedSenders(connection, coins);
  const listed = await listListedDestinations(connection, refunds);
  const touched = refunds.filter(({ id }) => senders.has(id) || listed.has(id));
  return new Map(
    touched.map(({ id }) => [id, { isAddressListed: listed.has(id), senders: senders.get(id) ?? [] }] as const),
  );
}

/** The ids of those whose own address stands on the list. */
async function listListedDestinations(
  connection: Connection,
  refunds: readonly SentBack[],
): Promise<ReadonlySet<string>> {
  const keys = refunds.map(keyOf);
  const rows = await connection.query<{ id: string }>(
    `select r.id from unnest($1::uuid[], $2::text[], $3::text[]) as r(id, family, address_key)
       join sanctioned_address l on l.family = r.family and l.address_key = r.address_key`,
    [refunds.map(({ id }) => id), keys.map((key) => key?.family ?? ''), keys.map((key) => key?.addressKey ?? '')],
    'sanctions-refunds',
  );
  return new Set(rows.map(({ id }) => id));
}

function keyOf({ asset, address }: SentBack): { family: string; addressKey: string } | null {
  const network = findLedgerAsset(asset)?.network;
  if (network === undefined) return null;
  const { family, name } = NETWORKS[network];
  const checked = checkAddress(family, address, name);
  return 'problem' in checked ? null : { family, addressKey: checked.addressKey };
}
