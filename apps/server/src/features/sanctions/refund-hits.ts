import { checkAddress } from '@kobogate/addresses';
import { findLedgerAsset, NETWORKS } from '@kobogate/contract';
import type { Connection } from '../../platform/database.ts';
import { MAY_BE_IN_BALANCE } from './db.ts';

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

interface HitRow {
  id: string;
  address: string;
  isDestination: boolean;
}

/**
 * The hits of refunds by their ids, by the list that holds now and by what was ever written down of the deposits that their
 * coins can be from. A refund without any is missing.
 */
export async function listRefundHits(
  connection: Connection,
  refunds: readonly SentBack[],
): Promise<ReadonlyMap<string, RefundHits>> {
  if (refunds.length === 0) return new Map();
  const keys = refunds.map(keyOf);
  const rows = await connection.query<HitRow>(
    `with r as (
       select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[])
         as r(id, user_id, asset, family, address_key)
     ), source as (
       select r.id, d.id as deposit_id, a.family
       from r join deposit d on d.user_id = r.user_id and d.asset = r.asset and d.status <> 'dropped'
         join deposit_address a on a.id = d.address_id
       where ${MAY_BE_IN_BALANCE}
     )
     select s.id, h.address, false as "isDestination" from source s join sanctions_hit h on h.deposit_id = s.deposit_id
     union select s.id, l.address, false
     from source s join deposit_sender f on f.deposit_id = s.deposit_id
       join sanctioned_address l on l.family = s.family and l.address_key = f.address_key
     union select r.id, l.address, true
     from r join sanctioned_address l on l.family = r.family and l.address_key = r.address_key
     order by 2`,
    [
      refunds.map(({ id }) => id),
      refunds.map(({ userId }) => userId),
      refunds.map(({ asset }) => asset),
      keys.map((key) => key?.family ?? ''),
      keys.map((key) => key?.addressKey ?? ''),
    ],
    'sanctions-refunds',
  );
  const hits = new Map<string, RefundHits>();
  for (const { id, address, isDestination } of rows) {
    const { isAddressListed, senders } = hits.get(id) ?? NO_HITS;
    hits.set(id, {
      isAddressListed: isAddressListed || isDestination,
      senders: isDestination ? senders : [...senders, address],
    });
  }
  return hits;
}

function keyOf({ asset, address }: SentBack): { family: string; addressKey: string } | null {
  const network = findLedgerAsset(asset)?.network;
  if (network === undefined) return null;
  const { family, name } = NETWORKS[network];
  const checked = checkAddress(family, address, name);
  return 'problem' in checked ? null : { family, addressKey: checked.addressKey };
}
