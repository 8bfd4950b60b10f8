import type { Connection } from '../../platform/database.ts';
import { MAY_BE_IN_BALANCE } from './db.ts';

/** Coins by whose they are and where they lie. */
export interface HeldCoins {
  /** Tells them apart from all others that are asked for. */
  readonly id: string;
  readonly userId: string;
  /** Ledger asset, `CURRENCY@network`. */
  readonly asset: string;
  /** The address that a payment's coins came to; null for coins of the balance. */
  readonly addressId: string | null;
}

/**
 * The listed addresses that coins can have come from, by the coins' ids: by the list that holds now, and by what was ever
 * written down of their deposits. Coins without any are missing.
 */
export async function listListedSenders(
  connection: Connection,
  coins: readonly HeldCoins[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (coins.length === 0) return new Map();
  // Whether a deposit can be in the balance is asked of the few that are listed alone.
  const rows = await connection.query<{ id: string; addresses: string[] }>(
    `with c as (
       select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::uuid[]) as c(id, user_id, asset, address_id)
     ), source as (
       select d.id as deposit_id, d.user_id, d.asset, null::uuid as address_id, a.family
       from (select distinct user_id, asset from c where address_id is null) b
         join deposit d on d.user_id = b.user_id and d.asset = b.asset
         join deposit_address a on a.id = d.address_id
       where d.status <> 'dropped'
       union all
       select d.id, d.user_id, d.asset, d.address_id, a.family
       from (select distinct user_id, asset, address_id from c where address_id is not null) p
         join deposit d on d.address_id = p.address_id and d.user_id = p.user_id and d.asset = p.asset
         join deposit_address a on a.id = d.address_id
       where d.status <> 'dropped'
     ), listed as (
       select s.*, h.address from source s join sanctions_hit h on h.deposit_id = s.deposit_id
       union select s.*, l.address
       from source s join deposit_sender f on f.deposit_id = s.deposit_id
         join sanctioned_address l on l.family = s.family and l.address_key = f.address_key
     )
     select c.id, array_agg(distinct l.address) as addresses
     from c join listed l on l.user_id = c.user_id and l.asset = c.asset and l.address_id is not distinct from c.address_id
     where c.address_id is not null or exists (
       select from deposit d join deposit_address a on a.id = d.address_id
       where d.id = l.deposit_id and ${MAY_BE_IN_BALANCE})
     group by c.id`,
    [
      coins.map(({ id }) => id),
      coins.map(({ userId }) => userId),
      coins.map(({ asset }) => asset),
      coins.map(({ addressId }) => addressId),
    ],
    'sanctions-senders',
  );
  return new Map(rows.map(({ id, addresses }) => [id, addresses]));
}
