import type { AddressId, DepositId } from '@kobogate/contract';
import type { Connection, Transaction } from '../../platform/database.ts';
import { newId } from '../../platform/identifiers.ts';
import type { PlanRow } from '../treasury/db.ts';
import type { OwnAddress } from '../treasury/treasury-wallet.ts';

/** An address whose balance is to be compared. */
export interface BalanceCheck extends OwnAddress {
  readonly addressId: AddressId;
  /** As the database writes it, to the microsecond: a later request is another one. */
  readonly askedAt: string;
}

/** What the addresses of a network held of an asset above their known payments, in smallest units. */
export interface Surplus {
  readonly asset: string;
  readonly amount: bigint;
}

/** Asks for the comparison of the addresses of these deposits, in the transaction that credits them. */
export async function askForChecks(tx: Transaction, depositIds: readonly DepositId[]): Promise<void> {
  await tx.query(
    `insert into balance_check (network, address_id)
     select distinct network, address_id from deposit where id = any($1::uuid[]) order by network, address_id
     on conflict (network, address_id) do update set asked_at = clock_timestamp()`,
    [depositIds],
    'ask-for-balance-checks',
  );
}

/** The addresses of a network that wait to be compared, oldest request first. */
export async function listChecks(connection: Connection, network: string, limit: number): Promise<BalanceCheck[]> {
  const rows = await connection.query<Omit<BalanceCheck, 'chain'>>(
    `select a.id as "addressId", a.address, a.address_key as "addressKey", a.derivation_index as index,
       c.asked_at::text as "askedAt"
     from balance_check c join deposit_address a on a.id = c.address_id
     where c.network = $1 order by c.asked_at, a.id limit $2`,
    [network, limit],
    'list-balance-checks',
  );
  return rows.map((row) => Object.assign(row, { chain: 0 as const }));
}

/** Ends checks that were made; an address asked for again since stays. */
export async function endChecks(
  connection: Connection,
  network: string,
  checks: readonly BalanceCheck[],
): Promise<void> {
  await connection.query(
    `delete from balance_check c using unnest($2::uuid[], $3::timestamptz[]) as made (address_id, asked_at)
     where c.network = $1 and c.address_id = made.address_id and c.asked_at = made.asked_at`,
    [network, checks.map(({ addressId }) => addressId), checks.map(({ askedAt }) => askedAt)],
  );
}

/** The sums of the living deposits of a network at these addresses, by address and asset. */
export async function sumDeposits(
  connection: Connection,
  network: string,
  addressIds: readonly AddressId[],
): Promise<{ addressId: AddressId; asset: string; amount: bigint }[]> {
  const rows = await connection.query<{ addressId: AddressId; asset: string; amount: string }>(
    `select address_id as "addressId", asset, sum(amount) as amount from deposit
     where network = $1 and address_id = any($2::uuid[]) and status in ('seen', 'confirming', 'confirmed')
     group by address_id, asset`,
    [network, addressIds],
  );
  return rows.map(({ amount, ...row }) => Object.assign(row, { amount: BigInt(amount) }));
}

/** The plans of a network that name one of these addresses and were not discarded. */
export async function listPlansWith(
  connection: Connection,
  network: string,
  addresses: readonly string[],
): Promise<Pick<PlanRow, 'id' | 'body'>[]> {
  return connection.query<Pick<PlanRow, 'id' | 'body'>>(
    `select id, body from spending_plan where network = $1 and status <> 'discarded' and body like any($2::text[])`,
    [network, addresses.map((address) => `%${address}%`)],
  );
}

/** The surpluses of a network that no operator has explained yet: while there are any, its watcher waits. */
export async function listOpenSurpluses(connection: Connection, network: string): Promise<Surplus[]> {
  const rows = await connection.query<{ asset: string; amount: string }>(
    `select asset, amount from balance_surplus where network = $1 and explained_at is null order by asset`,
    [network],
    'list-open-surpluses',
  );
  return rows.map(({ asset, amount }) => ({ asset, amount: BigInt(amount) }));
}

/** How much of each asset of a network an operator has explained. */
export async function explainedSurpluses(
  connection: Connection,
  network: string,
): Promise<ReadonlyMap<string, bigint>> {
  const rows = await connection.query<{ asset: string; amount: string }>(
    `select asset, max(amount) as amount from balance_surplus where network = $1 and explained_at is not null
     group by asset`,
    [network],
  );
  return new Map(rows.map(({ asset, amount }) => [asset, BigInt(amount)]));
}

/** Records surpluses, and answers those that are new: an asset has one open surplus at a time. */
export async function insertSurpluses(
  tx: Transaction,
  network: string,
  surpluses: readonly Surplus[],
): Promise<Surplus[]> {
  const rows = await tx.query<{ asset: string; amount: string }>(
    `insert into balance_surplus (id, network, asset, amount)
     select id, $1, asset, amount from unnest($2::uuid[], $3::text[], $4::numeric[]) as new (id, asset, amount)
     on conflict (network, asset) where explained_at is null do nothing returning asset, amount`,
    [
      network,
      surpluses.map(() => newId()),
      surpluses.map(({ asset }) => asset),
      surpluses.map(({ amount }) => String(amount)),
    ],
  );
  return rows.map(({ asset, amount }) => ({ asset, amount: BigInt(amount) }));
}

/** Writes an operator's reason to the open surpluses of a network, and answers them. */
export async function explainSurpluses(connection: Connection, network: string, reason: string): Promise<Surplus[]> {
  const rows = await connection.query<{ asset: string; amount: string }>(
    `update balance_surplus set explained_at = clock_timestamp(), reason = $2
     where network = $1 and explained_at is null returning asset, amount`,
    [network, reason],
  );
  return rows.map(({ asset, amount }) => ({ asset, amount: BigInt(amount) }));
}
