import {
  endpoints,
  type PlanId,
  REFUNDS_SHOWN,
  type RefundId,
  type RefundState,
  type UserId,
} from '@kobogate/contract';
import { countsStill } from '../../controls/index.ts';
import type { Connection, Transaction } from '../../platform/database.ts';
import type { RefundAddress } from './refund-address.ts';
import type { RefundRecord } from './refund.ts';

export interface RefundWithOwner extends RefundRecord {
  readonly name: string;
  readonly email: string;
  readonly isOwnerDisabled: boolean;
  /** The listed addresses that were known when it was approved. */
  readonly knownHits: readonly string[];
  /** The first of two approvals, where it still counts. */
  readonly firstApproval: { readonly adminId: UserId; readonly by: string; readonly at: string } | null;
}

type Row<Record extends RefundRecord> = Omit<Record, 'amount' | 'fee'> & { amount: string; fee: string };

const read = <Record extends RefundRecord>(row: Row<Record>): Omit<Row<Record>, 'amount' | 'fee'> & RefundRecord =>
  Object.assign(row, { amount: BigInt(row.amount), fee: BigInt(row.fee) });

const COLUMNS = `r.id, r.user_id as "userId", r.asset, r.place, r.amount, r.fee, r.address, r.status, r.reason, r.txid,
  r.requested_at as "requestedAt"`;

/** A user's refunds, newest first. */
export async function listRefundsOf(connection: Connection, userId: UserId): Promise<RefundRecord[]> {
  const rows = await connection.query<Row<RefundRecord>>(
    `select ${COLUMNS} from refund r where r.user_id = $1 order by r.requested_at desc, r.id desc limit 100`,
    [userId],
    'list-refunds-of',
  );
  return rows.map(read);
}

const WITH_OWNER = `select ${COLUMNS}, u.first_name || ' ' || u.last_name as name, u.email,
    u.disabled_at is not null and u.closed_at is null as "isOwnerDisabled", r.known_hits as "knownHits",
    case when f.id is not null then jsonb_build_object('adminId', f.id, 'by', f.first_name || ' ' || f.last_name,
      'at', to_char(r.first_approved_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) end as "firstApproval"
  from refund r join app_user u on u.id = r.user_id
  left join app_user f on f.id = r.first_approved_by and ${countsStill('f', 'r.first_approved_at', endpoints.refunds.decide)}`;

/**
 * All users' refunds, or those of one: those that wait for an administrator first, the longest waiting at the top, then the newest.
 */
export async function listAllRefunds(connection: Connection, userId: UserId | null): Promise<RefundWithOwner[]> {
  const rows = await connection.query<Row<RefundWithOwner>>(
    `${WITH_OWNER} ${userId === null ? '' : 'where r.user_id = $1'}
     order by r.status = 'requested' desc, case when r.status = 'requested' then r.requested_at end,
       r.requested_at desc, r.id desc limit ${REFUNDS_SHOWN}`,
    userId === null ? [] : [userId],
    userId === null ? 'list-all-refunds' : 'list-refunds-of-one',
  );
  return rows.map(({ amount, fee, ...row }) => Object.assign(row, { amount: BigInt(amount), fee: BigInt(fee) }));
}

/** One refund with its owner; null where there is none. */
export async function findRefund(connection: Connection, id: RefundId): Promise<RefundWithOwner | null> {
  const [row] = await connection.query<Row<RefundWithOwner>>(`${WITH_OWNER} where r.id = $1`, [id]);
  return row === undefined ? null : Object.assign(row, { amount: BigInt(row.amount), fee: BigInt(row.fee) });
}

/** One refund with its owner, locked until the transaction ends; null where there is none. */
export async function loadRefundForUpdate(tx: Transaction, id: RefundId): Promise<RefundWithOwner | null> {
  await tx.query(`select 1 from refund where id = $1 for update`, [id]);
  return findRefund(tx, id);
}

const UNDER_WAY = `('requested', 'approved', 'planned', 'sent', 'seen')`;

/** A user's open refunds of these assets, locked, oldest first. */
export async function lockRefundsOf(
  tx: Transaction,
  userId: UserId,
  assets: readonly string[],
): Promise<RefundRecord[]> {
  const rows = await tx.query<Row<RefundRecord>>(
    `select ${COLUMNS} from refund r where r.user_id = $1 and r.asset = any($2) and r.status in ${UNDER_WAY}
     order by r.id for update of r`,
    [userId, assets],
  );
  return rows.map(read);
}

/** How many open refunds of an asset a user has; the caller holds the account's lock. */
export async function countUnderWay(tx: Transaction, userId: UserId, asset: string): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `select count(*)::int as count from refund where user_id = $1 and asset = $2 and status in ${UNDER_WAY}`,
    [userId, asset],
  );
  return row?.count ?? 0;
}

/** The refund that a user made with this key; null where there is none. */
export async function findRefundByKey(
  connection: Connection,
  userId: UserId,
  key: string,
): Promise<RefundRecord | null> {
  const [row] = await connection.query<Row<RefundRecord>>(
    `select ${COLUMNS} from refund r where r.user_id = $1 and r.idempotency_key = $2`,
    [userId, key],
  );
  return row === undefined ? null : read(row);
}

/** A network's approved refunds, which are in no plan yet, locked. */
export async function lockApproved(
  tx: Transaction,
  network: string,
): Promise<(RefundRecord & { readonly knownHits: readonly string[] })[]> {
  const rows = await tx.query<Row<RefundRecord> & { knownHits: string[] }>(
    `select ${COLUMNS}, r.known_hits as "knownHits" from refund r
     where r.status = 'approved' and split_part(r.asset, '@', 2) = $1 order by r.id for update`,
    [network],
  );
  return rows.map((row) => Object.assign(read(row), { knownHits: row.knownHits }));
}

/** A user's saved addresses on the networks of a family, the one of this very pair first, then the latest. */
export async function findSavedAddress(
  connection: Connection,
  { userId, currency, networks }: { userId: UserId; currency: string; networks: readonly string[] },
): Promise<string | null> {
  const [row] = await connection.query<{ address: string }>(
    `select address from refund_address where user_id = $1 and network = any($3::text[])
     order by (currency = $2 and network = ($3::text[])[1]) desc, (network = ($3::text[])[1]) desc, updated_at desc limit 1`,
    [userId, currency, networks],
  );
  return row?.address ?? null;
}

const ADDRESS = `user_id as "userId", currency, network, address, updated_at as "updatedAt"`;

/** All refund addresses of a user, by currency and network. */
export function listRefundAddresses(connection: Connection, userId: UserId): Promise<RefundAddress[]> {
  return connection.query<RefundAddress>(
    `select ${ADDRESS} from refund_address where user_id = $1 order by currency, network`,
    [userId],
    'list-refund-addresses',
  );
}

interface NewRefund extends Omit<RefundRecord, 'status' | 'reason' | 'txid' | 'requestedAt'> {
  readonly idempotencyKey: string | null;
}

/** Writes a request; false where the user has made one with this key already. */
export async function insertRefund(tx: Transaction, refund: NewRefund): Promise<boolean> {
  const rows = await tx.query(
    `insert into refund (id, user_id, asset, place, amount, fee, address, idempotency_key)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (user_id, idempotency_key) where idempotency_key is not null do nothing returning id`,
    [
      refund.id,
      refund.userId,
      refund.asset,
      refund.place,
      refund.amount.toString(),
      refund.fee.toString(),
      refund.address,
      refund.idempotencyKey,
    ],
  );
  return rows.length === 1;
}

/** Writes a decision; without an administrator where it follows from an event. */
export async function saveDecision(
  tx: Transaction,
  { id, status, reason, adminId }: { id: RefundId; status: RefundState; reason: string | null; adminId: UserId | null },
): Promise<void> {
  await tx.query(
    `update refund set status = $2, reason = $3, decided_by = $4, decided_at = clock_timestamp(),
       updated_at = clock_timestamp() where id = $1`,
    [id, status, reason, adminId],
  );
}

/** Records the first of two approvals of a locked refund; null removes it. */
export async function saveFirstApprover(tx: Transaction, id: RefundId, adminId: UserId | null): Promise<void> {
  await tx.query(
    `update refund set first_approved_by = $2, updated_at = clock_timestamp(),
       first_approved_at = case when $2::uuid is null then null else clock_timestamp() end
     where id = $1`,
    [id, adminId],
  );
}

/** Records which listed addresses were known when a locked refund was approved. */
export async function saveKnownHits(tx: Transaction, id: RefundId, addresses: readonly string[]): Promise<void> {
  await tx.query(`update refund set known_hits = $2 where id = $1`, [id, addresses]);
}

/** Returns a locked refund to an administrator's decision; its owner does not see why. */
export async function saveReturn(tx: Transaction, id: RefundId): Promise<void> {
  await tx.query(
    `update refund set status = 'requested', reason = null, decided_by = null, decided_at = null, first_approved_by = null,
       first_approved_at = null, updated_at = clock_timestamp() where id = $1`,
    [id],
  );
}

/** Overwrites a refund address; null where it was the same. Each change raises the version. */
export async function changeRefundAddress(tx: Transaction, address: RefundAddress): Promise<RefundAddress | null> {
  const [row] = await tx.query<RefundAddress>(
    `insert into refund_address as r (user_id, currency, network, address, updated_at) values ($1, $2, $3, $4, $5)
     on conflict (user_id, currency, network) do update set
       address = excluded.address, updated_at = excluded.updated_at, version = r.version + 1
     where r.address <> excluded.address
     returning ${ADDRESS}`,
    [address.userId, address.currency, address.network, address.address, address.updatedAt],
  );
  return row ?? null;
}

/** Moves refunds on; `plan` and `txid` are kept where they are not given. */
export async function moveRefunds(
  tx: Transaction,
  ids: readonly RefundId[],
  status: string,
  { planId, txid }: { planId?: PlanId | null; txid?: string | null } = {},
): Promise<void> {
  if (ids.length === 0) return;
  await tx.query(
    `update refund set status = $2, updated_at = clock_timestamp(),
       plan_id = case when $3 then $4::uuid else plan_id end, txid = case when $5 then $6 else txid end
     where id = any($1::uuid[])`,
    [ids, status, planId !== undefined, planId ?? null, txid !== undefined, txid ?? null],
  );
}

/** Returns refunds to an administrator's decision, with what happened to them. */
export async function returnRefunds(tx: Transaction, ids: readonly RefundId[], reason: string): Promise<void> {
  await tx.query(
    `update refund set status = 'requested', reason = $2, plan_id = null, txid = null, decided_by = null, decided_at = null,
       first_approved_by = null, first_approved_at = null, updated_at = clock_timestamp()
     where id = any($1::uuid[])`,
    [ids, reason],
  );
}

/** Returns the refunds of a plan that ends to the next plan; `except` was paid otherwise. */
export async function releaseRefunds(tx: Transaction, planId: PlanId, except: string): Promise<void> {
  await tx.query(
    `update refund set status = 'approved', plan_id = null, updated_at = clock_timestamp()
     where plan_id = $1 and status = 'planned' and id <> $2`,
    [planId, except],
  );
}

/** Marks a refund as paid by a transaction that no plan of these books had. */
export async function endRefund(
  tx: Transaction,
  id: RefundId,
  { txid, adminId }: { txid: string; adminId: UserId },
): Promise<void> {
  await tx.query(
    `update refund set status = 'final', txid = $2, plan_id = null, decided_by = coalesce(decided_by, $3),
       decided_at = coalesce(decided_at, clock_timestamp()), updated_at = clock_timestamp(),
       first_approved_by = case when decided_by is null and first_approved_by = $3 then null else first_approved_by end
     where id = $1`,
    [id, txid, adminId],
  );
}
