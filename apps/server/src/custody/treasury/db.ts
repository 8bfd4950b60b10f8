import {
  CREDITED_STRAYS,
  type NetworkId,
  type OutgoingId,
  type PlanId,
  type RefundId,
  type UserId,
} from '@kobogate/contract';
import { COUNTED_UNCONFIRMED } from '../found/surpluses/db.ts';
import type { Connection, Transaction } from '../../platform/database.ts';
import { IS_OPERATORS } from '../deposits/db.ts';
import type { PlannedRefund } from './describe-moves.ts';
import type { DueRefund } from './treasury-wallet.ts';

export interface OutgoingRow {
  readonly id: OutgoingId;
  readonly planId: PlanId;
  readonly position: number;
  readonly network: string;
  readonly txid: string;
  readonly raw: string;
  /** `replaced`: another one that used up the same is final, so that no block will have this one. */
  readonly status: 'sent' | 'seen' | 'final' | 'failed' | 'replaced';
  readonly blockHeight: bigint | null;
  readonly blockHash: string | null;
  readonly sentAt: Date;
  /** When a node last accepted it; null: none has yet, or a reorganisation took it out of its block since. */
  readonly handedAt: Date | null;
  /** What the node said when it refused it; null: it did not. */
  readonly refusal: string | null;
}

/** As SQL: the strays that an administrator may credit as another coin, each with that one. */
const CREDITED_AS = CREDITED_STRAYS.map(({ code, counterpart }) => `('${code}', '${counterpart}')`).join(', ');

/**
 * For a refund `r` and its owner `u`: the account is not disabled, or it is closed, since coins that come for a closed account
 * are given back; and it owes us neither this coin, nor one that may have been credited as it, nor naira.
 */
const MAY_LEAVE = `(u.disabled_at is null or u.closed_at is not null) and not exists (select 1 from ledger_account l
  where l.balance > 0 and l.code in (select 'receivable:' || owed.asset || ':' || r.user_id from (values (r.asset), ('NGN')) owed (asset)
    union all select 'receivable:' || code || ':' || r.user_id from (values ${CREDITED_AS}) stray (code, counterpart)
      where counterpart = r.asset))`;

/**
 * The approved refunds of a network, oldest first; not those of disabled accounts, or of owners who owe us the same
 * coin.
 */
export async function listDueRefunds(connection: Connection, network: string): Promise<DueRefund[]> {
  const rows = await connection.query<Omit<DueRefund, 'amount'> & { amount: string }>(
    `select r.id, r.asset, r.amount - r.fee as amount, r.address from refund r join app_user u on u.id = r.user_id
     where r.status = 'approved' and split_part(r.asset, '@', 2) = $1 and ${MAY_LEAVE}
     order by r.requested_at, r.id limit 200`,
    [network],
  );
  return rows.map(({ amount, ...row }) => Object.assign(row, { amount: BigInt(amount) }));
}

/** Which of these refunds may not leave now: those of disabled accounts, or of owners who owe us the same coin. */
export async function listBarredRefunds(connection: Connection, ids: readonly RefundId[]): Promise<RefundId[]> {
  const rows = await connection.query<{ id: RefundId }>(
    `select r.id from refund r join app_user u on u.id = r.user_id
     where r.id = any($1::uuid[]) and not (${MAY_LEAVE}) order by r.id`,
    [ids],
  );
  return rows.map(({ id }) => id);
}

/** The refunds of these ids, locked. */
export async function lockRefunds(
  tx: Transaction,
  ids: readonly RefundId[],
): Promise<(PlannedRefund & { status: string; planId: PlanId | null; address: string; knownHits: string[] })[]> {
  const rows = await tx.query<{
    id: RefundId;
    userId: UserId;
    asset: string;
    amount: string;
    fee: string;
    status: string;
    planId: PlanId | null;
    address: string;
    knownHits: string[];
  }>(
    `select id, user_id as "userId", asset, amount, fee, status, plan_id as "planId", address, known_hits as "knownHits"
     from refund where id = any($1::uuid[])
     order by id for update`,
    [ids],
  );
  return rows.map(({ amount, fee, ...row }) => Object.assign(row, { amount: BigInt(amount), fee: BigInt(fee) }));
}

/** The nonce accounts of our transactions on a network, oldest first. */
export async function listNonceAccounts(connection: Connection, network: string): Promise<string[]> {
  const rows = await connection.query<{ address: string }>(
    `select address from nonce_account where network = $1 order by made_at, address`,
    [network],
  );
  return rows.map(({ address }) => address);
}

/** Deposits that the watcher has seen on a network and not credited yet, by asset, without coins of them that a surplus has in custody already. */
export async function listUnconfirmed(connection: Connection, network: string): Promise<ReadonlyMap<string, bigint>> {
  const rows = await connection.query<{ asset: string; amount: string }>(
    `select asset, sum(amount) as amount from (
       select coalesce(came_as, asset) as asset, amount from deposit where network = $1 and status in ('seen', 'confirming')
       union all select asset, -amount from (${COUNTED_UNCONFIRMED}) booked) open
     group by asset`,
    [network],
  );
  return new Map(rows.map(({ asset, amount }) => [asset, BigInt(amount)]));
}

/** How many deposits of a network that are not taken back have no known owner, and are not the operator's own. */
export async function countUnclaimed(connection: Connection, network: string): Promise<number> {
  const [row] = await connection.query<{ count: number }>(
    `select count(*)::int as count from deposit d
     where network = $1 and user_id is null and status in ('seen', 'confirming', 'confirmed') and not ${IS_OPERATORS}`,
    [network],
  );
  return row?.count ?? 0;
}

/** The assets of a network that custody or treasury was ever booked in. */
export async function listBookedAssets(connection: Connection, network: string): Promise<string[]> {
  const rows = await connection.query<{ asset: string }>(
    `select distinct asset from ledger_account where kind in ('custody', 'treasury') and split_part(asset, '@', 2) = $1`,
    [network],
  );
  return rows.map(({ asset }) => asset);
}

const COLUMNS = `id, plan_id as "planId", position, network, txid, raw, status, block_height as "blockHeight",
  block_hash as "blockHash", sent_at as "sentAt", handed_at as "handedAt", refusal`;

/** The transactions of a plan, in its order. */
export function listOutgoing(connection: Connection, planId: PlanId): Promise<OutgoingRow[]> {
  return connection.query<OutgoingRow>(
    `select ${COLUMNS} from outgoing_transaction where plan_id = $1 order by position`,
    [planId],
  );
}

/** The transactions of several plans, in the order of the plans and theirs. */
export function listOutgoingOf(connection: Connection, planIds: readonly PlanId[]): Promise<OutgoingRow[]> {
  return connection.query<OutgoingRow>(
    `select ${COLUMNS} from outgoing_transaction where plan_id = any($1::uuid[]) order by plan_id, position`,
    [planIds],
  );
}

/** Our pending transactions on a network: sent, or in a block and not final. */
export function listUnderWay(connection: Connection, network: string): Promise<OutgoingRow[]> {
  return connection.query<OutgoingRow>(
    `select ${COLUMNS} from outgoing_transaction where network = $1 and status in ('sent', 'seen')
     order by plan_id, position`,
    [network],
    'list-outgoing-under-way',
  );
}

/** Whether one of ours on a network is sent, or about to be, and in no block. */
export async function isWaiting(connection: Connection, network: string): Promise<boolean> {
  const rows = await connection.query(
    `select from outgoing_transaction where network = $1 and status = 'sent' limit 1`,
    [network],
    'is-outgoing-waiting',
  );
  return rows.length > 0;
}

/** How many of ours on a network have ended: another number says that some did since. */
export async function countEnded(connection: Connection, network: string): Promise<number> {
  const [row] = await connection.query<{ ended: number }>(
    `select count(*)::int as ended from outgoing_transaction where network = $1 and ended_at is not null`,
    [network],
  );
  return row?.ended ?? 0;
}

/** Whether one of ours on a network ended within ten minutes: a node that lags may still show what was before. */
export async function hasEndedLately(connection: Connection, network: string): Promise<boolean> {
  const lately = `network = $1 and ended_at > clock_timestamp() - interval '10 minutes'`;
  return (await connection.query(`select from outgoing_transaction where ${lately} limit 1`, [network])).length > 0;
}

/** Our transactions on a network that were considered impossible. */
export function listReplaced(connection: Connection, network: string): Promise<OutgoingRow[]> {
  return connection.query<OutgoingRow>(
    `select ${COLUMNS} from outgoing_transaction where network = $1 and status = 'replaced'`,
    [network],
    'list-outgoing-replaced',
  );
}

/** Which of these transactions of a network are ours. */
export async function findOutgoing(
  connection: Connection,
  network: string,
  txids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await connection.query<{ txid: string }>(
    `select txid from outgoing_transaction where network = $1 and txid = any($2::text[])`,
    [network, txids],
    'find-outgoing',
  );
  return new Set(rows.map(({ txid }) => txid));
}

/** One of ours, locked. */
export async function lockOutgoing(tx: Transaction, id: OutgoingId): Promise<OutgoingRow | null> {
  const [row] = await tx.query<OutgoingRow>(`select ${COLUMNS} from outgoing_transaction where id = $1 for update`, [
    id,
  ]);
  return row ?? null;
}

/** Those in blocks above a height: final ones too. */
export function listOutgoingAbove(connection: Connection, network: string, height: bigint): Promise<OutgoingRow[]> {
  return connection.query<OutgoingRow>(
    `select ${COLUMNS} from outgoing_transaction where network = $1 and block_height > $2 order by plan_id, position`,
    [network, height.toString()],
  );
}

/** A key that pays for nonce accounts of a treasury, and how many it is to have made. */
interface NonceOrder {
  readonly network: string;
  readonly treasury: string;
  readonly sealedSecret: Buffer;
  readonly count: number;
}

/**
 * The order of a treasury: one that is open as it is, one that was made `count` larger, or a new one. Locked until the
 * transaction ends.
 */
export async function openNonceOrder(
  tx: Transaction,
  { network, treasury, count, seal }: { network: string; treasury: string; count: number; seal: () => Buffer },
): Promise<NonceOrder> {
  const [row] = await tx.query<NonceOrder>(
    `insert into nonce_order as known (network, treasury, sealed_secret, count) values ($1, $2, $3, $4)
     on conflict (network, treasury) do update set made_at = null,
       count = case when known.made_at is null then known.count else known.count + excluded.count end
     returning network, treasury, sealed_secret as "sealedSecret", count`,
    [network, treasury, seal(), count],
  );
  if (row === undefined) throw new Error('the order of nonces was not kept');
  return row;
}

/** Notes that all accounts of an order are there. */
export async function endNonceOrder(
  connection: Connection,
  { network, treasury }: Pick<NonceOrder, 'network' | 'treasury'>,
): Promise<void> {
  await connection.query(`update nonce_order set made_at = clock_timestamp() where network = $1 and treasury = $2`, [
    network,
    treasury,
  ]);
}

/** Every key that pays for nonces. */
export function listNonceOrders(connection: Connection): Promise<NonceOrder[]> {
  return connection.query(
    `select network, treasury, sealed_secret as "sealedSecret", count from nonce_order order by network, treasury`,
  );
}

/** Keeps the same key, sealed again. */
export async function resealNonceOrder(
  connection: Connection,
  { network, treasury, sealedSecret }: NonceOrder,
  sealed: Buffer,
): Promise<void> {
  await connection.query(
    `update nonce_order set sealed_secret = $4 where network = $1 and treasury = $2 and sealed_secret = $3`,
    [network, treasury, sealedSecret, sealed],
  );
}

/** Records nonce accounts; those that are known already stay as they are. */
export async function insertNonceAccounts(
  connection: Connection,
  network: string,
  addresses: readonly string[],
): Promise<void> {
  await connection.query(
    `insert into nonce_account (address, network) select unnest($2::text[]), $1 on conflict do nothing`,
    [network, addresses],
  );
}

/** Records a signed transaction, before it is sent to the network. Fails where its place in the plan has one. */
export async function insertOutgoing(
  tx: Transaction,
  row: Pick<OutgoingRow, 'id' | 'planId' | 'position' | 'network' | 'txid' | 'raw'>,
): Promise<void> {
  await tx.query(
    `insert into outgoing_transaction (id, plan_id, position, network, txid, raw) values ($1, $2, $3, $4, $5, $6)`,
    [row.id, row.planId, row.position, row.network, row.txid, row.raw],
  );
}

/** Puts other signatures in the place of those of a recorded transaction, as long as no node has taken it. */
export async function replaceRaw(tx: Transaction, id: OutgoingId, raw: string): Promise<void> {
  await tx.query(
    `update outgoing_transaction set raw = $2, tried_at = null, refusal = null
     where id = $1 and status = 'sent' and handed_at is null and raw <> $2`,
    [id, raw],
  );
}

/** Names a transaction that no block has by the hash under which one has what it does. */
export async function renameOutgoing(tx: Transaction, id: OutgoingId, txid: string): Promise<void> {
  await tx.query(`update outgoing_transaction set txid = $2 where id = $1 and status = 'sent'`, [id, txid]);
}

/** Records a transaction's state, once its plan is locked; a null block: in none. One that has ended stays as it is. */
export async function saveOutgoing(
  tx: Transaction,
  id: OutgoingId,
  status: OutgoingRow['status'],
  block: { height: bigint; hash: string } | null,
): Promise<void> {
  await tx.query(
    `update outgoing_transaction set status = $2, block_height = $3, block_hash = $4, refusal = null,
       handed_at = case when $2 = 'sent' then null else coalesce(handed_at, clock_timestamp()) end,
       tried_at = case when $2 <> 'sent' then tried_at end,
       ended_at = case when $2 in ('final', 'failed', 'replaced') then clock_timestamp() end
     where id = $1 and status in ('sent', 'seen')`,
    [id, status, block === null ? null : block.height.toString(), block?.hash ?? null],
  );
}

/** Notes a node's answer to a transaction: null: it accepted it. */
export async function noteHanded(connection: Connection, id: OutgoingId, refusal: string | null): Promise<void> {
  await connection.query(
    `update outgoing_transaction set tried_at = clock_timestamp(), refusal = $2,
       handed_at = case when $2::text is null then clock_timestamp() end
     where id = $1 and status = 'sent'`,
    [id, refusal],
  );
}

/** Has the waiting transactions of a plan sent again, as if no node had them. */
export async function forgetHanded(connection: Connection, planId: PlanId): Promise<void> {
  await connection.query(
    `update outgoing_transaction set handed_at = null, tried_at = null, refusal = null
     where plan_id = $1 and status = 'sent'`,
    [planId],
  );
}

/**
 * What is repeated for each network: `move`: what administrators asked of the treasury, and transactions that no node has;
 * `settle`: transactions of ours to be booked; `compare`: balances to be compared with the books.
 */
export interface NetworkWork {
  readonly work: 'move' | 'settle' | 'compare';
  readonly network: NetworkId;
}

/** The networks with work, once for each kind. */
export function listWork(connection: Connection): Promise<NetworkWork[]> {
  return connection.query<NetworkWork>(
    `select 'move' as work, network from treasury_task where ended_at is null
     union select 'move', network from outgoing_transaction where status = 'sent' and handed_at is null
     union select 'settle', network from outgoing_transaction where status in ('sent', 'seen')
     union select 'settle', network from found_transaction where status = 'seen'
     union select 'compare', network from balance_check where asked_at <= clock_timestamp()`,
    [],
    'networks-with-work',
  );
}

/** The plans of a network with a recorded transaction that no node has, and that was not refused within a minute. */
export function listUnhanded(connection: Connection, network: string): Promise<{ planId: PlanId }[]> {
  return connection.query(
    `select distinct plan_id as "planId" from outgoing_transaction
     where network = $1 and status = 'sent' and handed_at is null
       and (tried_at is null or tried_at < clock_timestamp() - interval '1 minute') order by plan_id`,
    [network],
    'list-outgoing-unhanded',
  );
}

/** Reopens one that was given up, and that a block has all the same. */
export async function takeUpReplaced(
  tx: Transaction,
  id: OutgoingId,
  block: { height: bigint; hash: string },
): Promise<void> {
  await tx.query(
    `update outgoing_transaction set status = 'seen', block_height = $2, block_hash = $3, ended_at = null
     where id = $1 and status = 'replaced'`,
    [id, block.height.toString(), block.hash],
  );
}
