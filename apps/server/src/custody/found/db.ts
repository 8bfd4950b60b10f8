import type { AddressId, FoundPaymentId, FoundTransactionId, PlanId, RefundId, UserId } from '@kobogate/contract';
import type { Connection, Transaction } from '../../platform/database.ts';
import type { OwnAddress } from '../treasury/treasury-wallet.ts';
import { BROUGHT } from '../deposits/db.ts';
import type { Surplus } from './surpluses/db.ts';

/** A transaction of ours that the books did not know, in a block. */
export interface FoundTransaction {
  readonly id: FoundTransactionId;
  readonly network: string;
  readonly txid: string;
  readonly blockHeight: bigint;
  readonly blockHash: string;
}

interface NewPayment {
  readonly id: FoundPaymentId;
  readonly transactionId: string;
  readonly asset: string;
  readonly addressKey: string;
  readonly address: string;
  readonly amount: bigint;
}

export interface FoundPayment extends Omit<NewPayment, 'transactionId'> {
  readonly network: string;
  readonly txid: string;
  readonly fee: bigint;
  readonly foundAt: Date;
  readonly kind: 'refund' | 'customer' | 'operator' | null;
  readonly refundId: RefundId | null;
  readonly customer: string | null;
  readonly reason: string | null;
  readonly decidedBy: string | null;
  readonly decidedAt: Date | null;
}

/** A refund that the payment may have been. */
export interface RefundCandidate {
  readonly id: RefundId;
  readonly userId: UserId;
  readonly asset: string;
  /** With the fee. */
  readonly amount: bigint;
  readonly fee: bigint;
  readonly address: string;
  readonly status: string;
  readonly planId: PlanId | null;
  readonly customerEmail: string;
}

/** An address whose balance is to be compared with its known payments. */
export interface BalanceCheck extends OwnAddress {
  readonly addressId: AddressId;
  /** As the database writes it, to the microsecond: a later request is another one. */
  readonly askedAt: string;
}

/** Whether these books were ever restored: then our addresses may have sent transactions that they don't know. */
export async function wereRestored(connection: Connection): Promise<boolean> {
  return (await connection.query(`select 1 from address_reserve limit 1`, [], 'were-restored')).length > 0;
}

const COLUMNS = `id, network, txid, block_height as "blockHeight", block_hash as "blockHash"`;

/** The transactions found on a network and not booked yet, oldest first. */
export function listSeen(connection: Connection, network: string): Promise<FoundTransaction[]> {
  return connection.query<FoundTransaction>(
    `select ${COLUMNS} from found_transaction where network = $1 and status = 'seen' order by block_height, id`,
    [network],
  );
}

/** One that is not booked yet, locked; null where that has changed, or its block has. */
export async function lockSeen(tx: Transaction, { id, blockHash }: FoundTransaction): Promise<FoundTransaction | null> {
  const [row] = await tx.query<FoundTransaction>(
    `select ${COLUMNS} from found_transaction where id = $1 and status = 'seen' and block_hash = $2 for update`,
    [id, blockHash],
  );
  return row ?? null;
}

type FoundPaymentRow = Omit<FoundPayment, 'amount' | 'fee'> & { readonly amount: string; readonly fee: string };

const readPayment = (row: FoundPaymentRow): FoundPayment =>
  Object.assign(row, { amount: BigInt(row.amount), fee: BigInt(row.fee) });

const PAYMENT = `p.id, p.asset, p.address_key as "addressKey", p.address, p.amount, t.network, t.txid, t.fee,
  t.found_at as "foundAt", p.kind, p.refund_id as "refundId", p.reason, p.decided_at as "decidedAt",
  (select u.email from app_user u where u.id = p.user_id) as customer,
  (select u.first_name || ' ' || u.last_name from app_user u where u.id = p.decided_by) as "decidedBy"`;

/**
 * Payments by transactions that the books did not know: those that wait for an administrator first, then the newest.
 */
export async function listPayments(connection: Connection): Promise<FoundPayment[]> {
  const rows = await connection.query<FoundPaymentRow>(
    `select ${PAYMENT} from found_payment p join found_transaction t on t.id = p.transaction_id
     order by p.kind is not null, t.found_at desc, p.id limit 500`,
  );
  return rows.map(readPayment);
}

/** One of them, locked; null where there is none. */
export async function lockPayment(tx: Transaction, id: FoundPaymentId): Promise<FoundPayment | null> {
  const [row] = await tx.query<FoundPaymentRow>(
    `select ${PAYMENT} from found_payment p join found_transaction t on t.id = p.transaction_id where p.id = $1 for update of p`,
    [id],
  );
  return row === undefined ? null : readPayment(row);
}

/** The payees on a network of transactions that are not explained yet: the addresses' keys with the asset. */
export async function listOpenPayees(
  connection: Connection,
  network: string,
): Promise<{ asset: string; addressKey: string }[]> {
  return connection.query(
    `select p.asset, p.address_key as "addressKey" from found_payment p join found_transaction t on t.id = p.transaction_id
     where t.network = $1 and p.kind is null`,
    [network],
  );
}

/**
 * How many transactions of a network were found, how many of them are not booked, and how many payments wait for an
 * administrator.
 */
export async function countFound(
  connection: Connection,
  network: string,
): Promise<{ found: number; seen: number; open: number }> {
  const [row] = await connection.query<{ found: number; seen: number; open: number }>(
    `select (count(*) filter (where status <> 'other'))::int as found, (count(*) filter (where status = 'seen'))::int as seen,
       (select count(*)::int from found_payment p join found_transaction t on t.id = p.transaction_id
        where t.network = $1 and p.kind is null) as open
     from found_transaction where network = $1`,
    [network],
  );
  return row ?? { found: 0, seen: 0, open: 0 };
}

/** The refunds of an asset that have not left, as far as the books know. `id`: that one alone, locked. */
export async function listUnpaidRefunds(
  connection: Connection,
  asset: string,
  id: RefundId | null = null,
): Promise<RefundCandidate[]> {
  const rows = await connection.query<Omit<RefundCandidate, 'amount' | 'fee'> & { amount: string; fee: string }>(
    `select r.id, r.user_id as "userId", r.asset, r.amount, r.fee, r.address, r.status, r.plan_id as "planId",
       u.email as "customerEmail"
     from refund r join app_user u on u.id = r.user_id
     where r.asset = $1 and r.status in ('requested', 'approved', 'planned', 'sent') and ($2::uuid is null or r.id = $2)
     order by r.requested_at, r.id limit 500 ${id === null ? '' : 'for update of r'}`,
    [asset, id],
  );
  return rows.map(({ amount, fee, ...row }) => Object.assign(row, { amount: BigInt(amount), fee: BigInt(fee) }));
}

/** A plan of a network of which something may still be sent, or be in a block under another hash. */
export interface PlanUnderWay {
  readonly id: PlanId;
  readonly body: string;
  readonly isOpen: boolean;
}

const UNDER_WAY = `select id from spending_plan where network = $1 and status = 'open'
  union select plan_id from outgoing_transaction where network = $1 and status = 'sent'`;

/**
 * The plans of a network that are open or have a transaction in no block, with those that they replace or that replace them,
 * locked in the order in which all code locks them.
 */
export function lockPlansUnderWay(tx: Transaction, network: string): Promise<PlanUnderWay[]> {
  return tx.query<PlanUnderWay>(
    `select id, body, status = 'open' as "isOpen" from spending_plan
     where coalesce(root_id, id) in (select coalesce(root_id, id) from spending_plan where id in (${UNDER_WAY})) order by id for update`,
    [network],
  );
}

/** The account with an e-mail address; null where there is none. */
export async function findCustomer(connection: Connection, email: string): Promise<UserId | null> {
  const [row] = await connection.query<{ id: UserId }>(`select id from app_user where email_key = lower(trim($1))`, [
    email,
  ]);
  return row?.id ?? null;
}

/** Records what was found in a block; one that is known already stays as it is. */
export async function insertFound(tx: Transaction, found: FoundTransaction): Promise<void> {
  await tx.query(
    `insert into found_transaction (id, network, txid, block_height, block_hash) values ($1, $2, $3, $4, $5)
     on conflict (network, txid) do nothing`,
    [found.id, found.network, found.txid, found.blockHeight.toString(), found.blockHash],
  );
}

/** Deletes what was found in blocks above a height and is not booked; answers the ids of those that are booked. */
export async function forgetFound(tx: Transaction, network: string, height: bigint): Promise<string[]> {
  await tx.query(
    `delete from found_transaction where network = $1 and block_height > $2 and status in ('seen', 'other')`,
    [network, height.toString()],
  );
  const rows = await tx.query<{ txid: string }>(
    `select txid from found_transaction where network = $1 and block_height > $2 and status = 'booked'`,
    [network, height.toString()],
  );
  return rows.map(({ txid }) => txid);
}

/** Ends one: as part of a plan, booked with its fee, or left out of the books. `usedUp`: what it took from plans of ours. */
export async function endFound(
  tx: Transaction,
  id: FoundTransactionId,
  {
    status,
    fee = null,
    usedUp = [],
  }: {
    readonly status: 'planned' | 'booked' | 'other';
    readonly fee?: bigint | null;
    readonly usedUp?: readonly string[];
  },
): Promise<void> {
  await tx.query(
    `update found_transaction set status = $2, fee = $3, used_up = $4,
       booked_at = case when $2 = 'booked' then clock_timestamp() end where id = $1`,
    [id, status, fee?.toString() ?? null, usedUp],
  );
}

/** What final transactions of a network that no plan of these books had took from plans of ours. */
export async function listUsedUp(connection: Connection, network: string): Promise<ReadonlySet<string>> {
  const rows = await connection.query<{ used: string }>(
    `select distinct unnest(used_up) as used from found_transaction where network = $1 and used_up <> '{}'`,
    [network],
  );
  return new Set(rows.map(({ used }) => used));
}

/**
 * Deletes those of a network that could not be read for a day, if the books were never restored: then each is the operator's
 * own, or a plan's, which its watcher would have to find again.
 */
export async function deleteUnread(connection: Connection, network: string): Promise<void> {
  await connection.query(
    `delete from found_transaction where network = $1 and status = 'seen' and found_at < clock_timestamp() - interval '1 day'
       and not exists (select from address_reserve)`,
    [network],
  );
}

/** Deletes one that is none of ours after all. */
export async function deleteFound(tx: Transaction, id: FoundTransactionId): Promise<void> {
  await tx.query(`delete from found_transaction where id = $1 and status = 'seen'`, [id]);
}

/** Records a transaction's payment to an address that is not ours. */
export async function insertPayments(tx: Transaction, payments: readonly NewPayment[]): Promise<void> {
  for (const { id, transactionId, asset, addressKey, address, amount } of payments) {
    await tx.query(
      `insert into found_payment (id, transaction_id, asset, address_key, address, amount) values ($1, $2, $3, $4, $5, $6)`,
      [id, transactionId, asset, addressKey, address, amount.toString()],
    );
  }
}

/** Records an administrator's explanation of a payment. */
export async function savePayment(
  tx: Transaction,
  id: FoundPaymentId,
  said: {
    readonly kind: 'refund' | 'customer' | 'operator';
    readonly refundId: RefundId | null;
    readonly userId: UserId | null;
    readonly reason: string;
    readonly adminId: UserId;
  },
): Promise<void> {
  await tx.query(
    `update found_payment set kind = $2, refund_id = $3, user_id = $4, reason = $5, decided_by = $6,
       decided_at = clock_timestamp() where id = $1`,
    [id, said.kind, said.refundId, said.userId, said.reason, said.adminId],
  );
}

/** The addresses of a network that wait to be compared, oldest request first. */
export async function listChecks(connection: Connection, network: string, limit: number): Promise<BalanceCheck[]> {
  const rows = await connection.query<Omit<BalanceCheck, 'chain'>>(
    `select a.id as "addressId", a.address, a.address_key as "addressKey", a.derivation_index as index,
       c.asked_at::text as "askedAt"
     from balance_check c join deposit_address a on a.id = c.address_id
     where c.network = $1 and c.asked_at <= clock_timestamp() order by c.asked_at, a.id limit $2`,
    [network, limit],
    'list-balance-checks',
  );
  return rows.map((row) => Object.assign(row, { chain: 0 as const }));
}

/** The sums of the living deposits of a network at these addresses, by address and asset. */
export async function sumDeposits(
  connection: Connection,
  network: string,
  addressIds: readonly AddressId[],
): Promise<(Surplus & { readonly addressId: AddressId })[]> {
  const rows = await connection.query<{ addressId: AddressId; asset: string; amount: string }>(
    `select address_id as "addressId", coalesce(came_as, asset) as asset, sum(${BROUGHT}) as amount from deposit d
     where network = $1 and address_id = any($2::uuid[]) and status in ('seen', 'confirming', 'confirmed')
     group by address_id, coalesce(came_as, asset)`,
    [network, addressIds],
  );
  return rows.map(({ amount, ...row }) => Object.assign(row, { amount: BigInt(amount) }));
}
